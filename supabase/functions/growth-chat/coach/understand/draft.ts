import { SQUAD } from '../../../../../domain/squad.ts'

const POLITE = String.raw`(?:(?:please|pls|plz|ok(?:ay)?|now|and|also|hey|so|just),? )*(?:(?:can|could|would|will) (?:you|u) (?:please |pls )?|help me (?:to )?|let's |i(?: want|'d like| would like| need) (?:you )?to )?`
const KIND = String.raw`(?:message|msg|note|question|request|update|reply|answer|line|text|something|smth|sth|draft)`
const WRITE = String.raw`(?:draft|write|compose|prepare|send|drop|post)(?: me)?(?: (?:a|an|the|my|another))?(?: (?:short|quick|brief|polite|friendly))*`
const MEMBERS = SQUAD.map(({ name }) => name.replace(/^Whole /, ''))

/** What a form begins with, before what the message is to say. */
interface Opening {
  readonly pattern: string
  readonly says: (rest: string) => string
}

/**
 * The message to the squad that is asked for, in the founder's voice: "Should we sell the van?" of "ask the squad whether
 * we should sell the van". Undefined when none is asked for.
 * @param asked as it was written
 * @param people first names of those in the squad who have written
 */
export function draftIn(asked: string, people: readonly string[]): string | undefined {
  const text = asked.trim().replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  const to = `(?:(?:the|my|our) )?(?:whole )?(?<to>${['squad', ...MEMBERS, ...people].join('|')})`
  const openings: readonly Opening[] = [
    { pattern: `${WRITE}(?: ${KIND})? (?:to|for) ${to}`, says: free },
    { pattern: `(?:message|msg|ping|contact|write|text) ${to}`, says: free },
    { pattern: `ask ${to}`, says: question },
    { pattern: `(?:tell|inform|update|notify|let(?= .{3,40} know\\b)) ${to}`, says: statement },
    { pattern: `thank ${to}`, says: (rest) => sentence(`thank you ${rest}`) },
    // No one else can be written to from here.
    { pattern: `${WRITE} (?:message|msg)(?! to\\b| for\\b)`, says: free },
  ]
  for (const { pattern, says } of openings) {
    const { to: recipient, rest } = new RegExp(`^${POLITE}${pattern}(?<rest>(?![\\p{L}\\d]).*)$`, 'iu').exec(text)?.groups ?? {}
    if (rest === undefined) continue
    const message = bare(rest) === '' ? 'Could you help me with …?' : says(bare(rest))
    return !recipient || /squad$/i.test(recipient) ? message : `For ${recipient}: ${message}`
  }
  return undefined
} // prettier-ignore

/** "Asking for an intro", "that we signed Acme", "about prices", or the message itself. */
function free(rest: string): string {
  const asks = /^(?:(?:and|to|that) )*(?:ask(?:s|ing)?|request(?:s|ing)?)(?: (?:them|him|her|everyone))? (?<what>.+)$/i.exec(rest)?.groups?.['what'] // prettier-ignore
  if (asks) return question(/^(?:\S*request)/i.test(rest) ? `for ${asks}` : asks)
  const reported = /^(?:(?:and|to) )*(?:tell|telling|say|saying|inform|informing|let|letting)(?: (?:them|him|her|everyone))? (?<what>.+)$/i.exec(rest)?.groups?.['what'] // prettier-ignore
  if (reported) return statement(reported)
  const about = /^(?:about|on|regarding|concerning) (?<what>.+)$/i.exec(rest)?.groups?.['what']
  return about ? question(`about ${about}`) : statement(rest)
}

function statement(rest: string): string {
  const what = rest.replace(/^know\b\s*/i, '').replace(/^(?:that\b|[:,-])\s*/i, '')
  const about = /^(?:about|on) (?<what>.+)$/i.exec(what)?.groups?.['what']
  return about ? sentence(`an update on ${about}: …`) : sentence(what, isQuestion(what) ? '?' : '.')
}

const AUXILIARY = '(?:should|can|could|would|will|shall|must|may|are|am|is|were|was|have|has|had|do|did)'
const INTERROGATIVE = '(?:whether|if|what|how|when|where|who|which|why)'
/** "How much we should charge": the words of the question, its subject, its verb and the rest. */
const CLAUSE = new RegExp(
  `^(?<words>${INTERROGATIVE}\\b(?: \\p{L}+)??) (?<subject>i|we|they|you) (?<verb>${AUXILIARY}|know|think|recommend|suggest|see|want|need|have)\\b(?<rest>.*)$`,
  'iu',
)

function question(rest: string): string {
  const what = rest.replace(/^(?:them|him|her|everyone)\b\s*/i, '').replace(/^[:,-]\s*/, '')
  const [, preposition = '', object = ''] = /^(for|about|on|to) (.+)$/i.exec(what) ?? []
  if (/for/i.test(preposition)) return `${sentence(`I am looking for ${object}`)} Can you help?`
  if (/about|on/i.test(preposition)) return sentence(`what do you think about ${object}`, '?')
  if (/to/i.test(preposition)) return sentence(`could you ${object}`, '?')
  const clause = CLAUSE.exec(what)?.groups
  if (!clause) return /^(?:whether|if) /i.test(what) ? sentence(`I would like to know ${what}`) : sentence(what, '?')
  const { words = '', subject = '', verb = '', rest: end = '' } = clause
  // The squad is addressed as "you".
  const person = subject.toLowerCase() === 'they' ? 'you' : subject
  const isAuxiliary = new RegExp(`^${AUXILIARY}$`, 'i').test(verb)
  const order = isAuxiliary ? `${verb} ${person}` : `do ${person} ${verb}`
  return sentence(`${words.replace(/^(?:whether|if)\s*/i, '')} ${order}${end}`.trim(), '?')
}

const isQuestion = (text: string): boolean =>
  new RegExp(`^(?:${AUXILIARY} (?:i|we|you)|what|how|when|where|who|which|why)\\b`, 'i').test(text)

/** With a capital, "I" as a word, and one mark at its end. */
function sentence(text: string, mark = '.'): string {
  const clean = text.replaceAll(/(?<![\p{L}\d.])i(?![\p{L}\d.])/gu, 'I').replace(/[\s.!?]+$/, '')
  return clean.slice(0, 1).toUpperCase() + clean.slice(1) + (clean.endsWith('…') ? '' : mark)
}

/** Without what stands around it: a colon, quotation marks, "please". */
const bare = (rest: string): string =>
  rest
    .replace(/^[\s,:;–-]+/, '')
    .replace(/[\s,]*\b(?:please|pls|plz|thanks|thx)\W*$/i, '')
    .replace(/^["“](?<inner>[^"”]+)["”]\W*$/, '$<inner>')
    .trim()
