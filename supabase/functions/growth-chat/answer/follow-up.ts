import { RECORD_KINDS } from '../../../../domain/records.ts'
import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import type { RecordReference } from '../../../../domain/records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { INTENTS, type Intent, type Query } from '../query.ts'
import { nameOf } from '../text.ts'
import { referencesIn } from '../understand/references.ts'
import type { Conversation } from '../understand/conversation.ts'
import { adviceOn, type TopicName } from './advice.ts'
import type { Answer } from './answer.ts'
import { whyOfFigure } from './figure-why.ts'
import { dueOf } from './deadlines.ts'
import { interpret } from './interpret.ts'
import { isApart } from '../understand/last-asked.ts'
import { timeBetween } from './follow-up-views.ts'
import { lineOf, moreOfGoal, ofFactor, ofTwoLoops, outcome, priceOfMany, worthIt } from './follow-up-views.ts'

const DATE = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b/
const LAST_WEEK = new RegExp(String.raw`\blast in the week of (?<day>${DATE.source})`)
const DUE = /\b(?:due|deadline|by when|until when)\b/i
const MONEY: ReadonlySet<string> = new Set(['runway', 'balance', 'revenue', 'burn', 'net-burn', 'break-even'])
const ABOUT = {
  goal: 'goals.status',
  decision: 'decisions.outcome',
  note: 'notes.read',
  'own-note': 'notes.read',
  loop: 'loops.describe',
  'check-in': 'check-ins.summary',
} as const

