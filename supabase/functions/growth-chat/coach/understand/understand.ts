import type { ChatMessage } from '../../../../../domain/growth-chat.ts'
import { withoutQuotes } from '../../../../../domain/quotes.ts'
import { REFERENCES, type RecordReference } from '../../../../../domain/records.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Loop } from '../../../_shared/founder-records.ts'
import { topicOf, type Topic } from '../topics.ts'
import { amountsIn, isMoney, type Amount } from './amounts.ts'
import { calculationIn, type Calculation } from './arithmetic.ts'
import { foreignLanguageOf, inEnglish, type Language } from './languages.ts'
import { isNamedIn, loopsNamed, mostAlike } from './loops.ts'
import { plain } from './plain.ts'
import { spanAfter, spanBefore, spansIn, type Span } from './spans.ts'
import { corrected } from './spelling.ts'
import { lineRecalled } from './recalled.ts'
import { subjectOf, type Subject } from './subjects.ts'
import { unrecordedIn, type Unrecorded } from './unrecorded.ts'

/** What a message wants that has nothing to do with records. */
export type Aside = 'greeting' | 'thanks' | 'self' | 'instructions' | 'date' | 'impossible'

/** How a question wants to be answered: with facts, with know-how and its steps, or with the reasoning. */
export type Aspect = 'facts' | 'how' | 'why' | 'more' | 'nothing-left'

/** A message as the coach understands it, together with what it takes from the messages before. */
export interface Question {
  /** As it was written. */
  readonly asked: string
  /** In plain English words, without quotes. Of a follow-up: its own words first, then those before. */
  readonly text: string
  readonly subject: Subject | undefined
  /** The know-how that it is about. */
  readonly topic: Topic | undefined
  readonly aspect: Aspect
  readonly aside: Aside | undefined
  readonly calculation: Calculation | undefined
  readonly unrecorded: Unrecorded | undefined
  /** The first is asked about; others are to be compared with it. */
  readonly spans: readonly Span[]
  readonly amounts: readonly Amount[]
  /** Loops that it names. */
  readonly loops: readonly Loop[]
  /** A record that the answer before names, and this question means: "the second one". */
  readonly reference: RecordReference | undefined
  /** The line of the answer before that this question means: "when was that?". */
  readonly recalled: string | undefined
  /** The language of the question, if it is not English. */
  readonly language: Language | undefined
}

/** Words of a follow-up at most. */
const MAX_FOLLOW_UP = { characters: 90, words: 9 } as const
const CONTINUES =
  /^(?:with|without|plus|and|but|or|so|then|what about|how about|what if|same|also|now|ok(?:ay)?|versus|vs)\b|\bthen\?*$|\binstead\b|\bthe (?:same|other|others)\b|\bof (?:those|these|them|it)\b|\b(?:it|they) (?:take|took|bring|brought|have|had|cost)\b|^(?:which|what) ones?\b|^which(?: of|\W*$)|^(?:list|show|name) (?:me )?(?:them|those|these)\b|^what (?:are|were) (?:they|those|these)\b|^how many (?:is|are|was|were|does) (?:that|those|these|they|it|there)\b|^(?:per|by|from|on|of) \p{L}+|^(?:a|per|each|every) (?:year|week|day|month|quarter)\b|^in (?:weeks|days|months|years|percent|dollars|%)/u
/** "And if I also raise 100k?": what was supposed before stays. */
const ADDS = /\balso\b|\bas well\b|\bon top\b|\bin addition\b|\badditionally\b|\btoo\W*$/
const ASKS_WHY =
  /^(?:(?:but|and|so|ok(?:ay)?) )?(?:why|how (?:come|so)|how did you (?:get|calculate|come to))\b|^explain|^really\b/
const ASKS_MORE =
  /^(?:(?:and|ok(?:ay)?) )?(?:tell me )?(?:how|more|else|what else|anything else|go on|continue|next|details?|and then|then|then what|what then|an example|for example|example)\b[^\p{L}]*(?:please|now)?\W*$|^\?+$|^(?:ok(?:ay)?|yes|yes please|sure)\W*$/u
