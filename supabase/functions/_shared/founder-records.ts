import type { GoalSum } from '../../../domain/goal-targets.ts'
import type { Tables } from '../../../domain/tables.ts'
import type { Counts } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'

type Recorded<Table extends keyof Tables, Columns extends keyof Tables[Table]> = Readonly<Pick<Tables[Table], Columns>>
/** The day of a record, in UTC. */
type Dated = { readonly date: IsoDate }

export type Goal = Recorded<'goals', 'id' | 'text' | 'period' | 'completed'> & Dated & Partial<GoalNumbers>
interface GoalNumbers {
  readonly target: number
  /** The number so far. */
  readonly progress: number
  readonly unit: string
  /** The goal of a longer period that it serves. */
  readonly serves: string
  /** Of the goals that serve it. */
  readonly sum: GoalSum
}
export type Loop = Recorded<'traction_loops', 'id' | 'name' | 'status' | LoopColumn> & Dated
export type CheckIn = Recorded<
  'weekly_checkins',
  'id' | 'mood' | 'wins' | 'blockers' | 'next_priority' | 'priority_outcome'
> & {
  readonly week_of: IsoDate
}
export type Decision = Recorded<
  'decisions',
  'id' | 'title' | 'reason' | 'impact' | 'result' | 'expected' | 'outcome' | 'was_right'
> &
  Dated & { readonly review_on: IsoDate | null }
export type Note = Recorded<'notes', 'id' | 'title' | 'category' | 'content'> & Dated
/** The sender of a founder's own messages to the squad. */
export const FOUNDER_AS_SENDER = 'the founder'

/** A message between the founder and the growth squad. */
export type SquadMessage = Dated & { readonly sender: string; readonly content: string }
type UpcomingCall = Recorded<'squad_bookings', 'starts_at' | 'ends_at' | 'time_zone' | 'member' | 'topic'>
type LoopColumn = keyof Counts
type Amounts = Recorded<'runway_data', 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** One founder's records, newest first; counts and totals cover all records. */
export interface FounderRecords {
  /** The founder's own day. */
  readonly today: IsoDate
  readonly firstName: string | null
  /** US dollars, and US dollars a month. */
  readonly runway: (Amounts & { readonly as_of: IsoDate | null }) | null
  /** `streak`: weeks in a row with a check-in. */
  readonly counts: Readonly<Record<'checkins' | 'notes' | 'messages' | 'streak', number>>
  readonly goalCounts: readonly { period: Goal['period']; goals: number; completed: number }[]
  readonly loopTotals: Readonly<Counts & { loops: number; running: number; scaling: number }>
  /** What a week should add to the counts of all loops. */
  readonly weeklyTargets: Readonly<Partial<Counts>> | null
  readonly goals: readonly Goal[]
  readonly loops: readonly Loop[]
  readonly checkins: readonly CheckIn[]
  /** `due`: to be looked at again; `unrated`: without a result. */
  readonly decisionCounts: Readonly<
    Record<'decisions' | 'positive' | 'negative' | 'unrated' | 'right' | 'partly' | 'wrong' | 'due', number>
  >
  readonly decisions: readonly Decision[]
  readonly notes: readonly Note[]
  readonly messages: readonly SquadMessage[]
  /** The earliest first. */
  readonly calls: readonly UpcomingCall[]
}

/** The co-founder's knowledge of one founder; as JSON it always fits into a prompt. */
export interface FounderContext extends Omit<FounderRecords, 'firstName' | 'runway'> {
  readonly firstName: string
  /** Written by admins for the co-founder; not to be quoted to the founder. */
  readonly memory: string
  /** With the derived months; without them when the balance does not shrink. */
  readonly runway:
    | (Amounts & { readonly as_of: IsoDate | null; readonly net_burn: number; readonly months_left: number | null })
    | null
}
