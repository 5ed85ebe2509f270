import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Listed } from '../listed.ts'
import type { LoopGain } from '../loop-gains.ts'

type Recorded<Table extends keyof Tables, Columns extends keyof Tables[Table]> = Readonly<Pick<Tables[Table], Columns>>

export type DocumentGoal = Recorded<'goals', 'id' | 'text' | 'period'> & {
  /** The day in UTC on which it was set. */
  readonly set: IsoDate
  /** The day on which it was planned last: carried over, or set. */
  readonly planned: IsoDate
  /** The number that was typed, of its target. */
  readonly progress?: string | undefined
  /** Whether it has a target. */
  readonly isMeasured?: boolean
  /** The goal of a longer period that it serves. */
  readonly parent?: string | null
}

export type DocumentCheckIn = Recorded<'weekly_checkins', 'id' | 'mood' | 'wins' | 'blockers' | 'next_priority'> & {
  readonly week_of: IsoDate
}

export type DocumentDecision = Recorded<'decisions', 'id' | 'title' | 'result' | 'outcome' | 'was_right' | 'impact'> & {
  readonly date: IsoDate
  readonly review_on: IsoDate | null
}

export type DocumentCall = Recorded<'squad_bookings', 'starts_at' | 'ends_at' | 'time_zone' | 'member' | 'topic'>

/** US dollars, and US dollars a month, at the end of a day. */
export interface RunwayAmounts {
  readonly day: IsoDate
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

export interface LoopInSpan {
  readonly id: string
  readonly name: string
  /** The day in UTC on which it was created. */
  readonly begun: IsoDate
  /** Undefined where its history begins after the span. */
  readonly gain: LoopGain | undefined
}

export interface DocumentMessage {
  readonly isOwn: boolean
  readonly sender: string
  readonly content: string
  readonly date: IsoDate
}

/** A founder's records of a span, newest first. A kind of document that does not show a list gets it empty. */
export interface DocumentRecords {
  readonly runway: {
    /** At the end of the span. */
    readonly after: RunwayAmounts | undefined
    /** Before the span; the first ones inside it when there are none. */
    readonly before: RunwayAmounts | undefined
    /** What the founder has proposed and the squad has not answered, unless it is older than what is recorded. */
    readonly proposed?: RunwayAmounts | undefined
  }
  /** The first one that was created comes first. */
  readonly loops: Listed<LoopInSpan>
  readonly checkIns: readonly DocumentCheckIn[]
  /** The last one before the span. */
  readonly earlierCheckIn: DocumentCheckIn | undefined
  /** Set within the span, done and open ones. */
  readonly goalsSet: { readonly count: number; readonly done: number }
  /** Done within the span, whenever they were set. */
  readonly goalsDone: Listed<DocumentGoal>
  /** Open now, the oldest first. */
  readonly goalsOpen: Listed<DocumentGoal>
  readonly decisions: Listed<DocumentDecision>
  /** To be looked at again until the end of the span, the longest due first. */
  readonly decisionsDue: Listed<DocumentDecision>
  /** Upcoming ones, the earliest first. */
  readonly calls: readonly DocumentCall[]
  readonly messages: readonly DocumentMessage[]
}

export const NO_RECORDS: DocumentRecords = {
  runway: { after: undefined, before: undefined },
  loops: { count: 0, rows: [] },
  checkIns: [],
  earlierCheckIn: undefined,
  goalsSet: { count: 0, done: 0 },
  goalsDone: { count: 0, rows: [] },
  goalsOpen: { count: 0, rows: [] },
  decisions: { count: 0, rows: [] },
  decisionsDue: { count: 0, rows: [] },
  calls: [],
  messages: [],
}
