import { truncate } from '../../../../domain/truncate.ts'
import { requestSentence, POLITE } from './message-draft.ts'
import { partsOf } from './revise.ts'

/** A mail to somebody outside, as the founder dictates it. */
export interface MailDraft {
  /** Undefined where none is named. */
  readonly recipient: string | undefined
  readonly subject: string
  /** The message, one paragraph. */
  readonly body: string
  readonly isThanks: boolean
}

const MANNER =
  'short|brief|quick|firm|polite|friendly|warm|kind|nice|formal|informal|casual|clear|simple|honest|direct|humble|professional|concise|crisp|gentle|soft|confident|rude|pushy|angry|desperate|salesy|aggressive|needy|cheesy|whiny|stiff|cold|little|good|great|serious|personal|decent|proper|killer|last|final|first|second|third|catchy|human|respectful|apologetic|grateful|tough|strong|easy'
const KINDS =
  'e-?mails?|mails?|letter|note|message|msg|text|dm|reply|answer|line|draft|reminder|apology|goodbye|farewell|invitation|invite|intro(?:duction)?|offer|proposal|request|follow[ -]?up|complaint|cancellation|notice|thank[ -]?(?:you|s)|thx|pitch|update|sth|smth|something|words?'
const VERB = String.raw`(?:draft|write|compose|prepare|send|phrase|formulate|word|drop|shoot|do|make|create|give|e-?mail|mail|text|message|msg|contact|reply|answer|dm)`
const ADJECTIVES = String.raw`(?:(?:an?|the|my|our|some|another|one|new|very|really|super|but|and|yet|not(?: too)?|(?:\d+|two|three|four|five|six)[ -]?(?:lines?|words?|sentences?)|${MANNER})(?:ly)?[ ,]+)*`
const KIND = String.raw`(?:(?<genre>break[ -]?up|win[ -]?back|cold|goodbye|farewell|reminder|apology|thank[ -]?you|thanks|intro(?:duction)?|follow[ -]?up|complaint|cancellation|invitation|offer|pitch|cover|sales)[ -]+)?(?<kind>${KINDS})`
const END = String.raw`(?=\s*(?:$|[,.;:!?\n(–—]|\s-\s)|\s+(?:about|regarding|re|on|over|ask(?:ing|s)?|that|say(?:ing)?|to|tell(?:ing)?|offer(?:ing)?|thank(?:ing|s)?|invit(?:e|ing)|propos(?:e|ing)|request(?:ing)?|remind(?:ing)?|explain(?:ing)?|confirm(?:ing)?|cancel(?:l?ing)?|declin(?:e|ing)|apologi[sz](?:e|ing)|announc(?:e|ing)|introduc(?:e|ing)|suggest(?:ing)?|pitch(?:ing)?|complain(?:ing)?|because|who|why|whether|if|how|what|when|where|and|but|so|with|for|in|since|we|i|they|he|she|were|im|ive|half|a|an|${MANNER}|\d)\b)`
const RECIPIENT = String.raw`(?<to>(?:(?:the|an?|my|our|all|all of|every|each|this|that|some) )*(?!(?:the|an?|my|our|me|up|all|us|${KINDS})\b|(?:${MANNER})(?:ly)?(?:[ ,]+(?:(?:and|but) )?(?:${MANNER}|${KINDS})\b|\s*(?:$|,)))[$€£]?[\p{L}\p{N}][\p{L}\p{N}'’.&-]*(?: [\p{L}\p{N}'’&-]+){0,3}?(?: (?:of|from) (?:the |our |last |this )?[\p{L}-]+)?)`
/** Purposes of a mail, as opposed to its recipients. */
const THING = String.raw`(?:an? |the |my |our |this |that )?(?:\p{L}+ )?(?:invoices?|contract|order|offer|delay|meeting|call|launch|event|price|prices|payment|deal|tender|money|trial|intro|job|interview|referrals?|feedback|pilot)\b`
const FORMS = [
  // "Draft a short mail to Mossgate, …", "polite letter for the landlord"
  String.raw`^${POLITE}(?:${VERB}(?: me| up)? )?${ADJECTIVES}${KIND} (?:to|for(?! ${THING})) ${RECIPIENT}${END}`,
  // "Write the label a polite goodbye, …", "send Mossgate a reminder"
  String.raw`^${POLITE}${VERB} (?:to )?${RECIPIENT} ${ADJECTIVES}${KIND}(?=\W|$)`,
  // "Mail Mossgate: …", "write to the landlord that …"
  String.raw`^${POLITE}(?:${VERB} to|e-?mail|mail|text|message|msg|contact|tell|inform|write|ask|thank|dm|ping|let) ${RECIPIENT}${END}`,
  // "A polite reminder mail about …"
  String.raw`^${POLITE}(?:${VERB}(?: me| up)? )?${ADJECTIVES}${KIND}(?=\W|$)`,
].map((form) => new RegExp(form, 'iu'))

