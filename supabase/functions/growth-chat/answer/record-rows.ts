import type { RecordReference } from '../../../../domain/records.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { CheckIn, Decision, Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { isAsking } from '../understand/common-words.ts'
import { buildQuery } from '../understand/build-query.ts'
import { mondayOf } from '../understand/calendar-spans.ts'
import type { Entities } from '../understand/entities.ts'
import { isForm } from '../understand/names.ts'
import { asksByItself } from '../understand/parts.ts'
import { phraseWords } from '../understand/phrase.ts'
import type { RecordField, RecordFields } from '../understand/record-fields.ts'
import { distinct, referencesIn } from '../understand/references.ts'
import { checkInsIn } from './check-in-lines.ts'
import { searchRecords, type FoundRecord, type Kind } from './search.ts'

/** One record, with what is known of it. */
export type Row =
  | { readonly kind: 'decision'; readonly day: IsoDate; readonly decision: Decision }
  | { readonly kind: 'goal'; readonly day: IsoDate; readonly goal: Goal }
  | { readonly kind: 'check-in'; readonly day: IsoDate; readonly checkIn: CheckIn }
  | { readonly kind: 'other'; readonly day: IsoDate; readonly found: FoundRecord }

/** The records that a message asks something of; undefined where a part of it asks anything else. */
export async function rowsMeant(
  text: string,
  entities: Entities,
  asked: RecordFields,
  lastAnswer: string,
  founder: AskingFounder,
): Promise<readonly Row[] | undefined> {
  const { fields, others } = asked
  const some =
    (await weeksOfMood(entities, fields, founder)) ??
    decisionsJudged(text, entities, fields, founder) ??
    goalOfPeriod(text, entities, fields, founder)
  if (some) return some
  const one = (await shownRow(entities, asked, lastAnswer, founder)) ?? (await namedRow(entities, fields, founder))
  return one && others.every((clause) => isOf(clause, one, entities)) ? [one] : undefined
}

const HAPPIEST = /\b(?:happiest|best|proudest|greatest|nicest)\b/
const WORST = /\b(?:worst|saddest|lowest|hardest|darkest|toughest)\b/
const OF_WEEK = /\bweeks?\b|\bmood\b|\bfelt\b|\bfeel(?:ing)?\b/

const GOOD = 4
const LOW = 2

/** The happiest or the worst week of a time, or the weeks of a mood. */
async function weeksOfMood(
  entities: Entities,
  fields: readonly RecordField[],
  founder: AskingFounder,
): Promise<readonly Row[] | undefined> {
  const { text, spans } = entities
  // "The week of the flood" is the one that tells of it.
  if (!OF_WEEK.test(text) || !ofCheckIns(fields) || entities.named.length + entities.telling.length > 0)
    return undefined
  const { mood, bound, which } = buildQuery('mood.list', entities)
  const edge = HAPPIEST.test(text) ? 1 : WORST.test(text) ? -1 : undefined
  if (edge === undefined && mood === undefined) return undefined
  // "Felt good" is so or better, where no number is said.
  const meant = bound ?? (/\b[1-5]\b/.test(text) ? undefined : mood && mood >= GOOD ? 'least' : mood && mood <= LOW ? 'most' : undefined) // prettier-ignore
  const all = await checkInsIn(spans[0], founder)
  const most = edge === undefined ? mood : Math.max(...all.map((one) => one.mood * edge)) * edge
  const isMeant = (value: number) =>
    edge === undefined && meant === 'least'
      ? value >= (most ?? 0)
      : edge === undefined && meant === 'most'
        ? value <= (most ?? 0)
        : value === most
  const found = all.filter((one) => isMeant(one.mood)).map(ofCheckIn)
  const isOne = edge !== undefined || which === 'last' || which === 'first' || /\b(?:last|latest) time\b/.test(text)
  return isOne ? (which === 'first' ? found.slice(-1) : found.slice(0, 1)) : found
}

const OF_DECISIONS = /\b(?:decisions?|bets?|choices?)\b/i
const LOST = /\b(?:lost|lose|losing|failed|flopped)\b/i
const JUDGED = { right: 'yes', partly: 'partly', wrong: 'no' } as const

/** All decisions that came out one way: "which bets did I lose, and what had I expected of each?" */
function decisionsJudged(
  text: string,
  entities: Entities,
  fields: readonly RecordField[],
  { context }: AskingFounder,
): readonly Row[] | undefined {
  if (!OF_DECISIONS.test(text) || entities.named.length > 0 || !fields.some((field) => IN_DECISIONS.has(field)))
    return undefined
  const { verdict } = buildQuery('decisions.list', entities)
  const judged = LOST.test(text) ? 'no' : JUDGED[verdict as keyof typeof JUDGED]
  if (!judged || context.decisions.length < context.decisionCounts.decisions) return undefined
  return context.decisions.filter(({ was_right }) => was_right === judged).map(ofDecisionRow)
}

const IN_DECISIONS: ReadonlySet<RecordField> = new Set(['expected', 'reason', 'review', 'outcome'])

const SET = /\b(?:write|wrote|written|set|made|make|created?|add(?:ed)?|open)\b/i

