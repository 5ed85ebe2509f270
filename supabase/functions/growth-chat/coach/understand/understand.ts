import type { ChatMessage } from '../../../../../domain/growth-chat.ts'
import { withoutQuotes } from '../../../../../domain/quotes.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { REFERENCES, type RecordReference } from '../../../../../domain/records.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Loop } from '../../../_shared/founder-records.ts'
import { topicOf, type Topic } from '../topics.ts'
import { amountsIn, isMoney, type Amount } from './amounts.ts'
import { calculationIn, type Calculation } from './arithmetic.ts'
import { asideIn, type Aside } from './asides.ts'
import { ADDS, ASKS_MORE, ASKS_WHY, CONTINUES, ORDINAL, ORDINALS } from './continues.ts'
import { draftIn } from './draft.ts'
import { foreignLanguageOf, inEnglish, type Language } from './languages.ts'
import { isNamedIn, loopsNamed, mostAlike } from './loops.ts'
import { plain } from './plain.ts'
import { spanAfter, spanBefore, spanIn, spansIn, type Span } from './spans.ts'
import { corrected } from './spelling.ts'
import { withKnownTerms } from './synonyms.ts'
import { DATE, lineRecalled } from './recalled.ts'
import { subjectOf, type Subject } from './subjects.ts'
import { unrecordedIn, type Unrecorded } from './unrecorded.ts'
import { WANTS_HOW } from './wants-how.ts'

/**
 * How a question wants to be answered: with facts, with why they are so, with know-how and its steps, or with its
 * reasoning.
 */
export type Aspect = 'facts' | 'reason' | 'how' | 'why' | 'more' | 'nothing-left'

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
  /** The message to the squad that is to be written. */
  readonly draft: string | undefined
  /** The language of the question, if it is not English. */
  readonly language: Language | undefined
}

/** Words of a follow-up at most. */
const MAX_FOLLOW_UP = { characters: 90, words: 9 } as const
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
  const written = corrected(plain(withoutQuotes(language ? inEnglish(original, language) : asked)))
  const english = withKnownTerms(written)
  const loops = context ? loopsNamed(asked, context.loops) : []
  const topic = topicOf(written) ?? topicOf(original)
  const calculation = calculationIn(asked)
  const amounts = amountsIn(english)
  const spans = context ? spansIn(english, context.today) : []
  const hasMoney = amounts.some((amount) => isMoney(amount, english))
  const hints = { traction: loops.length * 2, runway: hasMoney ? 2 : 0, change: spans.length > 0 ? 0.5 : 0 }
  const named =
    (ACCORDING.test(english) || (context && SAYS.test(english) && loops.length === 0 && isSenderNamed(english, context))
      ? 'squad'
      : undefined) ??
    subjectOf(english, hints, true) ??
    (context && isSenderNamed(english, context) ? 'squad' : undefined)
  // Without a word for a subject, the title of a record may say what is meant.
  const isOpen = named === undefined && loops.length + amounts.length + spans.length === 0
  const unrecorded = unrecordedIn(english)
  // Customers that a loop has brought are its conversions.
  const isOfCounts = amounts.some(({ noun }) => /^(?:demos?|messages?|mails?)$/.test(noun))
  const isWon = unrecorded?.isOfCustomers === true && (loops.length > 0 || isOfCounts || WON.test(english))
  const unknown = isWon || (unrecorded?.near === 'runway' && hasMoney) ? undefined : unrecorded
  const isReason =
    /\bwhy (?:did |have |do )?(?:i|we) (?!are\b|have\b|still\b|not\b)|\breasons? (?:for|behind|to)\b|\bwhat (?:happened|came) (?:after|when|since) (?:i|we)\b/.test(
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
        : asideIn(english, named !== undefined && named !== 'change' && named !== 'today'),
    calculation,
    unrecorded: isHow || (subject && WRITTEN.has(subject)) ? undefined : unknown,
    spans,
    amounts,
    loops,
    reference,
    recalled: undefined,
    draft: draftIn(asked, context ? sendersOf(context) : []),
    language,
  }
}

/** Whose words are asked for, whatever about. */
const ACCORDING = /\b(?:according to|in the words of) (?:the |my |our )?(?:growth )?squad\b/

/** With the name of one of the squad: what they said, and not the messages of a loop. */
const SAYS =
  /\b(?:write|writes|wrote|written|say|says|said|tell|told|suggest\p{L}*|advi[sc]\p{L}*|recommend\p{L}*|mention\p{L}*|messages?|messaged|sent|send|repl(?:y|ies|ied)|answer(?:ed|s)?|respond(?:ed|s)?)\b/u

/** Customers that were won are counted, those that there are are not. */
const WON =
  /\b(?:bring|brings|brought|w[io]n|gain(?:ed)?|sign(?:ed)?(?: up)?|acquired?|convert(?:ed)?|close[d]?|land(?:ed)?)\b(?!.*\blos[et])/

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