const WORD_LIST = `${MANNER}|but|and|yet|or|not|too|very|bit|a|an|the|please|pls|plz|make|keep|it|be|don'?t|do|sound|so|no|tone|style|still|me|really|super|max|at|most|under|about|lines?|words?|sentences?|paragraphs?|one|two|three|four|five|six|\\d+|thx|thanks|in|english|with|without|being|long|page|half|to|say|yes|for them|drama|begging|excuses|bullshit|bs|fluff|emoji|emojis|just|nothing|more|than|mail|email|as|possible|can you|should|must|sounding|like|human`
/** A clause that says how it is written: "firm but not rude", "4 lines", "make it easy to say yes". */
const HOW = new RegExp(
  String.raw`^(?:(?:${WORD_LIST})(?:ly)?(?:\s+|$))+$|^(?:and |so |but |pls |please )*(?:make|keep) (?:it|this|the tone) (?!clear that)|^(?:and |so |but )*(?:i'?m|i am|im) (?:shy|nervous|bad|not good|scared|terrible|afraid|awkward)\b|^(?:and |so |but )*(?:don'?t|do not) (?:sound|be|beg|let it)\b|^(?:i|we) (?:don'?t|do not|wont|won'?t) want to (?:sound|be|seem|come across)\b|^(?:in|with) (?:a |an |my )?(?:${MANNER}) (?:tone|voice|way|style)|^(?:and |but |be )*(?:truthful|honest|open|clear|frank)(?:ly)? (?:about|on|with)\b`,
  'iu',
)
const HOW_AT_END = new RegExp(
  String.raw`(?:^|[\s,]+)(?:but |and |yet )*(?:(?:not(?: too)? )?(?:${MANNER})(?:ly)?)(?:(?:,| but| and| yet)* (?:not(?: too)? )?(?:${MANNER})(?:ly)?)*$`,
  'iu',
)

