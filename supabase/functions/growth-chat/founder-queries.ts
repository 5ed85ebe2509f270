import { addDays } from '../../../domain/days.ts'
import { usualSpan, type DocumentRequest } from '../../../domain/documents.ts'
import type { GoalPeriod } from '../../../domain/goals.ts'
import { unaddressed } from '../../../domain/squad.ts'
import { truncate } from '../../../domain/truncate.ts'
import type { IsoDate } from '../../../domain/week.ts'
import {
  FOUNDER_AS_SENDER,
  type CheckIn,
  type Decision,
  type FounderContext,
  type Goal,
  type SquadMessage,
} from '../_shared/founder-records.ts'
import { deadlineOf } from '../_shared/goal-deadline.ts'
import { loadDocumentRecords } from '../_shared/documents/load-records.ts'
import { writeDocument, type FounderDocument } from '../_shared/documents/write-document.ts'
import type { Client } from '../_shared/function.ts'
import { listed, type Listed } from '../_shared/listed.ts'
import { readLoopGains, type DaySpan, type LoopGainRow, type LoopOn } from '../_shared/loop-gains.ts'
import type { Span } from './understand/calendar-spans.ts'

/** Rows of one list that a query returns at most; their count is of all. */
const LISTED = 20
const MAX_POINTS = 400
const MAX_VERDICTS = 400
const MAX_DEADLINES = 400
/** Characters of a note that has no title. */
const MAX_BEGINNING = 300
/** Results of a search over all kinds of records, at most. */
const MAX_FOUND = 50
/** Kinds of the founder's records: questions to the co-founder and its answers are none. */
const WRITTEN: readonly Found['kind'][] = ['goal', 'note', 'own-note', 'decision', 'check-in', 'squad-message']

/** A founder who asks: the records known already, and queries for others. */
export interface AskingFounder {
  readonly context: FounderContext
  readonly queries: FounderQueries
}

export interface GoalFilter {
  readonly period?: GoalPeriod | undefined
  readonly isDone?: boolean | undefined
  readonly added?: Span | undefined
  readonly completed?: Span | undefined
  /** Open goals that are older than their period. */
  readonly outlived?: Readonly<Record<GoalPeriod, IsoDate>>
  /** Newest first unless it is set. */
  readonly oldestFirst?: boolean
  /** Beginnings of words that the text must have. */
  readonly words?: readonly string[]
}

