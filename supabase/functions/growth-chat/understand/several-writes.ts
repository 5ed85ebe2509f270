import { BOOKABLE_IDS, SQUAD } from '../../../../domain/squad.ts'
import type { Intent } from '../query.ts'

/** A part of a message: what it asks to be written, or undefined where it does not say that by itself. */
export interface WritePart {
  readonly text: string
  readonly intent: Intent | undefined
}

const PERIOD = '(?:weekly |monthly |quarterly |yearly |annual |one |new )*'
const DETERMINER = "(?:(?:an?|another|the|my|our|this|as|(?:this|next) (?:week|month)['’]?s?) )?"
const GOAL = '(?:goals?|to-?dos?|tasks?|targets?)'
const BOOKED = ['squad', 'team', ...BOOKABLE_IDS].join('|')
const MEMBERS = ['squad', 'team', ...SQUAD.map(({ name }) => name.replace(/^Whole /, ''))].join('|')

/** How a sentence begins that names what it wants to have written. */
const FORMS: readonly (readonly [Intent, string])[] = [
  ['write.decision', String.raw`(?:log|record|add|note(?: down)?|save|write(?: down)?|put(?: down)?|enter|capture) ${DETERMINER}(?:new )?decision\b`],
  ['write.check-in', String.raw`(?:do|log|fill(?: in| out)?|write|save|prep(?:are)?|record|add) ${DETERMINER}(?:weekly )?check-?in\b`],
  ['write.goal', String.raw`(?:add|set|create|make|put(?: down)?|log|write(?: down)?|save|give me|new) ${DETERMINER}${PERIOD}${GOAL}\b`],
  ['write.goal', String.raw`(?:put|add)\b(?! (?:it|that|this|them|those|these|both)\b)[^.;!?\n]{2,120}? (?:on|to|onto|in|into) ${DETERMINER}${PERIOD}(?:list|${GOAL})\b`],
  ['write.goal', String.raw`(?:put|add) (?:to|on|onto|for) ${DETERMINER}(?:week|month|quarter|year|list|${GOAL})(?:['’]?s (?:list|${GOAL}))?\s*[:–-]`],
  ['write.goal', String.raw`${PERIOD}goal\s*:`],
  ['write.goal', String.raw`${PERIOD}goals? for (?:the|this|next) (?:week|month|quarter|year)\s*[:–-]`],
  ['write.goal', String.raw`(?:put|add) (?:“[^“”]{2,120}”|"[^"]{2,120}")`],
  ['write.goal', String.raw`remind me to\b`],
  ['write.done', String.raw`(?:mark|set|check|tick|cross)\b(?! (?:it|that|this|them|those|these|both)\b)[^.;!?\n]{2,120}?\b(?:as )?(?:done|completed?|finished)\b`],
  ['write.done', String.raw`(?:(?:tick|check|cross) off|tick)(?! (?:it|that|this|them|those|these|both)\b) [^.;!?\n]{2,80}`],
  ['write.message', String.raw`(?:tell|ask|message|ping|inform|thank|write to|send) (?:the |my |our )?(?:whole )?(?:growth )?(?:${MEMBERS})\b`],
  ['write.message', String.raw`(?:an? )?(?:note|message|msg|word) (?:for|to) (?:the |my |our )?(?:whole )?(?:growth )?(?:${MEMBERS})\b`],
  ['write.call', String.raw`(?:book|schedule|arrange|set up|plan) (?:me )?(?:an?|another|the) (?:\p{L}+ )?(?:call|meeting)\b`],
  ['write.call', String.raw`(?:book|schedule|arrange|set up|plan) (?:me )?(?:(?:half an|an?|one) hour|(?:\d{1,3}|fifteen|thirty) ?min(?:ute)?s?|(?:an? |some )?(?:slot|time|appointment)) with (?:the |my |our )?(?:whole )?(?:${BOOKED})\b`],
] // prettier-ignore
const ADDING = '(?:(?:and|also|plus|then|please|pls|ok|can you|could you),? )*'
const PLAN = new RegExp(
  String.raw`^${ADDING}(?:(?:make|write|draft|give|do|create|prep(?:are)?) (?:me |us )?${DETERMINER}(?:weekly )?plan (?:for|of)|plan) (?:this|the|my|our|next) week\b`,
  'i',
)
const BEGINS = FORMS.map(([intent, form]) => ({ intent, pattern: new RegExp(`^${ADDING}${form}`, 'iu') }))
/** Of these, a plain "and" may go on with what is dictated: "add a goal: call the bank and tell the squad". */
const DICTATED = /^write\.(?:message|call)$/