/** Clauses that identify the recipient, or say what the mail does: "who quit", "we lost", "that asks". */
const RELATIVE =
  /^ (?:who\b[^,.;:]*|that (?:renewed|paid|signed|stayed|cancelled|wants|wanted|asked|asks for|needs|left|quit|bought|complained|refuses)\b[^,.;:]*|(?:we|i)(?:'ve)? (?:lost|met|know|hired|fired|missed|had)\b(?: (?:last|this|at|in|on) [^,.;:]*)?(?=$|[,.;:])|that (?=(?:asks|says|tells|offers|explains|thanks|invites|reminds|kills|ends|cancels)\b))/i
/** Start of an independent clause. */
const BREAK =
  /[;\n!?]+\s*|\.(?=\s|$)\s*|,(?!\d)\s*|\s+[–—-]\s+|\s+(?:so|and)\s+(?=(?:make|keep) it\b)|\s+and\s+(?=(?:they|we|i|he|she|you|ask(?:ing)?|offer(?:ing)?|tell(?:ing)?|say(?:ing)?|thank(?:ing)?|propos(?:e|ing)|suggest(?:ing)?|invit(?:e|ing)|remind(?:ing)?)\b)/i

/** Purposes of the mail, each as a sentence to its reader. */
const ACTS: readonly (readonly [RegExp, (what: string) => string])[] = [
  [/^ask(?:s|ing)?(?: (?:them|him|her|everyone))? to (?<what>.+)$/i, (what) => `could you ${what}?`],
  [/^ask(?:s|ing)?(?: (?:them|him|her|everyone))? (?:about )(?<what>.+)$/i, (what) => requestSentence(`about ${what}`)],
  [/^(?:ask(?:s|ing)?|request(?:ing)?|beg(?:ging)?)(?: (?:them|him|her|everyone))? (?:for )?(?<what>(?:an?|the|some|half|more|one|two|three|four|five|six|ten|\d\S*|our|my|your|another|feedback|help|advice|intros?|time|payment|money|patience|quotes?|delay|their|for)(?: .*)?)$/i, (what) => `could I ask you for ${what.replace(/^for /i, '')}?`],
  [/^ask(?:s|ing)?(?: (?:them|him|her|everyone))? (?<what>.+)$/i, (what) => requestSentence(what.replace(/\b(?:he|she)\b/i, 'they').replace(/\bthey has\b/i, 'they have'))],
  [/^(?:offer(?:s|ing)?)(?: (?:them|him|her))? to (?<what>.+)$/i, (what) => `I would like to offer to ${what}.`],
  [/^(?:offer(?:s|ing)?)(?: (?:them|him|her))? (?<what>.+)$/i, (what) => `I would like to offer you ${what}.`],
  [/^(?:say(?:ing)?|to say) (?<what>(?:no|yes) to .+)$/i, (what) => `I have to say ${what}.`],
  [/^(?:say(?:ing)?|to say) (?:thanks|thank you|thx)(?: (?:to )?(?:them|him|her))?(?: for)? (?<what>.+)$/i, (what) => `thank you for ${what}.`],
  [/^(?<what>thank (?:them|him|her|you))$/i, () => 'thank you.'],
  [/^(?:mention|includ|stat|point)(?:e|ing)?(?: out)? (?:that )?(?<what>.+)$/i, (what) => what],
  [/^(?:thank(?:s|ing)?|thx|thank you)(?: (?:them|him|her|you))?(?: for)? (?<what>.+)$/i, (what) => `thank you for ${what}.`],
  [/^(?:say(?:ing)? (?:that )?(?:i am |im |i'm |we are )?sorry|apologi[sz](?:e|ing)|sorry)(?: (?:to )?(?:them|him|her))?(?: for| about)? (?<what>.+)$/i, (what) => `I am sorry about ${what}.`],
  [/^(?:say(?:ing)?|to say|tell(?:ing)?|inform(?:ing)?|let(?:ting)?|explain(?:ing)?|announc(?:e|ing)|mention(?:ing)?|writ(?:e|ing))(?: (?:to )?(?:them|him|her|everyone))?(?: know)? (?:that )?(?<what>(?:we|i|they|he|she|it|our|my|the|there|this|their|im|ive|were|from|after|no|if|as)\b.+)$/i, (what) => what],
  [/^(?:tell(?:ing)?|inform(?:ing)?|updat(?:e|ing)|writ(?:e|ing)) (?:(?:them|him|her|everyone) )?(?:about|of|on) (?<what>.+)$/i, (what) => `I would like to tell you about ${what}.`],
  [/^(?:we|i) (?:say|said|have to say) no(?: to (?<what>.+))?$/i, (what) => `unfortunately we have to say no to ${what}.`],
  [/^invit(?:e|ing)(?: (?:them|him|her))? (?:to |for )?(?<what>.+)$/i, (what) => `I would like to invite you to ${what}.`],
  [/^remind(?:ing)?(?: (?:them|him|her))? (?:(?<kept>of|about|that|to) )?(?<what>.+)$/i, (what) => `I would like to remind you of ${what}.`],
  [/^declin(?:e|ing) (?<what>.+)$/i, (what) => `I have to decline ${what}.`],
  [/^(?:propos(?:e|ing)|suggest(?:ing)?) (?:that )?(?<what>(?:we|i|they) .+)$/i, (what) => `my proposal: ${what}.`],
  [/^complain(?:ing)? (?:about |that )?(?<what>.+)$/i, (what) => `I have to complain about ${what}.`],
  [/^(?:cancel(?:s|l?ing)?|end(?:s|ing)?|kill(?:s|ing)?|terminat(?:e|ing)) (?<what>.+)$/i, (what) => `I would like to cancel ${what}.`],
  [/^(?:follow(?:ing)? up on|check(?:ing)? in on) (?<what>.+)$/i, (what) => `I would like to follow up on ${what}.`],
  [/^(?<what>(?:propos|suggest|introduc|announc|confirm|pitch|present|discuss|negotiat|book|order|mov|postpon|extend|renew|schedul|meet|clarify|hir|sell|rais|lower)ing? ?.+)$/i, (what) => `I would like to ${infinitive(what)}.`],
  [/^that (?:they|he|she) (?<what>(?:pay|send|deliver|call|answer|reply|return|extend|sign|come|wait|stop|keep|give|confirm|check|move)s?\b.*)$/i, (what) => `could you ${what.replace(/^(\p{L}+?)s\b/u, '$1')}?`],
  [/^that (?<what>.+)$/i, (what) => what],
  [/^to (?<what>.+)$/i, (what) => `could you ${what}?`],
  [/^(?:can|could|would|will) (?:they|you|he|she) (?<what>.+)$/i, (what) => `could you ${what}?`],
  [/^(?:they|he|she) (?:should|must|have to|need to|has to|needs to) (?<what>.+)$/i, (what) => `could you ${what}?`],
  [/^(?:i|we) (?:want|need|would like|d like|'d like) (?:them|him|her) to (?<what>.+)$/i, (what) => `could you ${what}?`],
  [/^(?:i|we) (?:want|need|would like) (?<what>(?:\d+ ?min|half an hour|an? (?:call|meeting|intro|quote|answer|discount|reply|date))\b.*)$/i, (what) => `could I ask you for ${what}?`],
  [/^(?:i|we) (?:want|need) (?<what>.+)$/i, (what) => `we need ${what}.`],
  [/^(?<what>(?:half|all|the rest|everything|[$€£]?\d[\d.,]*[k%]?|a deposit|the deposit|the full amount)(?: of it| of the invoice| percent)? (?:now|today|tomorrow|upfront|up front|by|until|this|next|before|first|on)\b.*)$/i, (what) => `could you pay ${what}?`],
  [/^(?:about|regarding|re|on|over|for) (?<what>.+)$/i, (what) => `I am writing about ${what}.`],
  [/^(?:because|since|as) (?<what>.+)$/i, (what) => what],
] // prettier-ignore

/** "Announcing the fair" → "announce the fair". */
const infinitive = (text: string): string =>
  text.replace(/^(?<stem>\p{L}+?)ing\b/iu, (_, stem: string) => (/(?:os|nc|at|at|is|ov|on|ul|ir|aus|uc|zen)$/i.test(stem) && !/(?:ent|confirm)$/i.test(stem) ? `${stem}e` : stem)) // prettier-ignore

/** Kinds of letters: what they are about, and how they begin, alone and with a subject. */
const GENRES: readonly (readonly [RegExp, string, string, string])[] = [
  [/goodbye|farewell/i, 'Goodbye', 'I am writing to say goodbye', 'to'],
  [/break|cancel|notice/i, 'Cancellation', 'I am writing to end our agreement', 'on'],
  [/reminder/i, 'Reminder', 'This is a reminder', 'about'],
  [/apology/i, 'Our apology', 'I am sorry', 'about'],
  [/invit/i, 'Invitation', 'I would like to invite you', 'to'],
  [/intro/i, 'Introduction', 'I would like to introduce myself', 'for'],
  [/follow/i, 'Following up', 'I would like to follow up', 'on'],
  [/complaint/i, 'Complaint', 'I have to complain', 'about'],
  [/offer|proposal/i, 'Our offer', 'I would like to make you an offer', 'for'],
  [/thank|thx/i, 'Thank you', 'Thank you', 'for'],
]

/** Words that founders write without their apostrophe. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bim\b/gi, 'I am'],
  [/\bive\b/gi, 'I have'],
  [/^were (?=\p{L}+ing\b|not\b|out\b|late\b|sorry\b|happy\b|short\b|a\b|the\b)/giu, 'we are '],
  [/\bweve\b/gi, 'we have'],
  [/\btheyre\b/gi, 'they are'],
  [/\b(?<word>ca|do|wo|is|are|did|does|have|has|could|would|should|was)nt\b/gi, "$<word>n't"],
  [/\bpls\b|\bplz\b/gi, 'please'],
  [/\bu\b/g, 'you'],
  [/\bthx\b/gi, 'thanks'],
]
/** The recipient is addressed. */
const ADDRESSED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:he|she|they)(?:'s|’s| is| are)\b/gi, 'you are'],
  [/\b(?:he|she) (?<verb>has|does|goes|was)\b/gi, 'you $<verb>'],
  [/\byou has\b/gi, 'you have'],
  [/\byou does\b/gi, 'you do'],
  [/\byou was\b/gi, 'you were'],
  [/\b(?:he|she) (?<verb>\p{L}{2,}[^s\W])s\b/giu, 'you $<verb>'],
  [/\bthey\b|\bthem\b|\bhim\b|(?<![\p{L}])(?:he|she)\b/giu, 'you'],
  [/\btheir\b/gi, 'your'],
  [/\btheirs\b/gi, 'yours'],
  [/\bhis\b|\bher(?= \p{L})/giu, 'your'],
  [/\bher\b/gi, 'you'],
]

const replaced = (text: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((rest, [from, to]) => rest.replaceAll(from, to), text)

/**
 * @example
 * mailDraft('short mail to the bank asking for 20 min of their time').body // 'Could I ask you for 20 min of your time?'
 */
export function mailDraft(dictated: string, revisions: readonly string[] = []): MailDraft {
  const text = dictated.trim().replaceAll(/ for me(?=\s*(?:$|[,.;:!?]))/gi, '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').replace(/[\s,]*\b(?:please|pls|plz|thanks|thx)\W*$/i, '') // prettier-ignore
  const found = FORMS.map((form) => form.exec(text)).find((match) => match !== null)
  const { to, kind = '', genre = '' } = found?.groups ?? {}
  const rest = (found ? text.slice(found[0].length) : text).replace(RELATIVE, '')
  const further = revisions.flatMap(partsOf).flatMap((one) =>
    /^(?:(?:and|also|ok|please|pls),? )*(?:add|mention|say|tell them|ask)\b/i.test(one) ? [one.replace(/^(?:(?:and|also|ok|please|pls),? )*(?:add|mention|also)(?: that)?\b[\s:]*/i, '')] : [],
  ) // prettier-ignore
  const isShorter = revisions.some((one) => /\b(?:shorter|short|brief\w*)\b/i.test(one))
  const own = clausesOf(rest.replace(/^[\s,.:;!?–—-]+/, ''))
  const clauses = [...(isShorter ? own.slice(0, Math.ceil(own.length / 2)) : own), ...further.flatMap(clausesOf)]
  const act = GENRES.find(([pattern]) => pattern.test(genre) || pattern.test(kind))
  // "Ask the printer if …", "thank the brewery for …": the verb stands before the recipient.
  const verb = /^(?:ask|thank)\b/i.exec((found?.[0] ?? '').replace(new RegExp(`^${POLITE}`, 'i'), ''))?.[0]
  const about = clauses.map((clause) => ABOUT.exec(clause)?.groups?.['what']).find((what) => what !== undefined)
  const [first = '', ...others] = clauses.map((clause, at) =>
    clauseSentence(verb && at === 0 ? `${verb} ${clause}` : clause),
  )
  const isAbout = act && ABOUT.test(clauses[0] ?? '')
  const sentences = isAbout ? others : [first, ...others].filter(Boolean)
  // "A reminder to the bank to pay": its sentence says it already.
  const opening = isAbout
    ? sentence(addressed(`${act[2]} ${act[3]} ${about ?? ''}`))
    : act && !sentences.some((one) => one.startsWith(act[2].slice(0, 9)))
      ? `${act[2]}.`
      : ''
  const body = [opening, ...sentences].filter(Boolean).join(' ')
  return {
    recipient:
      to
        ?.replace(HOW_AT_END, '')
        .replace(/[.&'’-]+$/, '')
        .trim() || undefined,
    subject: subjectOf(about, act?.[1], clauses),
    body,
    isThanks: !isShorter,
  }
}

/** Clauses of content, without instructions on style. */
const clausesOf = (text: string): string[] =>
  text
    .split(BREAK)
    .map((clause) => replaced(clause.trim(), CONTRACTIONS))
    .map((clause) => (HOW.test(clause) ? '' : clause.replace(HOW_AT_END, '').replace(/^(?:and|but|so|also)\s+/i, '')))
    .map((clause) => clause.trim())
    .filter(Boolean)

const ABOUT = /^(?:about|regarding|re|on|over|for) (?<what>.+)$/i

function subjectOf(about: string | undefined, act: string | undefined, [first = '']: readonly string[]): string {
  const what = about ?? act
  if (what) return titleOf(what)
  const { groups = {} } = ACTS.map(([pattern]) => pattern.exec(first)).find((match) => match?.groups?.['what']) ?? {}
  const named = groups['what'] ?? first
  return named === '' ? '…' : titleOf(named.replace(/^(?:if|whether|that|for|to) /i, ''))
}

const titleOf = (text: string): string => truncate(sentence(addressed(text)).replace(/[.?!]+$/, ''), 80)

const addressed = (text: string): string => replaced(text, ADDRESSED)

/** A clause as a sentence to the recipient. */
function clauseSentence(clause: string): string {
  for (const [pattern, say] of ACTS) {
    const { what } = pattern.exec(clause)?.groups ?? {}
    if (what) return sentence(addressed(say(what.trim())))
  }
  return sentence(addressed(ASKS.test(clause) ? `${clause}?` : clause))
}

const ASKS = /^(?:can|could|would|will|do|does|did|is|are|when|what|how|who|which|where|why)\b[^?]*$/i

const DAY_OR_MONTH = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december)\b/g // prettier-ignore

/** With a capital, "I" as a word, and one mark at its end. */
function sentence(text: string): string {
  const clean = text
    .replaceAll(/(?<![\p{L}\d.])i(?![\p{L}\d.])/gu, 'I')
    .replaceAll(DAY_OR_MONTH, (name) => name.slice(0, 1).toUpperCase() + name.slice(1))
    .replace(/[\s,;:]+$/, '')
    .trim()
  const marked = /[.!?…]$/.test(clean) || clean === '' ? clean : `${clean}.`
  return marked.slice(0, 1).toUpperCase() + marked.slice(1)
}