/** The recorded amounts of one day: US dollars, and US dollars a month. */
export interface RunwayPoint {
  readonly day: IsoDate
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

export interface BookedCall {
  readonly member: string
  readonly topic: string
  readonly starts_at: string
  readonly time_zone: string
  readonly isCancelled: boolean
}

/** A message to or from the squad about a record. */
export interface Comment extends SquadMessage {
  readonly about: string
}

/** A decision, whether it was right, and its category as it is written: "Pricing". */
export type Verdict = Pick<Decision, 'id' | 'title' | 'impact' | 'result' | 'date' | 'was_right'> & {
  readonly category: string | null
}

export interface TitledNote {
  readonly id: string
  readonly title: string
  readonly date: IsoDate
}

/** An open goal, and the last day of the period that it was carried into or set for. */
export type DueGoal = Pick<Goal, 'id' | 'text' | 'period'> & { readonly due: IsoDate }

/** A decision that is to be looked at again and has not been. */
export type DueDecision = Pick<Decision, 'id' | 'title'> & { readonly due: IsoDate }

export interface Found {
  readonly kind: 'goal' | 'note' | 'own-note' | 'decision' | 'check-in' | 'squad-message' | 'cofounder-message'
  readonly id: string
  readonly title: string
  readonly excerpt: string
  readonly date: IsoDate
}

/**
 * The founder's own records beyond the context, under the founder's policies; admins, who may read all, get their own.
 * Every query has a limit. @throws {Error} when it fails
 */
export interface FounderQueries {
  goals(filter: GoalFilter): Promise<Listed<Goal>>
  /** Of open goals and of decisions to look at again, the earliest first. */
  deadlines(): Promise<{ readonly goals: readonly DueGoal[]; readonly decisions: readonly DueDecision[] }>
  /** The day on which a goal was ticked. */
  goalCompletedOn(id: string): Promise<IsoDate | undefined>
  /** Days on which the latest goals that are done were set and ticked. */
  goalDays(period?: GoalPeriod): Promise<readonly { readonly set: IsoDate; readonly completed: IsoDate }[]>
  /** Newest first; texts are cut at 300 characters. */
  checkIns(span: Pick<Span, 'from' | 'to'>): Promise<readonly CheckIn[]>
  decisions(
    span: Span | undefined,
    impact?: Decision['impact'],
    category?: string,
  ): Promise<Listed<Pick<Decision, 'id' | 'title' | 'impact' | 'result' | 'date'>>>
  /** The latest, with what the founder says of them. */
  verdicts(span: Span | undefined): Promise<readonly Verdict[]>
  /** The squad's. */
  notes(span: Span): Promise<Listed<TitledNote>>
  /** The founder's own; their titles are how they begin. */
  ownNotes(span: Span): Promise<Listed<TitledNote>>
  /** @param sender one of the squad, by the name that the messages have */
  messages(span: Pick<Span, 'from' | 'to'>, sender?: string): Promise<Listed<SquadMessage>>
  /** Comments on goals, decisions and check-ins, newest first. */
  commentsOn(records: readonly string[]): Promise<readonly Comment[]>
  /** The targets of a week that is over: a new one does not change the weeks before it. */
  weeklyTargetsOn(monday: IsoDate): Promise<FounderContext['weeklyTargets']>
  loopsOn(days: readonly IsoDate[]): Promise<readonly LoopOn[]>
  loopGains(spans: readonly DaySpan[]): Promise<readonly LoopGainRow[]>
  /** Each loop on the first day that is known of it. */
  firstPoints(): Promise<readonly LoopOn[]>
  /** Newest first, up to a day. */
  runwayUntil(day: IsoDate): Promise<readonly RunwayPoint[]>
  /** Amounts that the founder has sent and the squad has not recorded yet. */
  proposedRunway(): Promise<RunwayPoint | undefined>
  /** The day on which the founder's account began. */
  since(): Promise<IsoDate | undefined>
  /** A document from the records of a span. */
  document(request: Required<DocumentRequest>): Promise<FounderDocument>
  /** Calls with the squad, also those that are over or cancelled, the next ones first. */
  calls(): Promise<readonly BookedCall[]>
  /** Records with every one of the words, in any of their forms. */
  find(words: string, kinds?: readonly Found['kind'][]): Promise<readonly Found[]>
}

export function founderQueries(client: Client, founder: string): FounderQueries {
  const dayOf = (moment: string) => moment.slice(0, 10) as IsoDate
  const utcDay = (moment: string) => new Date(moment).toISOString().slice(0, 10) as IsoDate
  const dated = <Row extends { created_at: string }>({ created_at, ...row }: Row) => ({
    ...row,
    date: utcDay(created_at),
  })
  const own = { count: 'exact' } as const
  const message = (row: { sender_name: string | null; content: string; created_at: string }): SquadMessage => ({
    sender: row.sender_name ?? FOUNDER_AS_SENDER,
    content: unaddressed(row.content),
    date: utcDay(row.created_at),
  })
  const since = async () => {
    const { data } = await client.from('profiles').select('created_at').eq('id', founder).maybeSingle().throwOnError()
    return data ? utcDay(data.created_at) : undefined
  }
  return {
    async goals({ period, isDone, added, completed, outlived, oldestFirst = false, words = [] }) {
      let query = client
        .from('goals')
        .select('id, text, period, completed, created_at, target, progress, unit', own)
        .eq('user_id', founder)
      if (period) query = query.eq('period', period)
      if (isDone !== undefined) query = query.eq('completed', isDone)
      if (added) query = within(query, 'created_at', added)
      if (completed) query = within(query, 'completed_at', completed)
      for (const word of words) query = query.ilike('text', `%${word}%`)
      if (outlived) {
        const older = Object.entries(outlived).map(([of, day]) => `and(period.eq.${of},created_at.lt.${day})`)
        query = query.or(older.join(','))
      }
      return listed(await newest(query, oldestFirst).throwOnError(), ({ target, progress, unit, ...goal }) => ({
        ...dated(goal),
        ...(target !== null && { target }),
        ...(progress !== null && { progress }),
        ...(unit !== null && { unit }),
      }))
    },
    async deadlines() {
      const [goals, decisions] = await Promise.all([
        client
          .from('goals')
          .select('id, text, period, created_at, carried_at')
          .eq('user_id', founder)
          .eq('completed', false)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(MAX_DEADLINES)
          .throwOnError(),
        client
          .from('decisions')
          .select('id, title, review_on')
          .eq('user_id', founder)
          .not('review_on', 'is', null)
          .is('was_right', null)
          .order('review_on')
          .order('id')
          .limit(MAX_DEADLINES)
          .throwOnError(),
      ])
      return {
        goals: goals.data
          .map(({ created_at, carried_at, ...goal }) => ({
            ...goal,
            due: deadlineOf(goal.period, new Date(carried_at ?? created_at), 'UTC'),
          }))
          .toSorted((a, b) => a.due.localeCompare(b.due)),
        decisions: decisions.data.flatMap(({ review_on, ...decision }) =>
          review_on === null ? [] : [{ ...decision, due: dayOf(review_on) }],
        ),
      }
    },
    async goalCompletedOn(id) {
      const { data } = await client
        .from('goals')
        .select('completed_at')
        .eq('user_id', founder)
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      return data?.completed_at ? utcDay(data.completed_at) : undefined
    },
    async goalDays(period) {
      let query = client
        .from('goals')
        .select('created_at, completed_at')
        .eq('user_id', founder)
        .not('completed_at', 'is', null)
      if (period) query = query.eq('period', period)
      const { data } = await query
        .order('completed_at', { ascending: false })
        .order('id')
        .limit(MAX_POINTS)
        .throwOnError()
      return data.flatMap(({ created_at, completed_at }) =>
        completed_at === null ? [] : [{ set: utcDay(created_at), completed: utcDay(completed_at) }],
      )
    },
    async checkIns({ from, to }) {
      const { data } = await client
        .rpc('check_ins_between', { from_week: from, to_week: to }, { get: true })
        .throwOnError()
      return data as unknown as CheckIn[]
    },
    async decisions(span, impact, category) {
      let query = client.from('decisions').select('id, title, impact, result, created_at', own).eq('user_id', founder)
      if (impact) query = query.eq('impact', impact)
      if (category) query = query.ilike('category', category)
      if (span) query = within(query, 'created_at', span)
      return listed(await newest(query).throwOnError(), dated)
    },
    async verdicts(span) {
      const query = client
        .from('decisions')
        .select('id, title, impact, result, category, was_right, created_at')
        .eq('user_id', founder)
      const { data } = await (span ? within(query, 'created_at', span) : query)
        .order('created_at', { ascending: false })
        .limit(MAX_VERDICTS)
        .throwOnError()
      return data.map((row) => dated(row) as Verdict)
    },
    async notes(span) {
      const query = client.from('notes').select('id, title, created_at', own).eq('user_id', founder)
      return listed(await newest(within(query, 'created_at', span)).throwOnError(), dated)
    },
    async ownNotes(span) {
      const query = client.from('own_notes').select('id, content, created_at', own).eq('user_id', founder)
      const found = await newest(within(query, 'created_at', span)).throwOnError()
      return listed(found, ({ content, ...note }) => ({ ...dated(note), title: truncate(content, MAX_BEGINNING) }))
    },
    async messages(span, sender) {
      let query = client.from('squad_messages').select('sender_name, content, created_at', own).eq('user_id', founder)
      if (sender) query = query.eq('sender_name', sender)
      return listed(await newest(within(query, 'created_at', span)).throwOnError(), message)
    },
    async commentsOn(records) {
      const query = client
        .from('squad_messages')
        .select('sender_name, content, created_at, about_id')
        .eq('user_id', founder)
        .in('about_id', [...records])
      const { data } = await newest(query).throwOnError()
      return data.map((row) => ({ ...message(row), about: row.about_id ?? '' }))
    },
    async weeklyTargetsOn(monday) {
      const { data } = await client
        .from('weekly_target_points')
        .select('conversions, demos, messages')
        .eq('user_id', founder)
        .lte('week', monday)
        .order('week', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError()
      return data && Object.fromEntries(Object.entries(data).filter(([, target]) => target !== null))
    },
    async loopsOn(days) {
      const { data } = await client.rpc('loop_counts_on', { days: [...days] }).throwOnError()
      return data as unknown as LoopOn[]
    },
    loopGains: (spans) => readLoopGains(client, spans),
    async firstPoints() {
      const { data } = await client.rpc('first_loop_points', undefined, { get: true }).throwOnError()
      return data as unknown as LoopOn[]
    },
    async runwayUntil(day) {
      const { data } = await client
        .from('runway_points')
        .select('day, bank_balance, monthly_revenue, monthly_burn')
        .eq('user_id', founder)
        .lte('day', day)
        .order('day', { ascending: false })
        .limit(MAX_POINTS)
        .throwOnError()
      return data.map((point) => ({ ...point, day: dayOf(point.day) }))
    },
    async proposedRunway() {
      const { data } = await client
        .from('runway_proposals')
        .select('as_of, bank_balance, monthly_revenue, monthly_burn')
        .eq('user_id', founder)
        .is('answered_at', null)
        .maybeSingle()
        .throwOnError()
      return data ? { ...data, day: dayOf(data.as_of) } : undefined
    },
    since,
    async document({ kind, span }) {
      const today = new Date().toISOString().slice(0, 10) as IsoDate
      const shown = span ?? usualSpan(kind, today, await since())
      return writeDocument(kind, shown, await loadDocumentRecords(client, founder, kind, shown), today)
    },
    async calls() {
      const { data } = await client
        .from('squad_bookings')
        .select('member, topic, starts_at, time_zone, cancelled_at')
        .eq('user_id', founder)
        .order('starts_at', { ascending: false })
        .limit(LISTED)
        .throwOnError()
      return data.map(({ cancelled_at, ...call }) => ({ ...call, isCancelled: cancelled_at !== null }))
    },
    async find(words, kinds = WRITTEN) {
      const { data } = await client
        .rpc('find_records', { search: stems(words), max_rows: MAX_FOUND, kinds: [...kinds] })
        .throwOnError()
      return data.map(({ kind, id, title, excerpt, created_at }) => ({
        kind: kind as Found['kind'], id, title, excerpt, date: utcDay(created_at),
      })) // prettier-ignore
    },
  }
}

interface Filtered<Query> {
  gte(column: string, value: string): Query
  lt(column: string, value: string): Query
}

const within = <Query extends Filtered<Query>>(
  query: Query,
  column: string,
  { from, to }: Pick<Span, 'from' | 'to'>,
): Query => query.gte(column, from).lt(column, addDays(to, 1))

interface Ordered<Query> {
  order(column: string, options?: { ascending: boolean }): Query
  limit(rows: number): Query
}

const newest = <Query extends Ordered<Query>>(query: Query, oldestFirst = false): Query =>
  query.order('created_at', { ascending: oldestFirst }).order('id').limit(LISTED)

/** The beginnings that forms of the words share, since a search finds words by their beginning: "pric" of "pricing". */
const stems = (words: string): string =>
  words.replaceAll(/\p{L}{5,}/gu, (word) => word.replace(/(?:ing|ings|ers?|ed|es|s|e)$/i, ''))
