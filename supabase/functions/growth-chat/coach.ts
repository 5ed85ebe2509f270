import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { answerWithCare, careAnswer } from './care/care-answer.ts'
import { careIn, dangerIn, leansToDanger } from './care/care.ts'
import { advisedAmount } from './answer/advised-amount.ts'
import { amountsCompared } from './answer/amounts-compared.ts'
import { adviceOn, definitionOf, SIGN_IN, topics, WITHOUT_ACCOUNT, type TopicName } from './answer/advice.ts'
import { writeMarkdown, type Answer } from './answer/answer.ts'
import { answerFollowUp } from './answer/follow-up.ts'
import { decisionsByVerdict } from './answer/decisions-by-verdict.ts'
import { capital } from './answer/figures.ts'
import { goalFirst } from './answer/goal-first.ts'
import { interpret } from './answer/interpret.ts'
import { loopsOfAll } from './answer/loops.ts'
import { measures } from './answer/measures.ts'
import { questionText } from './answer/question-text.ts'
import { answerRecordFields } from './answer/record-fields.ts'
import { foundLine, searchRecords } from './answer/search.ts'
import { severalWrites } from './answer/several-writes.ts'
import { selectShown } from './answer/selection.ts'
import { withUnread } from './answer/unread.ts'
import { verdictOn } from './answer/verdict.ts'
import { whatToDo } from './answer/what-to-do.ts'
import { covering, remembered } from './coverage.ts'
import type { AskingFounder } from './founder-queries.ts'
import type { Query } from './query.ts'
import type { Calculation } from './understand/arithmetic.ts'
import { languageOf } from './understand/languages.ts'
import { questionBeside } from './understand/question-beside.ts'
import { impossibleTime } from './understand/impossible-time.ts'
import { BOTH, MAX_PARTS, understand, understandRest, type Understood } from './understand/understand.ts'

/** A reading that is as likely as this is answered; below it whole questions are offered. */
const SURE = 0.6
const LIKELY = 0.19
/** An article is long: it comes on a surer reading. */
const LIKELY_ARTICLE = 0.4
/** Questions to press where no reading has one. */
const ALWAYS = ['Where do we stand?', 'What should I do today?']
/** Whole questions to press at most. */
const MAX_QUESTIONS = 3

/**
 * An answer without a model, as Markdown without HTML and images: a person in distress first, then what the message asks
 * (`understand`), computed from the founder's records (`interpret`), in sentences.
 * @param founder undefined for a caller without an account, who gets know-how alone
 * @throws {Error} when a query fails
 */
export async function coachAnswer(
  founder: AskingFounder | undefined,
  messages: readonly ChatMessage[],
  now = new Date(),
): Promise<string> {
  const text = messages.at(-1)?.content ?? ''
  const today = founder?.context.today ?? (now.toISOString().slice(0, 10) as `${number}-${number}-${number}`)
  const care = careIn(text)
  if (care) {
    const beside = founder && (await answerBeside(text, messages.slice(0, -1), founder))
    return beside ? answerWithCare(care, beside) : careAnswer(care, founder?.context, text)
  }
  const understood = understand(messages, founder?.context, today)
  const impossible = understood.query.intent.startsWith('write') ? undefined : impossibleTime(text.toLowerCase())
  if (impossible) return writeMarkdown({ line: impossible })
  const answer = founder ? await answerMessage(text, understood, founder) : await withoutAccount(understood)
  const language = languageOf(text)
  return writeMarkdown(
    language
      ? { ...answer, line: `${answer.line} (I understand some ${language}, but I only speak English.)` }
      : answer,
  )
}

/** Answers that read a whole message, where all its parts ask of the same. */
const OF_WHOLE = [decisionsByVerdict, answerRecordFields, amountsCompared, loopsOfAll, whatToDo] as const
/** Subjects that take any words: a draft is no question about a record. */
const TAKES_ALL = /^(?:write|document|talk|define|calendar|outside\.(?:action|instructions|others))\b/
/** Characters of a message that are read: reading costs time that others wait for. */
const MAX_READ = 1000

async function answerMessage(message: string, understood: Understood, asking: AskingFounder): Promise<Answer> {
  const founder = { ...asking, queries: remembered(asking.queries) }
  const text = message.slice(0, MAX_READ)
  if (!understood.parts && !understood.calculation && !TAKES_ALL.test(understood.query.intent))
    for (const answering of OF_WHOLE) {
      const answer = await answering(text, understood, founder)
      if (answer) return answer
    }
  return covering(text, understood, founder, (one, of) => answerAll(one, of))
}

