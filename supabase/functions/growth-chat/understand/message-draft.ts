import { SQUAD } from '../../../../domain/squad.ts'

export const POLITE = String.raw`(?:(?:please|pls|plz|ok(?:ay)?|now|and|also|hey|so|just),? )*(?:(?:can|could|would|will) (?:you|u) (?:please |pls )?|help me (?:to )?|let's |i(?: want|'d like| would like| need) (?:you )?to )?`
const WRITE = String.raw`(?:draft|write|compose|prepare|send|drop|post)(?: me)?(?: (?:a|an|the|my|another))?(?: (?:short|quick|brief|polite|friendly))*(?: (?:message|msg|note|question|request|update|reply|answer|line|text|something|smth|sth|draft))? (?:to|for)`
const MEMBERS = ['squad', ...SQUAD.map(({ name }) => name.replace(/^Whole /, ''))].join('|')
const NAME = String.raw`\p{L}+(?:[-'’]\p{L}+)*`
const OPENING = new RegExp(
  String.raw`^${POLITE}(?:(?<ask>ask)|(?<thank>thank)|(?:${WRITE}|tell|remind|inform|update|notify|message|msg|ping|contact|write|text|let|(?:(?:a|the) )?(?:message|msg|note|text|word) (?:to|for))) (?:(?:the|my|our) )?(?:whole )?(?:growth )?(?<to>${MEMBERS}|(?!to\b)${NAME})\b[\s,:-]*(?<rest>.*)$`,
  'isu',
)
/** "Send Ana-Lucía a thx, …", "drop the squad a line that …" */
const GIVEN = new RegExp(
  String.raw`^${POLITE}(?:send|write|drop|shoot|give|post) (?:(?:the|my|our) )?(?:whole )?(?:growth )?(?<to>(?!(?:an?|me|up|it|that|this)\b)(?:${MEMBERS}|${NAME})) (?:(?:an?|the|this|my|some)(?: (?:short|quick|brief|polite|friendly|big|little|nice|huge))* )?(?:(?<thanks>thx|thanks|thank[ -]?you(?: (?:note|message|msg))?)|message|msg|note|line|text|update|word|reminder|question)\b[\s,:-]*(?<rest>.*)$`,
  'isu',
)
/** "Send that to product as a message": what the answer before says. */
const SENT_ON = new RegExp(
  String.raw`^${POLITE}(?:send|forward|pass|post|share|write|tell|message|msg) (?:(?:it|that|this|those|them|the answer)(?: on)? (?:to|with) )(?:(?:the|my|our) )?(?:whole )?(?:growth )?(?<to>${MEMBERS}|${NAME})\b(?<rest>.*)$`,
  'isu',
)
/** "how much we should charge": the words of the question, its subject and its verb. */
const CLAUSE =
  /^(?<words>(?:whether|if|what|how|when|where|who|which|why)\b(?: (?!i\b|we\b|they\b|you\b)\p{L}+)*) (?<subject>i|we|they|you) (?<verb>should|can|could|would|will|must|may|are|am|is|were|was|have|has|had|do|did)\b(?<rest>.*)$/iu

const SQUAD_NAMES = new RegExp(`^(?:${MEMBERS}|squad|them|team|everyone|everybody|all|guys)$`, 'i')

export interface MessageDraft {
  /** The named recipient; undefined for all of the squad. */
  readonly to: string | undefined
  readonly text: string
}

/**
 * The message to the squad that is asked for, in the founder's voice; undefined when none is.
 * @param sentOn the answer before, for a message that sends it on
 * @example
 * messageDraft('ask the squad whether we should sell the van')?.text // 'Should we sell the van?'
 */