const formOf = (text: string): Intent | undefined => BEGINS.find(({ pattern }) => pattern.test(text))?.intent

/** What a message asks to be written, where it begins as such a sentence does and asks nothing. */
export function writeIntentOf(message: string): Intent | undefined {
  const text = message.trim()
  if (text.endsWith('?')) return undefined
  return PLAN.test(text) && !text.split(MARKS).some(formOf) ? 'document.plan' : formOf(text)
}

/** Where another sentence may begin. */
const MARKS = /[.;!?]+\s+|\s*\n+\s*|,\s+(?:and\s+)?|\s+(?:and|plus|then)\s+/giu
/** A question that follows what is dictated, and no reason of it: "why: too expensive". */
const ASKS =
  /^(?:(?:and|also|plus|oh|ok|btw),? )*(?:what|which|how many|how much|how|when|who|where|is|are|do|does|did|has|have)\b(?!\s*:)/iu

/** "Set two goals: call Bexhill and ship the widget" are two. */
const SEVERAL = new RegExp(
  String.raw`^(?<head>${ADDING}(?:add|set|create|make|put|log|write(?: down)?|save|record|note(?: down)?) (?:(?:these|my|two|three|four|five|2|3|4|5|some) )*${PERIOD}(?<kind>goals|to-?dos|tasks|decisions)\b[^:\n]{0,40}):\s*(?<items>.+)$`,
  'isu',
)

/** The same without a colon: "add two goals for december, hire the helper and finish the import". */
const COUNTED = new RegExp(
  String.raw`^(?<head>${ADDING}(?:add|set|create|make|put|log|save) (?:two|three|four|five|2|3|4|5) ${PERIOD}(?<kind>goals|to-?dos|tasks|decisions)\b[^:,\n]{0,40}),\s*(?<items>.+)$`,
  'isu',
)
/** "…, both monthly" */
const PERIOD_OF_ALL =
  /[,\s]+(?:both|all|each)(?: of them)? (?:as )?(?<period>weekly|monthly|quarterly|yearly)(?: ones| goals)?\W*$/i

function listed(text: string): readonly WritePart[] {
  const { head: opening = '', kind = '', items: all = '' } = (SEVERAL.exec(text) ?? COUNTED.exec(text))?.groups ?? {}
  const period = PERIOD_OF_ALL.exec(all)?.groups?.['period']
  const items = all.replace(PERIOD_OF_ALL, '')
  const head = period ? opening.replace(kind, `${period} ${kind}`) : opening
  const said = items.split(/\s*(?:[,;\n]|\band\b)\s*/i).filter((item) => item.trim() !== '')
  const intent = /decision/i.test(kind) ? 'write.decision' : 'write.goal'
  const one = kind.replace(/s$/i, '')
  return said.map((item) => ({ text: `${head.replace(kind, one)}: ${item.trim()}`, intent }))
}

const isQuoted = (text: string, at: number): boolean =>
  [...text.matchAll(/“[^“”]*”|"[^"]*"|(?<!\p{L})['‘][^'‘’]*['’](?!\p{L})/gu)].some(
    ({ 0: quote, index }) => index < at && at < index + quote.length,
  )

const isNext = (mark: string, rest: string): boolean => {
  const intent = formOf(rest)
  if (intent) return /[.;!?\n]|,\s+and/i.test(mark) || !DICTATED.test(intent)
  return /[.;!?\n]/.test(mark) && ASKS.test(rest) && (rest.trim().endsWith('?') || /^(?:and|also|plus)\b/i.test(rest))
}

/**
 * The parts of a message that asks for several things, the first of them to be written; empty for any other.
 * @example
 * writePartsOf('add a goal: ship it. and log a decision: no more ads').map(({ intent }) => intent)
 * // ['write.goal', 'write.decision']
 */
export function writePartsOf(message: string): readonly WritePart[] {
  const text = message.trim()
  const starts = [...text.matchAll(MARKS)].flatMap(({ 0: mark, index }) => {
    const start = index + mark.length
    return !isQuoted(text, index) && isNext(mark, text.slice(start)) ? [{ end: index, start }] : []
  })
  const parts = [...starts, { end: text.length, start: text.length }].map(({ end }, at) =>
    text
      .slice(starts[at - 1]?.start ?? 0, end)
      .replace(/^(?:(?:and|also|plus|then),? )+/i, '')
      .replace(/[\s,;]+$/, ''),
  )
  const read = parts.flatMap((part) => {
    const several = listed(part)
    return several.length > 1 ? several : [{ text: part, intent: formOf(part) }]
  })
  return read.length > 1 && read.some(({ intent }) => intent) ? read : []
}