/** What a message of distress asks besides; undefined where it asks nothing, or may be one of danger. */
async function answerBeside(
  text: string,
  before: readonly ChatMessage[],
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const { context } = founder
  const reading = (content: string) => understand([...before, { role: 'user', content }], context, context.today)
  const question = questionBeside(text, context, context.today)
  if (question) return answerAll(reading(question), founder)
  return dangerIn(text) || leansToDanger(text) ? undefined : whatToDo(text.slice(0, MAX_READ), reading(text), founder)
}

/** The answers to all questions of a message: each is read as one that follows the answer to the one before. */
async function answerAll(asked: Understood, founder: AskingFounder, most = MAX_PARTS): Promise<Answer> {
  if (asked.parts) return answerParts(asked.parts, founder)
  const first = await answerOf(asked, founder)
  const { context } = founder
  const understood = withWeek(asked, first)
  const next = most > 1 ? understandRest(understood, writeMarkdown(first), context, context.today) : undefined
  if (!next) return first
  if (next.share < BOTH) return withRest(first, understood, next, founder)
  const second = await answerAll(next, founder, most - 1)
  // The same answer again: it asks the same, or its own words say nothing.
  if (second.line === first.line)
    return next.query.about.every((word) => understood.query.about.includes(word)) ? first : notUnderstood(first, asked)
  if (isNarrowed(understood.query, next.query)) return second
  if (second.line.startsWith(first.line)) return second
  // "And when?" of a line that says it already.
  if (bare(second.line).includes(bare(first.line))) return first
  return {
    ...second,
    line: `${first.line} ${withMeasure(second.line, next.query, understood.query)}`,
    evidence: [...(first.evidence ?? []).slice(0, 2), ...(second.evidence ?? [])],
  }
}

/** All that a message asks to be written, each to be confirmed by itself; what is not read is named, and changes nothing. */
async function answerParts(parts: readonly Understood[], founder: AskingFounder): Promise<Answer> {
  const answered = []
  for (const part of parts) {
    const isRead = part.share >= BOTH && !isOfNothing(part.query)
    const { intent, dictated } = part.query
    answered.push({
      asked: dictated,
      isWrite: intent.startsWith('write'),
      answer: isRead ? await answerOf(part, founder) : undefined,
    })
  }
  return severalWrites(answered, founder)
}

/** A line without its marks. */
const bare = (line: string): string => line.replaceAll(/\[\[.*?\]\]|[*\s“”.]/g, '')

const notUnderstood = (first: Answer, { rest = '' }: Understood): Answer => ({
  ...first,
  line: `${first.line} I did not understand “${rest}”: ask it by itself.`,
})