/** The first names of those in the squad who have written. */
const sendersOf = ({ messages }: FounderContext): readonly string[] => [
  ...new Set(messages.flatMap(({ sender }) => (sender === FOUNDER_AS_SENDER ? [] : (/\p{L}{3,}/u.exec(sender) ?? [])))),
]

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
  const next = read(asked, context)
  const then = THAT_TIME.test(next.text) && previous.spans.length === 0 ? weekIn(answer, context) : undefined
  const before = { ...previous, recalled: undefined, ...(then && { spans: [then] }) }
  const sum = before.calculation && calculationIn(`${before.calculation.result} ${plain(asked)}`)
  if (sum && !next.calculation) return { ...next, calculation: sum, aside: undefined }
  if (
    next.draft !== undefined ||
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
  if (
    ASKS_WHY.test(text) &&
    isBare(text) &&
    before.aspect !== 'reason' &&
    /\bnot recorded\b/.test(answer.split('\n')[0] ?? '')
  )
    return { ...before, asked }
  if (ASKS_WHY.test(text) && isBare(text))
    return { ...before, asked, aspect: hasReason(before) ? 'reason' : aspectLeft(['why', 'more'], given) }
  if (ASKS_MORE.test(text))
    return { ...before, asked, aspect: aspectLeft(/how/.test(text) ? ['how', 'more', 'why'] : ['more', 'why'], given) }
  const subject = subjectOf(text, {}, true)
  // A check-in is of a week, which its answer names.
  const week = before.spans.length === 0 && before.subject === 'check-ins' ? weekIn(answer, context) : undefined
  const spansBefore = week ? [week] : before.spans
  const hasOwn = subject !== undefined || next.unrecorded !== undefined || next.aspect === 'how'
  const hasDetails =
    next.spans.length + next.amounts.length + next.loops.length > 0 ||
    shifted(text, spansBefore, context?.today) !== undefined
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
    const counted = `${text.replace(/\b(?<many>\d+|\p{L}+) of (?:them|those|these)\b/u, '$<many> people')} ${before.text}`
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
    spans: spansOf(text, next.spans, spansBefore, context?.today) ?? before.spans,
    amounts: isAdded ? amountsIn(added) : next.amounts.length > 0 ? next.amounts : before.amounts,
    loops: next.loops.length > 0 ? next.loops : /\bit\b/.test(text) ? loopsIn(answer, context) : before.loops,
  }
}

const THAT_TIME = /\b(?:that|the same) week\b|\bback then\b|\bat th(?:at|e) time\b/

/** "That week" is the week that the answer before names first. */
function weekIn(answer: string, context: FounderContext | undefined): Span | undefined {
  const [day] = DATE.exec(answer) ?? []
  return day && context ? spanIn(`in the week of ${day.toLowerCase()}`, context.today) : undefined
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

/** "Is that more than in May?" compares the time before with the one that is named. */
const COMPARES = /\bthan\b|\bcompared?\b|\bversus\b|\bvs\b/

function spansOf(
  text: string,
  own: readonly Span[],
  before: readonly Span[],
  today: IsoDate | undefined,
): readonly Span[] | undefined {
  const moved = own.length > 0 ? own : shifted(text, before, today)
  return moved && COMPARES.test(text) && moved.length === 1 ? [...before.slice(0, 1), ...moved] : moved
}

const MAX_STEPS = 60

/** "The month before that", "the week after": the span before, moved. */
function shifted(text: string, [span]: readonly Span[], today: IsoDate | undefined): readonly Span[] | undefined {
  if (!span) return beforeNow(text, today)
  // "Two weeks before that" is two spans back.
  const steps = amountsIn(text).find(({ noun }) => /^(?:day|week|month|quarter|year)s$/.test(noun))?.value ?? 1
  const move = (by: (from: Span) => Span) => [
    Array.from({ length: Math.min(steps, MAX_STEPS) }).reduce<Span>((from) => by(from), span),
  ]
  if (/\b(?:before|earlier|previous(?:ly)?)\b/.test(text)) return move(spanBefore)
  return /\bafter\b|\blater\b/.test(text) ? move(spanAfter) : undefined
}

/** "The month before", after a figure of today, is the last one. */
function beforeNow(text: string, today: IsoDate | undefined): readonly Span[] | undefined {
  const unit = /\bthe (?<unit>week|month|quarter|year) before\b/.exec(text)?.groups?.['unit']
  const last = unit && today ? spanIn(`last ${unit}`, today) : undefined
  return last && [last]
}

const isShort = (text: string): boolean =>
  text.length <= MAX_FOLLOW_UP.characters && text.trim().split(/\s+/).length <= MAX_FOLLOW_UP.words

/** After a figure the records may say why; what is supposed explains itself. */
const hasReason = ({ aspect, subject, amounts }: Question): boolean =>
  aspect === 'facts' && subject !== undefined && EXPLAINED.has(subject) && amounts.length === 0

const EXPLAINED: ReadonlySet<Subject> = new Set(['runway', 'traction', 'goals', 'check-ins'])

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