/** The only open goal of a period: "which one is the weekly, and when did I write it?" */
function goalOfPeriod(
  text: string,
  entities: Entities,
  fields: readonly RecordField[],
  { context }: AskingFounder,
): readonly Row[] | undefined {
  const { periods, state } = buildQuery('goals.list', entities)
  const [period] = periods
  if (
    periods.length !== 1 ||
    !SET.test(text) ||
    entities.named.length > 0 ||
    !entities.concepts.has('goals') ||
    state === 'done'
  )
    return undefined
  const [goal, another] = context.goals.filter((one) => one.period === period && !one.completed)
  return goal && !another && fields.some((field) => field === 'day' || field === 'age')
    ? [{ kind: 'goal', day: goal.date, goal }]
    : undefined
}

/** The record of the answer before, where a message names none of its own. */
async function shownRow(
  entities: Entities,
  { fields, others }: RecordFields,
  lastAnswer: string,
  founder: AskingFounder,
): Promise<Row | undefined> {
  const own = entities.named.length + entities.records.length + entities.spans.length
  if (lastAnswer === '' || fields.length < 2 || own > 0 || others.length > 0) return undefined
  const [reference] = distinct(referencesIn(lastAnswer.split('\n')[0] ?? ''))
  return reference && rowOf(reference, founder)
}

/** The record that a message names by its title, or that says most of its words. */
async function namedRow(
  entities: Entities,
  fields: readonly RecordField[],
  founder: AskingFounder,
): Promise<Row | undefined> {
  if (fields.length < 2) return undefined
  const ofDecision = fields.some((field) => field === 'expected' || field === 'review')
  // Of a title with all the particular words of the message, or by all its own.
  const title = entities.records.find(
    ({ known, shared, share }) =>
      (share === 1 || (shared > 1 && shared >= entities.named.length)) && (!ofDecision || known.kind === 'decision'),
  )
  if (title && !fields.includes('author')) {
    const row = await rowOf(title.known, founder)
    if (row) return row
  }
  const ofMessage = fields.includes('reply') || (fields.includes('text') && entities.people.length > 0)
  const kinds = kindsOf(ofDecision, ofMessage, fields)
  const { found } = await searchRecords(entities.named, founder, kinds, undefined, entities.telling)
  const [person] = entities.people
  const best = found.find(({ title: sender }) => !ofMessage || !person || sender === person)
  if (!best) return undefined
  const row = await rowOf(best, founder)
  // Of a decision that is older than those in the context only a part is known.
  const isWhole = best.kind === 'note' || best.kind === 'squad-message'
  return row ?? (isWhole ? { kind: 'other', day: best.date, found: best } : undefined)
}

const kindsOf = (
  ofDecision: boolean,
  ofMessage: boolean,
  fields: readonly RecordField[],
): readonly Kind[] | undefined =>
  ofDecision
    ? ['decision']
    : ofMessage
      ? ['squad-message']
      : fields.includes('author')
        ? ['squad-message', 'note']
        : undefined

const ofDecisionRow = (decision: Decision): Row => ({ kind: 'decision', day: decision.date, decision })
const ofCheckIn = (checkIn: CheckIn): Row => ({ kind: 'check-in', day: checkIn.week_of, checkIn })

/** A goal, decision or check-in with its fields; undefined for any other record. */
async function rowOf(
  { kind, id, date }: Pick<RecordReference, 'id'> & { readonly kind: string; readonly date?: IsoDate },
  { context, queries }: AskingFounder,
): Promise<Row | undefined> {
  if (kind === 'decision') {
    const decision = context.decisions.find((one) => one.id === id)
    return decision && ofDecisionRow(decision)
  }
  if (kind === 'goal') {
    const known = context.goals.find((one) => one.id === id)
    const goal = known ?? (date && (await queries.goals({ added: { from: date, to: date, label: '' } })).rows.find((one) => one.id === id)) // prettier-ignore
    return goal && { kind, day: goal.date, goal }
  }
  if (kind === 'check-in') {
    const known = context.checkins.find((one) => one.id === id)
    const week = date && mondayOf(date)
    const checkIn = known ?? (week && (await queries.checkIns({ from: week, to: week }))[0])
    return checkIn && ofCheckIn(checkIn)
  }
  return undefined
}

/** Whether a part of a message asks nothing of its own: it says which record is meant, or tells something besides. */
function isOf(clause: string, row: Row, { named, telling, records }: Entities): boolean {
  const words = phraseWords(textOf(row))
  const own = phraseWords(clause).filter((word) => named.includes(word) || telling.includes(word))
  const isTitled = records.length > 0 && phraseWords(clause).some((word) => !isAsking(word) && words.includes(word))
  if (own.length === 0) return isTitled || !asksByItself(clause) || OF_WEEK.test(clause)
  return own.filter((word) => words.some((one) => isForm(one, word))).length * 2 >= own.length
}

/** The texts of a record. */
export function textOf(row: Row): string {
  if (row.kind === 'decision') return `${row.decision.title} ${row.decision.reason} ${row.decision.expected}`
  if (row.kind === 'goal') return row.goal.text
  if (row.kind === 'check-in') return `${row.checkIn.wins} ${row.checkIn.blockers} ${row.checkIn.next_priority}`
  return `${row.found.title} ${row.found.text}`
}

/** Whether something is asked that check-ins say. */
export const ofCheckIns = (fields: readonly RecordField[]): boolean =>
  fields.some(
    (field) =>
      field === 'wins' || field === 'blockers' || field === 'priority' || field === 'reason' || field === 'done',
  )
