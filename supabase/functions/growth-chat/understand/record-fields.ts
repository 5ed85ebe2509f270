import { plain } from './plain.ts'

/** What of a record a message asks for. */
export type RecordField =
  | 'day'
  | 'age'
  | 'author'
  | 'text'
  | 'reply'
  | 'reason'
  | 'expected'
  | 'outcome'
  | 'review'
  | 'done'
  | 'mood'
  | 'wins'
  | 'blockers'
  | 'priority'

/** How each is asked for. One that stands before another takes its words: "when do I look again" asks for no other day. */
const FIELDS: readonly (readonly [RecordField, RegExp])[] = [
  ['review', /\b(?:when|what day|until when)\b.{0,40}\b(?:check|look|looked|revisit|review|judge|decide)\b.{0,40}\b(?:it|that|this|again|them)\b|\b(?:review|second look)\b/],
  ['reply', /\bmy (?:answer|reply)\b|\bwhat did (?:i|we) (?:answer|reply|say back|write back)\b|\bdid(?:nt)? (?:i|we) (?:ever )?(?:answer|reply|write back)\b/],
  ['expected', /\bexpect\w*|\bhop(?:e|ed|ing)\b|\b(?:supposed|meant) to (?:come|bring|do|happen)\b|\bfear(?:ed)?\b/],
  ['done', /\b(?:did|have|has) (?:i|it|that|we)\b.*\b(?:do|done|happen|happened|finish|finished|follow up|tick|ticked)\b|\b(?:that )?(?:its|it is|it was) done\b|\bis (?:it|that) done\b/],
  ['outcome', /\bturn(?:ed|s)? out\b|\bcame? (?:of|out)\b|\bout ?comes?\b|\bresults?\b|\bhow did (?:it|that|they|those|each)\b.*\b(?:go|end|work)\b|\b(?:was|were) (?:i|it|they|we) (?:right|wrong)\b|\bdid\b.*\b(?:work|help|pay off|come true|happen)\b/],
  ['author', /\bwho\b.*\b(?:said|says|say|wrote|write|told|tell|asked|suggested|advised)\b|\bwhose (?:idea|note|message|words)\b|\bwho (?:was|is) (?:it|that) from\b/],
  ['age', /\bhow (?:long|old|many days|many weeks|many months)\b.*\b(?:open|ago|sitting|since|old|now|that|it)\b/],
  ['day', /\bwhen\b|\b(?:what|which) (?:day|date|week|month)\b|\bhow long ago\b|\bthe dates?\b/],
  ['mood', /\bmood\b|\bhow (?:did|was|were) (?:i|we) (?:feel|feeling|doing)\b/],
  ['wins', /\bwins\b|\b(?:the|my|our|that|this|a) win\b|\bwent (?:well|right)\b/],
  ['blockers', /\bblock(?:er|ers|ed|ing|s)\b|\bin (?:my|the|our) way\b|\bwent wrong\b/],
  ['priority', /\bpriorit(?:y|ies)\b|\bnext steps?\b|\b(?:down|planned|plan|wanted) (?:as |to do )?next\b|\bdid (?:i|we) plan\b/],
  ['reason', /\bwhy\b|\bhow come\b|\breasons?\b/],
  ['text', /\bwhat\b.*\b(?:say|says|said|write|wrote|written|tell|told|find|found|suggest|suggested|advise|advised|ask|asked)\b/],
] // prettier-ignore

const TAKES: Readonly<Partial<Record<RecordField, readonly RecordField[]>>> = {
  review: ['day'],
  reply: ['text'],
  done: ['outcome', 'text'],
  author: ['text'],
  age: ['day'],
  day: ['text'],
  priority: ['text'],
  wins: ['text'],
  blockers: ['text'],
  mood: ['outcome'],
}

/** Where one part of a message ends and another begins. */
const CLAUSES = /[?!;:]+|\.(?=\s|$)|,|\s(?:and|n|but|also|plus)\s/
/** A part that says how to answer, or nothing. */
const FILLER =
  /^\W*(?:please|pls|thanks|thx|ok|okay|hey|hi|so|again|exactly|really|just|only the \w+|titles?|dates?|one line(?: is enough)?|short(?:ly)?(?: please)?|be honest|honestly|remind me|tell me|quick one|i forgot|i forget)?\W*$/

/** Counts, comparisons, lists and changes are asked of many records, or change one. */
const OTHERWISE =
  /\bhow (?:many|often|much)\b(?! (?:days|weeks|months))|\b(?:average|avg|mean|vs|versus|compared?|better|worse|more|less|fewer|than|since (?:when|which)|every|difference|total)\b|\bwhich (?:decisions|goals|notes|calls|check-?ins|weeks|months|ones)\b|(?:^|[,.;:?!] ?|\b(?:and|please|pls) )(?:move|mark|tick|add|put|change|send|draft|write)\b/

export interface RecordFields {
  readonly fields: readonly RecordField[]
  /** Parts that ask for none: they say which record is meant. */
  readonly others: readonly string[]
}

/**
 * What of one record the parts of a message ask for: "why did I leave the label, and what did I expect?" Undefined for a
 * message that asks for anything of several.
 */
export function recordFieldsIn(text: string): RecordFields | undefined {
  const asked = plain(text.replaceAll(/['’]/g, ''))
  if (OTHERWISE.test(asked)) return undefined
  const fields = new Set<RecordField>()
  const others: string[] = []
  for (const clause of asked.split(CLAUSES)) {
    if (FILLER.test(clause)) continue
    const found = FIELDS.filter(([, pattern]) => pattern.test(clause)).map(([field]) => field)
    const own = found.filter((field) => !found.some((other) => TAKES[other]?.includes(field)))
    for (const field of own) fields.add(field)
    if (own.length === 0) others.push(clause.trim())
  }
  // "How is my mood now?" is of no record.
  if (fields.has('mood') && /\b(?:now|today|these days|is my mood)\b/.test(asked)) return undefined
  return fields.size > 0 ? { fields: [...fields], others } : undefined
}
