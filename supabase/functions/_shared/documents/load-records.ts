import { addDays } from '../../../../domain/days.ts'
import type { DocumentKind, DocumentSpan } from '../../../../domain/documents.ts'
import { unaddressed } from '../../../../domain/squad.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Client } from '../function.ts'
import { progressOf } from '../goal-progress.ts'
import { listed } from '../listed.ts'
import { gainOf, readLoopGains } from '../loop-gains.ts'
import {
  NO_RECORDS,
  type DocumentCheckIn,
  type DocumentDecision,
  type DocumentGoal,
  type DocumentRecords,
  type LoopInSpan,
  type RunwayAmounts,
} from './records.ts'

/** Rows of one list at most; counts are of all. */
const LIMITS = { loops: 50, checkIns: 60, goals: 50, open: 100, decisions: 20, calls: 10, messages: 20 } as const

type Part = keyof Omit<DocumentRecords, 'earlierCheckIn'>

/** Parts of each kind of document. */
const parts: Readonly<Record<DocumentKind, readonly Part[]>> = {
  'investor-update': ['runway', 'loops', 'checkIns', 'goalsOpen', 'decisions'],
  'week-plan': ['checkIns', 'goalsOpen', 'calls', 'decisionsDue'],
  'month-summary': ['runway', 'loops', 'checkIns', 'goalsSet', 'goalsDone', 'decisions'],
  'quarter-summary': ['runway', 'loops', 'checkIns', 'goalsSet', 'goalsDone', 'decisions'],
  agenda: ['runway', 'loops', 'checkIns', 'calls', 'decisionsDue', 'messages'],
}

/**
 * A document's records, under the founder's policies; admins, who may read all, get their own. Days are in UTC.
 * @throws {Error} when a query fails
 */
export async function loadDocumentRecords(
  client: Client,
  founder: string,
  kind: DocumentKind,
  span: DocumentSpan,
): Promise<DocumentRecords> {
  const read = queriesOf(client, founder, span)
  const loaded = await Promise.all(parts[kind].map((part) => read[part]()))
  return Object.assign({}, NO_RECORDS, ...loaded) as DocumentRecords
}