const GENERAL = /^(?:and )?what(?:'?s)? (?:else )?(?:was|is|were|went|happened|going|made)\b[^?]{0,25}\??$/i

/** "And what happened?" after something that a check-in tells asks for all of that week. */
const withWeek = (understood: Understood, { line }: Answer): Understood =>
  GENERAL.test(understood.rest ?? '') &&
  OF_RECORD.test(understood.query.intent) &&
  /\[\[check-in:/.test(line) &&
  understood.query.spans.length === 0
    ? { ...understood, rest: 'what else happened that week?' }
    : understood

/** Answers that quote a record, which often says what a second question asks too: "and what did she say?" */
const OF_RECORD =
  /^(?:records|squad|notes|wins|blockers|goals\.(?:find|status|when|age)|decisions\.(?!list|count|share)|mood\.(?:best|worst))/

/** A second question that is not sure: what the records say with its words, or that it is not understood. */
async function withRest(first: Answer, asked: Understood, next: Understood, founder: AskingFounder): Promise<Answer> {
  const { named, telling, spans, amounts, loops } = next.query
  const [found] = (await searchRecords(named, founder, undefined, undefined, telling)).found
  if (found) return { ...first, line: `${first.line} ${foundLine(found, [...named, ...telling])}` }
  const hasOwn = named.length + telling.length + spans.length + amounts.length + loops.length > 0
  const isToldAlready =
    // "And what was going on?" of a week that the first answer tells already.
    (GENERAL.test(asked.rest ?? '') && asked.query.intent.startsWith('mood.')) ||
    (!hasOwn && OF_RECORD.test(asked.query.intent) && !next.query.asksVerdict)
  return isToldAlready ? first : notUnderstood(first, asked)
}

const LISTED = /^(?:goals|decisions)\.(?:list|count)$/

/** "What's on my plate? List my open goals": the second question is the first one, said more closely. */
const isNarrowed = (first: Query, second: Query): boolean =>
  LISTED.test(first.intent) &&
  LISTED.test(second.intent) &&
  first.intent.split('.')[0] === second.intent.split('.')[0] &&
  [first.state, first.verdict, first.impact].every((one) => one === undefined) &&
  first.spans.length + first.periods.length === 0 &&
  (second.state ?? second.verdict ?? second.impact) !== undefined

/** The line of a second figure names what it is of. */
function withMeasure(line: string, { intent }: Query, first: Query): string {
  const [subject, operation] = intent.split('.')
  const measure = operation === 'compare' && measures[subject as keyof typeof measures]
  return !measure || first.intent.startsWith(`${subject}.`) || line.toLowerCase().includes(measure.name)
    ? line
    : `${capital(measure.name)}, ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`
}

/** A search for nothing in particular; one of goals may be of a time, or of all. */
const isOfNothing = ({ intent, about, records, spans, periods, state, concepts }: Query): boolean =>
  about.length === 0 &&
  (intent === 'records.find' ||
    (intent === 'goals.find' &&
      records.length + spans.length + periods.length === 0 &&
      !state &&
      !concepts.has('goals')))

async function answerOf(understood: Understood, founder: AskingFounder): Promise<Answer> {
  const { query, share, others, conversation, calculation } = understood
  if (calculation) return calculated(calculation)
  const chosen = query.ofShown && (await selectShown(query, founder))
  if (chosen) return chosen
  const settled = goalFirst(query, founder) ?? advisedAmount(query, founder)
  if (settled) return settled
  if (query.intent.startsWith('follow') && conversation.queries.length > 0)
    return answerFollowUp(query, conversation, founder)
  const isEmpty = isOfNothing(query)
  if (share >= SURE && !isEmpty) return withUnread(await interpret(query, founder), query, founder)
  const near = [query, ...others.map((one) => one.query)].flatMap((one) => questionText(one) ?? [])
  if (!isEmpty && share >= (query.intent.startsWith('advice') ? LIKELY_ARTICLE : LIKELY)) {
    const answer = await withUnread(await interpret(query, founder), query, founder)
    const read = questionText(query)
    return read && share < 0.4 ? { ...answer, questions: near.filter((one) => one !== read).slice(0, 2) } : answer
  }
  const verdict = query.asksVerdict && (await verdictOn(query, founder))
  if (verdict) return verdict
  // What somebody wrote of it says more than questions that nobody asked.
  const [found, ...more] = (await searchRecords(query.named, founder, undefined, undefined, query.telling)).found
  if (found)
    return {
      line: `Your records say **this** of it: ${foundLine(found, query.named)}`,
      evidence: more.map((one) => foundLine(one, query.named)),
      questions: near.slice(0, 2),
    }
  return {
    line: 'I am **not sure what you mean**. Did you mean one of these?',
    questions: [...new Set(near.length > 0 ? near : ALWAYS)].slice(0, MAX_QUESTIONS),
  }
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
const calculated = ({ expression, result }: Calculation): Answer => ({
  line: `${expression} = **${numbers.format(result)}**.`,
})

async function withoutAccount({ query, conversation, calculation }: Understood): Promise<Answer> {
  const [before] = conversation.queries
  if (calculation) return calculated(calculation)
  if (query.intent === 'define.term') return definitionOf(query.dictated) ?? general()
  const known = before && topicOf(before)
  if (known && query.intent.startsWith('follow'))
    return adviceOn(known, query, undefined, query.intent === 'follow.why' ? 'why' : 'more')
  const topic = topicOf(query)
  return topic ? adviceOn(topic, query, undefined) : general()
}

/** Know-how on what is asked about, for callers without records. */
function topicOf({ intent }: Query): TopicName | undefined {
  const [subject = '', name = ''] = intent.split('.')
  if (subject === 'advice') return name as TopicName
  return (
    {
      runway: 'runway',
      balance: 'runway',
      burn: 'runway',
      goals: 'goals',
      demos: 'outreach',
      messages: 'outreach',
      conversions: 'outreach',
      loops: 'channels',
      decisions: 'decisions',
      mood: 'blockers',
      overview: 'week',
    } as const
  )[subject as 'runway']
}

const general = (): Answer => ({
  line: `${WITHOUT_ACCOUNT} It has nothing on that.`,
  evidence: [
    `You can ask me about ${Object.values(topics)
      .map(({ name }) => name)
      .join(', ')}.`,
  ],
  next: SIGN_IN,
})
