import { SQUAD } from '../../../../domain/squad.ts'

const POLITE = String.raw`(?:(?:please|pls|plz|ok(?:ay)?|now|and|also|hey|so|just),? )*(?:(?:can|could|would|will) (?:you|u) (?:please |pls )?|help me (?:to )?|let's |i(?: want|'d like| would like| need) (?:you )?to )?`
const WRITE = String.raw`(?:draft|write|compose|prepare|send|drop|post)(?: me)?(?: (?:a|an|the|my|another))?(?: (?:short|quick|brief|polite|friendly))*(?: (?:message|msg|note|question|request|update|reply|answer|line|text|something|smth|sth|draft))? (?:to|for)`
const MEMBERS = ['squad', ...SQUAD.map(({ name }) => name.replace(/^Whole /, ''))].join('|')
const OPENING = new RegExp(
  String.raw`^${POLITE}(?:(?<ask>ask)|(?<thank>thank)|(?:${WRITE}|tell|inform|update|notify|message|msg|ping|contact|write|text|let)) (?:(?:the|my|our) )?(?:whole )?(?:growth )?(?<to>${MEMBERS}|\p{L}+)\b[\s,:-]*(?<rest>.*)$`,
  'isu',
)
/** "how much we should charge": the words of the question, its subject and its verb. */
const CLAUSE =
  /^(?<words>(?:whether|if|what|how|when|where|who|which|why)\b(?: (?!i\b|we\b|they\b|you\b)\p{L}+)*) (?<subject>i|we|they|you) (?<verb>should|can|could|would|will|must|may|are|am|is|were|was|have|has|had|do|did)\b(?<rest>.*)$/iu

/**
 * The message to the squad that is asked for, in the founder's voice; undefined when none is.
 * @example messageDraft('ask the squad whether we should sell the van') // 'Should we sell the van?'
 */
export function messageDraft(dictated: string): string | undefined {
  const text = dictated.trim().replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  const { ask, thank, to = '', rest = '' } = OPENING.exec(text)?.groups ?? {}
  if (to === '') return undefined
  const body = rest
    .replace(/[\s,]*\b(?:please|pls|plz|thanks|thx)\W*$/i, '')
    .replace(/^["“]([^"”]+)["”]\W*$/, '$1')
    .trim()
  const said =
    body === ''
      ? 'Could you help me with …?'
      : thank
        ? sentence(`thank you ${body}`, '.')
        : bodyOf(body, ask !== undefined)
  return new RegExp(`^(?:${MEMBERS}|squad|them|team|everyone)$`, 'i').test(to)
    ? said
    : `For ${to.slice(0, 1).toUpperCase()}${to.slice(1)}: ${said}`
}

function bodyOf(body: string, isAsked: boolean): string {
  const { told = '', asked = '' } =
    /^(?<told>.+?)[,;]? and (?:also )?ask(?: (?:them|him|her|everyone))? (?<asked>.+)$/i.exec(body)?.groups ?? {}
  if (told !== '' && !isAsked) return `${bodyOf(told, false)} ${question(asked)}`
  const asks = /^(?:and |to |that )*ask(?:s|ing)?(?: (?:them|him|her|everyone))? (?<what>.+)$/i.exec(body)?.groups?.[
    'what'
  ]
  if (asks || isAsked) return question(asks ?? body)
  const what = body
    .replace(/^(?:know\b\s*)?(?:that\b|[:,-])?\s*/i, '')
    .replace(/^(?:tell|say|saying|telling)(?:ing)? (?:them |him |her )?(?:that )?/i, '')
  const about = /^(?:about|on|regarding) (?<what>.+)$/i.exec(what)?.groups?.['what']
  if (about) return question(`about ${about}`)
  return sentence(
    what,
    /^(?:should|can|could|would|will|is|are|do|does|what|how|when|where|who|which|why)\b/i.test(what) ? '?' : '.',
  )
}

function question(rest: string): string {
  const what = rest.replace(/^(?:them|him|her|everyone)\b\s*/i, '').replace(/^[:,-]\s*/, '')
  const { preposition = '', object = '' } = /^(?<preposition>for|about|on|to) (?<object>.+)$/i.exec(what)?.groups ?? {}
  if (/for/i.test(preposition)) return `${sentence(`I am looking for ${object}`, '.')} Can you help?`
  if (/about|on/i.test(preposition)) return sentence(`what do you think about ${object}`, '?')
  if (/to/i.test(preposition)) return sentence(`could you ${object}`, '?')
  const { words = '', subject = '', verb = '', rest: end = '' } = CLAUSE.exec(what)?.groups ?? {}
  const { opening = '', verb: theirs = '' } =
    /^(?<opening>whether|if|what|how|when|where|who|which|why)\b they (?<verb>.+)$/iu.exec(what)?.groups ?? {}
  if (words === '' && theirs !== '')
    return sentence(`${/^(?:whether|if)$/i.test(opening) ? '' : opening} do you ${theirs}`.trim(), '?')
  if (words === '')
    return /^(?:whether|if) /i.test(what) ? sentence(`I would like to know ${what}`, '.') : sentence(what, '?')
  // The squad is addressed as "you".
  const person = subject.toLowerCase() === 'they' ? 'you' : subject
  return sentence(`${words.replace(/^(?:whether|if)\s*/i, '')} ${verb} ${person}${end}`.trim(), '?')
}

/** With a capital, "I" as a word, and one mark at its end. */
function sentence(text: string, mark: string): string {
  const clean = text.replaceAll(/(?<![\p{L}\d.])i(?![\p{L}\d.])/gu, 'I').replace(/[\s.!?]+$/, '')
  return clean.slice(0, 1).toUpperCase() + clean.slice(1) + (clean.endsWith('…') ? '' : mark)
}