const ORDINAL =
  /\b(?:the )?(?<nth>first|second|third|fourth|1st|2nd|3rd|4th|last|latter|former)(?: one)?\b(?= *(?:\?|$|one\b|of (?:them|these|those)))/
const ORDINALS: Readonly<Record<string, number>> = {
  first: 0, '1st': 0, former: 0, second: 1, '2nd': 1, latter: 1, third: 2, '3rd': 2, fourth: 3, '4th': 3, last: -1,
} // prettier-ignore

const WANTS_HOW =
  /\bhow (?:can|could|do|should|would|to|might|shall) (?!.*\b(?:how (?:many|much|long)|i feel)\b)|\bhow to\b|\bexplain\b|\badvice\b|\btips?\b|\bbest (?:channels?|ways?|practices?)\b|\b(?:any|some|more|new|give me|your) ideas?\b|\bideas (?:for|to|on|about|how)\b|\bhelp (?:me|with)\b|\bwhat helps\b|\bgive up\b|\bcan(?:no|')?t sleep\b|\bcant sleep\b|\bexhausted\b|\bbreak down\b|\bguide\b|\binvestors (?:ask|want|look)\b|\bwhat (?:do|would) investors\b|\bwhen should (?:i|we)\b|\bshould (?:i|we) (?:hire|raise|charge|price|fundraise|pivot|discount|offer|use|try|build|launch|sell)\b|\bwhat do i do about\b|\bteach me\b|\bwhat (?:is|are|does) (?:a |an |the )?(?:good |meant by )?(?:cac|runway|churn|retention|freemium|safe|term sheet|burn rate|conversion rate|net burn|ltv)(?: mean)?\??$/

const asides: readonly (readonly [Aside, RegExp])[] = [
  [
    'instructions',
    /\b(?:system|initial|original|hidden|secret) (?:prompt|instructions?|message|text)\b|\b(?:your|the|these|those|all|previous|prior|above) (?:\w+ )?(?:instructions?|prompts?|rules|guidelines)\b|\b(?:print|show|output) (?:everything|all) (?:above|before)\b|\brepeat\b.*\b(?:above|before|verbatim|words|text|prompt|instructions?|messages?|you were told)\b|\b(?:text|words|content|everything|what is|data) (?:between|inside|within|in) (?:the |your )?(?:tags|records|memory|prompt)|<\/?records>|\bignore (?:all|any|your|the|previous|everything)\b|\b(?:your|ai|founder|admin'?s?|secret|hidden) memory\b|\bmemory (?:about|of|on) (?:me|us)\b|\bwhat do you (?:remember|know about me from)|\b(?:admins?|team|squad) (?:wrote|written|noted|say|said|think|thinks) about me\b|\bdeveloper mode\b|\bjailbreak|\bverbatim\b|\bwhat were you told\b|\b(?:reveal|print|dump|show) (?:me )?(?:your|the) (?:system|prompt|instructions|memory|context|configuration|api)|\bother founders?\b|\b(?:which|what|the) founder (?!i\b|me\b)\p{L}+|\bsame for \p{L}+|\bmemory say|^complete\W|\bfinish (?:the|this|my) sentence\b|\bwhat does the memory\b|\banother founder\b|\bother (?:companies|startups|users)\b|\ball founders\b|\ball (?:the )?(?:users?|accounts?|e-?mails?|passwords?)\b|\b(?:users?|founders?)'? (?:e-?mails?|passwords?|accounts?)\b|\badmin (?:console|panel|mode|access|rights)\b|\b(?:other|another) (?:startups?|compan(?:y|ies)|users?|founders?)\b|\braw json\b|\bbase64\b/u,
  ],
  [
    'date',
    /\bhow many days (?:are |is )?left\b|\bhow (?:many (?:days|weeks)|long) (?:is it )?(?:until|till|til|to) (?:the )?(?:end of the year|christmas|xmas|new year|\d|\w+day\b|january|february|march|april|may|june|july|august|september|october|november|december)|\b(?:what|which) (?:date|day) (?:is|will) (?:it|that)\b(?: be)?|\b(?:what|which) (?:day|date|time|month|year|week|weekday)(?: of the week)? (?:is|do we have)\b|\b(?:todays?'?s?|current) date\b|\bwhich (?:day|week|month|quarter|year) (?:is|are|do)\b|\bwhat's the (?:date|day|time)\b/,
  ],
  [
    'greeting',
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hiya|yo|greetings|hallo|hola|bonjour|salut|ciao|guten (?:tag|morgen))\b[^?]{0,24}[!.?]*$|^(?:how are you|how's it going|what's up|sup|(?:are )?you (?:there|here|awake)|anyone there|test(?:ing)?)\b.{0,12}$/,
  ],
  [
    'thanks',
    /^(?:ok(?:ay)?,? )?(?:you(?:'re| are) (?:great|awesome|amazing|helpful|the best|so good)|well done|thanks?|thank you|thx|cheers|great|perfect|cool|nice|awesome|got it|bye|goodbye|see you|good night|danke|merci|gracias)\b(?!.*\b(?:how|what|when|which|who|why|where)\b).{0,30}$|^(?:ok(?:ay)?|k|alright|understood|noted|makes sense)[\s!.,]*$/,
  ],
  [
    'self',
    /\b(?:who|what) are you\b|\bare you (?:a|an|human|real|chatgpt|gpt|claude|ai|the)\b|\bwhat can you (?:do|answer|help)|\bwhat can i ask\b|\bhow do you work\b|\bwhat(?: language)? model\b|\byour name\b|^help\W*$/,
  ],
  [
    'impossible',
    /\bweather\b|\bflights?\b|\bhotels?\b|\brestaurants?\b|\bnews\b|\bstock (?:price|market)|\bbitcoin\b|\bjokes?\b|\bpoem\b|\bsong\b|\brecipe\b|\b(?:write|generate|draft) (?:me )?(?:some |a |an |the )?(?:code|script|essay|blog|e-?mail|press release|contract|image|picture|tweet|post)|\bpicture\b|\btranslate\b|\bfootball\b|\bcapital of\b|\bpresident\b|\bwho (?:won|invented|is the (?:ceo|king|queen))|\b(?:order|buy) me\b|\bmovies?\b|\bremind me\b|\bset (?:an )?(?:alarm|reminder)\b|\bsend (?:an )?e-?mail\b|\bgoogle\b|\bsearch the (?:web|internet)\b|\bwikipedia\b|\blawyer\b|\blegal advice\b|\bmedical\b|\b(?:python|javascript|code|script|scrape\p{L}*)\b|\btides?\b|^(?:please )?(?:mark|tick|check|cross|set) .{1,60}\b(?:as (?:done|complete|completed|finished|closed|open)|off)\W*$|^(?:please )?(?:invoice|bill|refund|schedule|upload|export|tweet) (?:the|a|an|my|our|all|this|that)\b|^(?:please )?set an? (?:alarm|timer|reminder)\b|^(?:please )?(?:delete|remove|wire|transfer|pay|send|cancel|rename|change|edit) (?:my|the|this|\$|all|it|that|them)\b|^(?:please )?(?:call|phone|ring|e-?mail|text|message|write to) .{1,60} for (?:me|us)\b|\b(?:can|could|would|will) you (?:please )?(?:call|phone|mail|e-?mail|contact|pay|send|order|buy|meet|visit|drive|code|build|design)\b/u,
  ],
]

/** Characters of a message that are read, and messages: reading costs time that others wait for. */
const MAX_READ = { characters: 1000, messages: 12 } as const

/** What the last message of a conversation asks, with the messages before it. */
export function understand(messages: readonly ChatMessage[], context: FounderContext | undefined): Question {
  let question: Question | undefined
  let answer = ''
  let given: readonly Aspect[] = []
  for (const { role, content: written } of messages.slice(-MAX_READ.messages)) {
    const content = role === 'user' ? written.slice(0, MAX_READ.characters) : written
    if (role === 'assistant') answer = content
    else {
      const next = question ? follow(question, given, content, answer, context) : read(content, context)
      given =
        next.topic !== undefined && next.topic === question?.topic && isShort(content) ? [...given, next.aspect] : []
      question = next
    }
  }
  return question ?? read('', context)
}

/** A message by itself. */
function read(asked: string, context: FounderContext | undefined): Question {
  const original = plain(asked)
  const language = foreignLanguageOf(original)
  const english = corrected(plain(withoutQuotes(language ? inEnglish(original, language) : asked)))
  const loops = context ? loopsNamed(asked, context.loops) : []
  const topic = topicOf(english) ?? topicOf(original)
  const calculation = calculationIn(asked)
  const amounts = amountsIn(english)
  const spans = context ? spansIn(english, context.today) : []
  const hasMoney = amounts.some((amount) => isMoney(amount, english))
  const hints = { traction: loops.length * 2, runway: hasMoney ? 2 : 0, change: spans.length > 0 ? 0.5 : 0 }
  const named =
    (ACCORDING.test(english) || (context && SAYS.test(english) && isSenderNamed(english, context))
      ? 'squad'
      : undefined) ??
    subjectOf(english, hints, true) ??
    (context && isSenderNamed(english, context) ? 'squad' : undefined)
  // Without a word for a subject, the title of a record may say what is meant.
  const isOpen = named === undefined && loops.length + amounts.length + spans.length === 0
  const unknown = unrecordedIn(english)
  const isReason =
    /\bwhy (?:did|have|do) (?:i|we)\b|\breasons? (?:for|behind|to)\b|\bwhat (?:happened|came) (?:after|when|since) (?:i|we)\b/.test(
      english,
    )
  const decision = isReason ? context && decisionTitled(asked, context) : undefined
  const reference = decision ?? (context && isOpen ? recordTitled(asked, context, unknown ? 2 : 1) : undefined)
  const subject =
    (decision && 'decisions') ?? named ?? (reference && SUBJECTS[reference.kind]) ?? subjectOf(english, hints)
  const isHow = WANTS_HOW.test(english) && !wantsAmount(english, amounts)
  return {
    asked,
    text: english,
    subject,
    topic,
    aspect: isHow && topic && named !== 'squad' && named !== 'notes' ? 'how' : 'facts',
    aside: calculation
      ? undefined
      : isAboutOther(asked, context)
        ? 'instructions'
        : asides.find(([, pattern]) => pattern.test(english))?.[0],
    calculation,
    unrecorded: isHow || (subject && WRITTEN.has(subject)) ? undefined : unknown,
    spans,
    amounts,
    loops,
    reference,
    recalled: undefined,
    language,
  }
}

/** Whose words are asked for, whatever about. */
const ACCORDING = /\b(?:according to|in the words of) (?:the |my |our )?(?:growth )?squad\b/

/** With the name of one of the squad: what they said, and not the messages of a loop. */
const SAYS =
  /\b(?:write|writes|wrote|written|say|says|said|tell|told|suggest\p{L}*|advi[sc]\p{L}*|recommend\p{L}*|mention\p{L}*)\b/u

/** What may be written about anything, also about what is not recorded as such. */
const WRITTEN: ReadonlySet<Subject> = new Set(['goals', 'decisions', 'notes', 'squad'])
const SUBJECTS = { goal: 'goals', decision: 'decisions', note: 'notes' } as const

const subjectOfRecord = ({ kind }: RecordReference): Subject | undefined =>
  kind === 'goal' || kind === 'decision' || kind === 'note' ? SUBJECTS[kind] : undefined

/** The record whose title a question has words of. */
function recordTitled(asked: string, { goals, decisions, notes }: FounderContext, minShared: number) {
  const goal = mostAlike(asked, goals, ({ text }) => text, minShared)
  if (goal) return { kind: 'goal', id: goal.id } as const
  const decision = decisionTitled(asked, { decisions }, minShared)
  if (decision) return decision
  const note = mostAlike(asked, notes, ({ title }) => title, minShared)
  return note && ({ kind: 'note', id: note.id } as const)
}

function decisionTitled(asked: string, { decisions }: Pick<FounderContext, 'decisions'>, minShared = 1) {
  const decision = mostAlike(asked, decisions, ({ title }) => title, minShared)
  return decision && ({ kind: 'decision', id: decision.id } as const)
}

/** "Olga Petrova's runway", "how much money does Petrova have": of a person who is in none of the founder's records. */
const OTHERS =
  /\b(?<possessor>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)['’]s? (?:runway|balance|revenue|burn|money|cash|demos?|goals?|mood|conversions?|decisions?|loops?)\b|\b(?:does|has|did|would|will|is|can) (?<owner>\p{Lu}\p{L}+) (?:have|earn|spend|do|make|say|tell|think|owe|need)\b/u

function isAboutOther(asked: string, context: FounderContext | undefined): boolean {
  const { possessor, owner } = OTHERS.exec(asked)?.groups ?? {}
  const name = possessor ?? owner
  if (name === undefined || !context) return false
  const { firstName, loops, messages, notes, goals, checkins, decisions } = context
  const own = plain(JSON.stringify([firstName, loops, messages, notes, goals, checkins, decisions]))
  return !plain(name)
    .split(' ')
    .some((word) => own.includes(word))
}

const isSenderNamed = (text: string, { messages }: FounderContext): boolean =>
  messages.some(({ sender }) => sender !== FOUNDER_AS_SENDER && isNamedIn(text, sender))

/** A message after others: a question of its own, or one that continues. */
function follow(
  previous: Question,
  given: readonly Aspect[],
  asked: string,
  answer: string,
  context: FounderContext | undefined,
): Question {
  const before = { ...previous, recalled: undefined }
  const next = read(asked, context)
  const sum = before.calculation && calculationIn(`${before.calculation.result} ${plain(asked)}`)
  if (sum && !next.calculation) return { ...next, calculation: sum, aside: undefined }
  if (
    (next.aside && !ASKS_MORE.test(next.text)) ||
    next.calculation ||
    next.language !== before.language ||
    !isShort(asked)
  )
    return next
  const text = next.text
  const recalled = lineRecalled(text, answer)
  if (recalled) return { ...before, asked, text, aspect: 'facts', recalled }
  const reference = referenceIn(text, answer) ?? decisionIn(text, answer)
  if (reference)
    return { ...before, asked, text, subject: subjectOfRecord(reference) ?? before.subject, aspect: 'facts', reference }
  // What is not recorded has no other reason than that.
  if (ASKS_WHY.test(text) && isBare(text) && /\bnot recorded\b/.test(answer.split('\n')[0] ?? ''))
    return { ...before, asked }
  if (ASKS_WHY.test(text) && isBare(text)) return { ...before, asked, aspect: aspectLeft(['why', 'more'], given) }
  if (ASKS_MORE.test(text))
    return { ...before, asked, aspect: aspectLeft(/how/.test(text) ? ['how', 'more', 'why'] : ['more', 'why'], given) }
  const subject = subjectOf(text, {}, true)
  const hasOwn = subject !== undefined || next.unrecorded !== undefined || next.aspect === 'how'
  const hasDetails =
    next.spans.length + next.amounts.length + next.loops.length > 0 || shifted(text, before.spans) !== undefined
  if (!CONTINUES.test(text) && (hasOwn || !hasDetails)) return next
  if (subject !== undefined && subject !== before.subject) {
    return { ...next, subject, spans: next.spans.length > 0 ? next.spans : before.spans }
  }
  if (next.unrecorded || next.aspect === 'how') return next
  const added = `${before.text} and ${text}`
  const hasMoney = ({ amounts, text }: Question) => amounts.some((amount) => isMoney(amount, text))
  // "Make it two people" after "what if I hire for 8k": the count belongs to the amount.
  if (
    next.amounts.length > 0 &&
    !hasMoney(next) &&
    next.amounts.every(({ unit }) => unit === 'number') &&
    hasMoney(before)
  ) {
    const counted = `${text} ${before.text}`
    return { ...before, asked, text: counted, amounts: amountsIn(counted), aspect: 'facts' }
  }
  const isAdded = ADDS.test(text) && next.amounts.length > 0 && before.amounts.length > 0
  return {
    ...before,
    asked,
    // Amounts are looked up by their place in the text: those that add up are read in their order.
    text: isAdded ? added : `${text} ; ${before.text}`,
    aspect: 'facts',
    reference: undefined,
    spans: next.spans.length > 0 ? next.spans : (shifted(text, before.spans) ?? before.spans),
    amounts: isAdded ? amountsIn(added) : next.amounts.length > 0 ? next.amounts : before.amounts,
    loops: next.loops.length > 0 ? next.loops : /\bit\b/.test(text) ? loopsIn(answer, context) : before.loops,
  }
}

/** The loop that the answer before names first. */
function loopsIn(answer: string, context: FounderContext | undefined): readonly Loop[] {
  const named = [...answer.matchAll(REFERENCES)].find(({ groups }) => groups?.['kind'] === 'loop')?.groups?.['id']
  return context?.loops.filter(({ id }) => id === named) ?? []
}

/** "What did I expect of it?": the decision that the answer before names first. */
function decisionIn(text: string, answer: string): RecordReference | undefined {
  if (
    !/\b(?:expect|reason|decid|outcome|result|came|why did (?:i|we) (?:make|do))\p{L}*\b.*\b(?:it|that|this)\b/u.test(
      text,
    )
  )
    return undefined
  const named = [...answer.matchAll(REFERENCES)].map(({ groups }) => groups as unknown as RecordReference)
  return named.find(({ kind }) => kind === 'decision')
}

/** "The month before that", "the week after": the span before, moved. */
function shifted(text: string, [span]: readonly Span[]): readonly Span[] | undefined {
  if (!span) return undefined
  if (/\b(?:before|earlier|previous(?:ly)?)\b/.test(text)) return [spanBefore(span)]
  return /\bafter\b|\blater\b/.test(text) ? [spanAfter(span)] : undefined
}

const isShort = (text: string): boolean =>
  text.length <= MAX_FOLLOW_UP.characters && text.trim().split(/\s+/).length <= MAX_FOLLOW_UP.words

/** "Why?" and "why is that?", but not "why did demos fall in October?". */
const isBare = (text: string): boolean => text.split(' ').length <= 6 && subjectOf(text) === undefined

/** "What would revenue have to be?" with an amount is arithmetic, even when it begins like a request for advice. */
const wantsAmount = (text: string, amounts: readonly Amount[]): boolean =>
  amounts.some(({ noun }) => noun === 'months') ||
  /\bhow (?:many|much|long)\b/.test(text) ||
  (amounts.some(({ unit }) => unit !== 'number') && /\bif\b|\bafford\b/.test(text))

const aspectLeft = (wanted: readonly Aspect[], given: readonly Aspect[]): Aspect =>
  wanted.find((aspect) => !given.includes(aspect)) ?? 'nothing-left'

/** The record that "the second one" means, in the order in which the answer before names them. */
function referenceIn(text: string, answer: string): RecordReference | undefined {
  const nth = ORDINAL.exec(text)?.groups?.['nth']
  if (nth === undefined) return undefined
  const named = [...answer.matchAll(REFERENCES)].map(({ groups }) => groups as unknown as RecordReference)
  const different = named.filter(({ id }, index) => named.findIndex((other) => other.id === id) === index)
  return different.at(ORDINALS[nth] ?? 0)
}