/** Each query returns its part of the records. */
function queriesOf(
  client: Client,
  founder: string,
  { from, to }: DocumentSpan,
): Readonly<Record<Part, () => Promise<Partial<DocumentRecords>>>> {
  const end = addDays(to, 1)
  const goals = () =>
    client
      .from('goals')
      .select('id, text, period, completed, created_at, carried_at, target, progress, unit, parent_id', {
        count: 'exact',
      })
      .eq('user_id', founder)
  const decisions = () =>
    client
      .from('decisions')
      .select('id, title, impact, result, outcome, was_right, review_on, created_at', { count: 'exact' })
      .eq('user_id', founder)

  return {
    async runway() {
      const points = () =>
        client
          .from('runway_points')
          .select('day, bank_balance, monthly_revenue, monthly_burn')
          .eq('user_id', founder)
          .lte('day', to)
      const newest = { ascending: false }
      const [newestPoint, earlier, first, waiting] = await Promise.all([
        points().order('day', newest).limit(1).throwOnError(),
        points().lt('day', from).order('day', newest).limit(1).throwOnError(),
        points().gte('day', from).order('day').limit(1).throwOnError(),
        client
          .from('runway_proposals')
          .select('day:as_of, bank_balance, monthly_revenue, monthly_burn')
          .eq('user_id', founder)
          .is('answer', null)
          .lte('as_of', to)
          .throwOnError(),
      ])
      const amounts = ([row]: readonly (Omit<RunwayAmounts, 'day'> & { day: string })[]) =>
        row && { ...row, day: row.day as IsoDate }
      const after = amounts(newestPoint.data)
      const proposed = amounts(waiting.data)
      return {
        runway: {
          after,
          before: amounts(earlier.data) ?? amounts(first.data),
          proposed: proposed && after && proposed.day < after.day ? undefined : proposed,
        },
      }
    },

    async loops() {
      const [{ data: rows, count }, gains] = await Promise.all([
        client
          .from('traction_loops')
          .select('id, name, created_at', { count: 'exact' })
          .eq('user_id', founder)
          .lt('created_at', end)
          .order('created_at')
          .order('id')
          .limit(LIMITS.loops)
          .throwOnError(),
        readLoopGains(client, [{ from, to }]),
      ])
      const loops = rows.map(({ id, name, created_at }): LoopInSpan => ({
        id,
        name,
        begun: dayOf(created_at),
        gain: gainOf(id, { from, to }, gains),
      }))
      return { loops: { count: count ?? loops.length, rows: loops } }
    },

    async checkIns() {
      const checkIns = () =>
        client
          .from('weekly_checkins')
          .select('id, week_of, mood, wins, blockers, next_priority')
          .eq('user_id', founder)
          .order('week_of', { ascending: false })
      const [within, earlier] = await Promise.all([
        checkIns().gte('week_of', from).lte('week_of', to).limit(LIMITS.checkIns).throwOnError(),
        checkIns().lt('week_of', from).limit(1).throwOnError(),
      ])
      return {
        checkIns: within.data as DocumentCheckIn[],
        earlierCheckIn: (earlier.data as DocumentCheckIn[])[0],
      }
    },

    async goalsSet() {
      const set = () =>
        client
          .from('goals')
          .select('id', { count: 'exact', head: true })
          .eq('user_id', founder)
          .gte('created_at', from)
          .lt('created_at', end)
      const [all, done] = await Promise.all([set().throwOnError(), set().eq('completed', true).throwOnError()])
      return { goalsSet: { count: all.count ?? 0, done: done.count ?? 0 } }
    },

    async goalsDone() {
      const done = await goals()
        .gte('completed_at', from)
        .lt('completed_at', end)
        .order('completed_at', { ascending: false })
        .order('id')
        .limit(LIMITS.goals)
        .throwOnError()
      return { goalsDone: listed(done, goalOf) }
    },

    async goalsOpen() {
      const open = await goals()
        .eq('completed', false)
        .lt('created_at', end)
        .order('created_at')
        .order('id')
        .limit(LIMITS.open)
        .throwOnError()
      return { goalsOpen: listed(open, goalOf) }
    },

    async decisions() {
      const logged = await decisions()
        .gte('created_at', from)
        .lt('created_at', end)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(LIMITS.decisions)
        .throwOnError()
      return { decisions: listed(logged, decisionOf) }
    },

    async decisionsDue() {
      const due = await decisions()
        .is('reviewed_at', null)
        .lte('review_on', to)
        .order('review_on')
        .order('id')
        .limit(LIMITS.decisions)
        .throwOnError()
      return { decisionsDue: listed(due, decisionOf) }
    },

    async calls() {
      const { data } = await client
        .from('squad_bookings')
        .select('starts_at, ends_at, time_zone, member, topic')
        .eq('user_id', founder)
        .is('cancelled_at', null)
        .gt('ends_at', new Date().toISOString())
        .order('starts_at')
        .limit(LIMITS.calls)
        .throwOnError()
      return { calls: data }
    },

    async messages() {
      const { data } = await client
        .from('squad_messages')
        .select('sender_type, sender_name, content, created_at')
        .eq('user_id', founder)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(LIMITS.messages)
        .throwOnError()
      return {
        messages: data.map(({ sender_type, sender_name, content, created_at }) => ({
          isOwn: sender_type === 'user',
          sender: sender_name ?? '',
          content: unaddressed(content),
          date: dayOf(created_at),
        })),
      }
    },
  }
}

const dayOf = (moment: string): IsoDate => new Date(moment).toISOString().slice(0, 10) as IsoDate

type StoredGoal = Pick<
  Tables['goals'],
  'id' | 'text' | 'period' | 'completed' | 'created_at' | 'carried_at' | 'target' | 'progress' | 'unit' | 'parent_id'
>

const goalOf = (goal: StoredGoal): DocumentGoal => ({
  id: goal.id,
  text: goal.text,
  period: goal.period,
  set: dayOf(goal.created_at),
  planned: dayOf(goal.carried_at ?? goal.created_at),
  // Of a goal that others serve, their sum is not read here.
  progress: goal.progress === null ? undefined : progressOf(goal),
  isMeasured: goal.target !== null,
  parent: goal.parent_id,
})

type StoredDecision = Omit<DocumentDecision, 'date' | 'review_on'> & { created_at: string; review_on: string | null }

const decisionOf = ({ created_at, review_on, ...decision }: StoredDecision): DocumentDecision => ({
  ...decision,
  date: dayOf(created_at),
  review_on: review_on as IsoDate | null,
})