export function messageDraft(dictated: string, sentOn = ''): MessageDraft | undefined {
  const text = dictated.trim().replaceAll('’', "'").replaceAll(/\s+/g, ' ')
  const on = sentOn === '' ? undefined : SENT_ON.exec(text)?.groups
  const { ask, thank, thanks, to = '', rest = '' } = on ?? (GIVEN.exec(text) ?? OPENING.exec(text))?.groups ?? {}
  if (to === '') return undefined
  const body = rest
    .replace(/[\s,]*\b(?:please|pls|plz|thanks|thx)\W*$/i, '')
    .replace(/^["“]([^"”]+)["”]\W*$/, '$1')
    // One who is named is asked themselves.
    .replace(/^((?:if|whether|when|what|how) )(?:he|she)\b/i, '$1they')
    .trim()
  const said = on
    ? sentOnText(sentOn, rest)
    : thanks
      ? `Thank you! ${/^for\b/i.test(body) ? sentence(`thank you ${body}`, '.') : body === '' ? '' : bodyOf(body, false)}`.replace(/^Thank you! (?=Thank you)/, '').trim() // prettier-ignore
      : body === ''
        ? 'Could you help me with …?'
        : thank
          ? sentence(`thank you ${body}`, '.')
          : bodyOf(body, ask !== undefined)
  if (SQUAD_NAMES.test(to)) return { to: undefined, text: said }
  return { to, text: `For ${to.replaceAll(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase())}: ${said}` }
}

/** An answer's first quote, or its first sentence; the records behind it with it unless it is to be short. */
function sentOnText(answer: string, rest: string): string {
  const [first = '', ...lines] = answer.replaceAll(/ ?\[\[[^\]]*\]\]/g, '').replaceAll('**', '').split('\n').filter(Boolean) // prettier-ignore
  const quotes = [...first.matchAll(/“([^“”]+)”/g)].map(([, quote = '']) => quote)
  const said = quotes.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const main = said.split(' ').length > 3 ? said : first
  const others = /\bshort|\bbrief/i.test(rest) || said.split(' ').length > 3 ? [] : lines.filter((line) => line.startsWith('- ')).slice(0, 3) // prettier-ignore
  const title = quotes.length > 1 && quotes[0] !== said ? `${quotes[0]}: ` : ''
  return [sentence(`${title}${main}`, '.'), ...others.map((line) => sentence(line.slice(2), '.'))].join(' ')
}

function bodyOf(body: string, isAsked: boolean): string {
  const { told = '', asked = '' } =
    /^(?<told>.+?)(?:[,;]? and (?:also )?|[.;] (?:and )?(?:also )?)ask(?: (?:them|him|her|everyone))? (?<asked>.+)$/i.exec(
      body,
    )?.groups ?? {}
  if (told !== '' && !isAsked) return `${bodyOf(told, false)} ${requestSentence(asked)}`
  const asks = /^(?:and |to |that )*ask(?:s|ing)?(?: (?:them|him|her|everyone))? (?<what>.+)$/i.exec(body)?.groups?.[
    'what'
  ]
  const { question = '', also = '' } =
    (isAsked &&
      /^(?<question>.+?)[,;]? and (?:tell|let) (?:them|him|her|everyone)(?: know)? (?:that )?(?<also>.+)$/i.exec(body)
        ?.groups) ||
    {}
  if (question !== '') return `${requestSentence(question)} ${bodyOf(also, false)}`
  if (asks || isAsked) return requestSentence(asks ?? body)
  const what = body
    .replaceAll(
      /(?<=[.?!] )(?:and |also |please )*(?:add|mention|say)(?: also)? that (?<said>\p{L})/giu,
      (_, said: string) => said.toUpperCase(),
    )
    .replace(/^(?:know\b\s*)?(?:that\b|[:,-])?\s*/i, '')
    .replace(/^(?:tell|say|saying|telling)(?:ing)? (?:them |him |her )?(?:that )?/i, '')
  // "…, and tell him thanks for the advice"
  const { said = '', more = '' } =
    /^(?<said>.+?)[,;]? and (?:tell|let) (?:them|him|her|everyone)(?: know)? (?:that )?(?<more>.+)$/i.exec(what)
      ?.groups ?? {}
  if (said !== '') return `${bodyOf(said, isAsked)} ${bodyOf(more, false)}`
  const thanked = /^(?:thanks|thank you|thx)[,;.]? and (?:that )?(?<then>.+)$/i.exec(what)?.groups?.['then']
  if (thanked) return `Thank you! ${bodyOf(thanked, false)}`
  const about = /^(?:about|on|regarding) (?<what>.+)$/i.exec(what)?.groups?.['what']
  if (about) return requestSentence(`about ${about}`)
  return sentence(
    what,
    /^(?:should|can|could|would|will|is|are|do|does|what|how|when|where|who|which|why)\b(?!.*[.?!] )/is.test(what)
      ? '?'
      : '.',
  )
}

/** A request as a sentence to its recipient. */
export function requestSentence(rest: string): string {
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
  const clean = text
    .replaceAll(/(?<![\p{L}\d.])i(?![\p{L}\d.])/gu, 'I')
    .replaceAll(/\bive\b/gi, 'I have')
    .replaceAll(/\bim\b/gi, 'I am')
    .replace(/[\s.!?]+$/, '')
  return clean.slice(0, 1).toUpperCase() + clean.slice(1) + (clean.endsWith('…') ? '' : mark)
}