/** A line of the answer before, which the caller has sent: only its words and references to records. */
const repeated = (line: string): string =>
  line
    .replace(/^- /, '')
    .split(/(\[\[(?!propose|ask|document)[a-z-]+:[\w-]+\]\])/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[[\]*`]/g, '').replaceAll('<', '‹')))
    .join('')

/** A question about the answer before: "why?", "when was that?", "the second one". */
export async function answerFollowUp(
  query: Query,
  { queries: [before, earlier], lastAnswer, earlierAnswer }: Conversation,
  founder: AskingFounder,
): Promise<Answer> {
  if (!before) return interpret(query, founder)
  const [subject = ''] = before.intent.split('.')
  const again = (changes: Partial<Query> = {}) => interpret({ ...before, ...changes }, founder)
  const asks: string = query.intent
  switch (asks) {
    case 'follow.why':
      return why(before, subject, lastAnswer, founder)
    case 'follow.how':
      if (MONEY.has(subject)) return again({ intent: 'runway.why' })
      return subject === 'advice' ? adviceOn(topicOf(before), before, founder, 'more') : again()
    case 'follow.more':
      if (subject === 'advice') return adviceOn(topicOf(before), before, founder, 'more')
      return (await moreOfGoal(lastAnswer, founder)) ?? { ...(await again()), isList: true }
    case 'follow.list':
      return { ...(await again({ intent: listOf(before.intent) })), isList: true }
    case 'follow.nth':
      return nth(query, before, lastAnswer, founder)
    case 'follow.when': {
      const goal = query.records.find(({ kind }) => kind === 'goal')
      if (goal && subject === 'goals') return again({ intent: 'goals.when', records: [goal], about: [] })
      const line = lastAnswer.split('\n').find((one) => DATE.test(one))
      if (subject === 'goals' && DUE.test(query.dictated)) {
        const shown = new Set(referencesIn(lastAnswer).map(({ id }) => id))
        const goals = founder.context.goals.filter(({ id, completed }) => shown.has(id) && !completed)
        if (goals.length > 0) return dueOf(goals, founder)
      }
      const last = /\blast\b/i.test(query.dictated) ? LAST_WEEK.exec(lineOf(lastAnswer))?.groups?.['day'] : undefined
      if (last) return { line: `The last was in the week of **${last}**.` }
      return line
        ? { line: `That was on **${DATE.exec(line)?.[0] ?? ''}**: ${repeated(line)}` }
        : { line: 'The answer before has **no date**: the records do not say when.' }
    }
    case 'follow.who': {
      const people = [...new Set(founder.context.messages.map(({ sender }) => sender))].filter(
        (sender) => sender !== FOUNDER_AS_SENDER,
      )
      const named = people
        .map((person) => ({ person, at: lastAnswer.indexOf(person) }))
        .filter(({ at }) => at >= 0)
        .toSorted((a, b) => a.at - b.at)[0]
      const call = [before, earlier].find((one) => one && OF_CALL.test(one.intent))
      if (!named && call) return interpret({ ...call, intent: 'calls.next' }, founder)
      const writer = named ? nameOf(named.person) : writerOf(before, lastAnswer)
      return {
        line: writer
          ? `**${writer}**: ${repeated(lineOf(lastAnswer))}`
          : '**I did**: the sentence is mine, from your own records or my library. No person wrote it.',
      }
    }
    case 'follow.compare': {
      const apart = isApart(query.dictated) && timeBetween(lastAnswer, earlierAnswer)
      if (apart) return apart
      if (query.loops.length > 1) return ofTwoLoops(query, before, founder)
      // "The difference?" is that of the last two that were asked.
      return again({
        intent: compareOf(before.intent),
        spans: [
          ...before.spans.slice(0, 1),
          ...(query.spans.length > 0 || earlier?.intent !== before.intent ? query.spans : earlier.spans),
        ],
      })
    }
    case 'follow.count': {
      const price = priceOfMany(query, lastAnswer)
      if (price) return price
      const counted = (INTENTS[subject as keyof typeof INTENTS] as readonly string[]).includes('count')
        ? (`${subject}.count` as Intent)
        : before.intent
      return again({ intent: counted })
    }
    case 'follow.outcome':
      return outcome(query, before, lastAnswer, founder)
    case 'follow.sure': {
      if (query.records.some(({ kind }) => kind === 'decision')) return outcome(query, before, lastAnswer, founder)
      if (query.asksVerdict && before.suppositions.length > 0) return worthIt(before, founder)
      const ratio = await ofFactor(query, before, founder)
      if (ratio) return ratio
      const answer = await again()
      return { ...answer, line: `It is computed from your records: ${answer.line}`, isList: true }
    }
    default:
      return again()
  }
}

/** A call is asked about, or what to bring to it. */
const OF_CALL = /^(?:calls\.|document\.agenda)/

/** Subjects whose answers quote what somebody wrote. */
const WRITTEN: ReadonlySet<string> = new Set(
  'mood wins blockers priorities check-ins goals decisions notes squad records'.split(' '),
)

/**
 * Author of what an answer quotes first: notes are the squad's, all other records the founder's own. Undefined for the
 * co-founder's own sentences, which are no records: a figure, advice.
 */
function writerOf({ intent }: Query, answer: string): string | undefined {
  const [quoted] = referencesIn(answer)
  if (quoted?.kind === 'note') return 'Your growth squad, in a note'
  return WRITTEN.has(intent.split('.')[0] ?? '') ? 'You, in your own records' : undefined
}

const topicOf = ({ intent }: Query): TopicName => intent.split('.')[1] as TopicName

const compareOf = (intent: Intent): Intent => {
  const [subject = ''] = intent.split('.')
  return (INTENTS[subject as keyof typeof INTENTS] as readonly string[]).includes('compare')
    ? (`${subject}.compare` as Intent)
    : intent
}

const listOf = (intent: Intent): Intent => {
  const [subject = ''] = intent.split('.')
  return intent.endsWith('.count') && (INTENTS[subject as keyof typeof INTENTS] as readonly string[]).includes('list')
    ? (`${subject}.list` as Intent)
    : intent
}

async function why(before: Query, subject: string, lastAnswer: string, founder: AskingFounder): Promise<Answer> {
  const isOfLevel = subject === 'runway' || subject === 'net-burn' || subject === 'break-even'
  if (!isOfLevel && before.suppositions.length === 0) {
    const reason = await whyOfFigure(before, founder)
    if (reason) return reason
  }
  if (MONEY.has(subject) && before.suppositions.length === 0)
    return interpret({ ...before, intent: 'runway.why' }, founder)
  if (subject === 'mood') return interpret({ ...before, intent: 'mood.why' }, founder)
  if (subject === 'advice') return adviceOn(topicOf(before), before, founder, 'why')
  if (subject === 'decisions') {
    const decided = referencesIn(lineOf(lastAnswer)).find(({ kind }) => kind === 'decision')
    const records = decided ? [decided] : before.records
    if (records.length + before.about.length > 0)
      return interpret({ ...before, intent: 'decisions.why', records, spans: [] }, founder)
  }
  const answer = await interpret(before, founder)
  return subject === 'outside'
    ? answer
    : { ...answer, line: `${answer.line} Why is **not recorded**; this is what it is made of.` }
}

/** The oldest of the records that are shown, whatever their order is. */
function eldestOf(shown: readonly RecordReference[], { context }: AskingFounder): RecordReference | undefined {
  const dated = [...context.goals, ...context.decisions, ...context.notes, ...context.loops]
  const dateOf = ({ id }: RecordReference): string => dated.find((one) => one.id === id)?.date ?? '9999'
  return shown.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)))[0]
}

/** The record at a place of the answer before. */
async function nth(
  { ordinal, which, amounts, concepts }: Query,
  before: Query,
  lastAnswer: string,
  founder: AskingFounder,
): Promise<Answer> {
  const place = ordinal ?? amounts.find(({ unit }) => unit === 'count')?.value ?? (which === 'last' ? 0 : 1)
  if (before.intent.startsWith('calls')) return interpret({ ...before, intent: 'calls.next', ordinal: place }, founder)
  const references = referencesIn(lastAnswer)
  const unique = references.filter((one, at) => references.findIndex(({ id }) => id === one.id) === at)
  const record = concepts.has('eldest') ? eldestOf(unique, founder) : place === 0 ? unique.at(-1) : unique[place - 1]
  if (!record || !RECORD_KINDS.includes(record.kind))
    return { line: `The answer before names ${unique.length === 0 ? 'no record' : `only ${unique.length}`}.` }
  const loop = founder.context.loops.find(({ id }) => id === record.id)
  return interpret(
    { ...before, intent: ABOUT[record.kind], records: [record], about: [], spans: [], loops: loop ? [loop] : [] },
    founder,
  )
}
