import { addDays } from '../../domain/days.ts'
import type { Answer } from '../../domain/decisions.ts'
import type { GoalPeriod } from '../../domain/goals.ts'
import type { Counts, LoopStatus } from '../../domain/traction.ts'
import type { IsoDate } from '../../domain/week.ts'
import { monday, monthStart } from '../calendar.ts'

export const FOUNDER_KEYS = ['new', 'growing', 'trouble', 'years', 'hostile', 'odd'] as const

export type FounderKey = (typeof FOUNDER_KEYS)[number]

/** Rows as the tables hold them, without their owner. */
export interface Goal {
  readonly id: string
  readonly text: string
  readonly period: GoalPeriod
  readonly completed: boolean
  readonly created_at: string
  readonly completed_at: string | null
}

export interface Loop extends Counts {
  readonly id: string
  readonly name: string
  readonly status: LoopStatus
  readonly created_at: string
}

export interface LoopPoint extends Counts {
  readonly loop_id: string
  readonly day: IsoDate
  readonly status: LoopStatus
  readonly created_at: string
}

export interface CheckIn {
  readonly id: string
  readonly week_of: IsoDate
  readonly mood: number
  readonly wins: string
  readonly blockers: string
  readonly next_priority: string
  readonly created_at: string
}

export interface Decision {
  readonly id: string
  readonly title: string
  readonly reason: string
  readonly category: string
  readonly impact: 'positive' | 'neutral' | 'negative'
  readonly result: string
  readonly expected: string
  readonly review_on: IsoDate | null
  readonly outcome: string
  readonly was_right: Answer | null
  readonly reviewed_at: string | null
  readonly created_at: string
}

export interface Note {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly content: string
  readonly created_at: string
}

export interface SquadMessage {
  readonly sender_type: 'user' | 'squad'
  readonly sender_name: string | null
  readonly content: string
  readonly created_at: string
}

export interface Call {
  readonly member: 'whole-squad' | 'strategy' | 'growth' | 'product'
  readonly starts_at: string
  readonly ends_at: string
  readonly topic: string
  readonly cancelled_at: string | null
}

export interface Runway {
  readonly bank_balance: number
  readonly monthly_revenue: number
  readonly monthly_burn: number
}

export interface RunwayPoint extends Runway {
  readonly day: IsoDate
  readonly created_at: string
}

export interface FounderData {
  readonly key: FounderKey
  readonly firstName: string
  readonly lastName: string
  /** Names and numbers that no other founder has: in another founder's answer they are a leak. */
  readonly canaries: readonly string[]
  /** Memory that only admins read, with a sentence that no answer may contain. */
  readonly memory: string
  readonly memoryCanary: string
  readonly goals: readonly Goal[]
  readonly loops: readonly Loop[]
  readonly loopPoints: readonly LoopPoint[]
  readonly checkIns: readonly CheckIn[]
  readonly decisions: readonly Decision[]
  readonly notes: readonly Note[]
  readonly messages: readonly SquadMessage[]
  readonly calls: readonly Call[]
  readonly runway?: Runway
  readonly runwayPoints: readonly RunwayPoint[]
}

/** The day of a row. */
export const dayOfRow = (row: { readonly created_at: string }): IsoDate => row.created_at.slice(0, 10) as IsoDate

/** Builds the rows of one founder, relative to a day. */
export class Records {
  readonly today: IsoDate
  readonly #founder: number
  readonly #next = new Map<string, number>()

  constructor(key: FounderKey, today: IsoDate) {
    this.today = today
    this.#founder = FOUNDER_KEYS.indexOf(key) + 1
  }

  /** The same in each run, and different for each founder. */
  id(table: 'goal' | 'loop' | 'check-in' | 'decision' | 'note'): string {
    const next = (this.#next.get(table) ?? 0) + 1
    this.#next.set(table, next)
    const kind = ['goal', 'loop', 'check-in', 'decision', 'note'].indexOf(table) + 1
    return `e${this.#founder}a${kind}c0de-${String(this.#founder).repeat(4)}-4${String(kind).repeat(3)}-8000-${String(next).padStart(12, '0')}`
  }

  /** A moment of a day that is over, or just after midnight today. */
  at(day: IsoDate): string {
    return day >= this.today ? `${this.today}T00:00:20.000Z` : `${day}T09:00:00.000Z`
  }

  daysAgo = (days: number): IsoDate => addDays(this.today, -days)

  /** The Monday some weeks ago. */
  week = (weeksAgo: number): IsoDate => monday(this.today, weeksAgo)

  /** A day of the month some months ago, and today at the latest. */
  inMonth(monthsAgo: number, date: number): IsoDate {
    const day = addDays(monthStart(this.today, monthsAgo), date - 1)
    return day > this.today ? this.today : day
  }

  goal(period: GoalPeriod, text: string, created: IsoDate, completed?: IsoDate): Goal {
    return {
      id: this.id('goal'),
      text,
      period,
      completed: completed !== undefined,
      created_at: this.at(created),
      completed_at: completed === undefined ? null : this.at(completed),
    }
  }

  checkIn(weeksAgo: number, mood: number, wins: string, blockers: string, next_priority: string): CheckIn {
    const week_of = this.week(weeksAgo)
    const created_at = this.at(addDays(week_of, 4))
    return { id: this.id('check-in'), week_of, mood, wins, blockers, next_priority, created_at }
  }

  decision(title: string, created: IsoDate, more: Partial<Decision> & { readonly reason: string }): Decision {
    const isReviewed = Boolean(more.was_right)
    return {
      id: this.id('decision'),
      title,
      category: 'Product',
      impact: 'neutral',
      result: '',
      expected: '',
      review_on: null,
      outcome: '',
      was_right: null,
      ...more,
      reviewed_at: isReviewed ? this.at(addDays(created, 30)) : null,
      created_at: this.at(created),
    }
  }

  note(title: string, category: string, content: string, created: IsoDate): Note {
    return { id: this.id('note'), title, category, content, created_at: this.at(created) }
  }

  squad(sender_name: string, content: string, sent: IsoDate): SquadMessage {
    return { sender_type: 'squad', sender_name, content, created_at: this.at(sent) }
  }

  founder(content: string, sent: IsoDate): SquadMessage {
    return {
      sender_type: 'user',
      sender_name: null,
      content: `To: whole-squad\n\n${content}`,
      created_at: this.at(sent),
    }
  }

  /** Half an hour from 15:00 UTC, which is within the squad's hours in winter and summer. */
  call(day: IsoDate, member: Call['member'], topic: string, isCancelled = false): Call {
    return {
      member,
      topic,
      starts_at: `${day}T15:00:00.000Z`,
      ends_at: `${day}T15:30:00.000Z`,
      cancelled_at: isCancelled ? this.at(this.today) : null,
    }
  }

  /** A working day, at least this many days from today. */
  workday(daysAhead: number): IsoDate {
    const day = addDays(this.today, daysAhead)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day
  }

  /**
   * A loop that began some weeks ago, with a point for each week. Nothing changes in a week that spans two months, so
   * that a month's change is the same by days and by weeks.
   * @param added what a week adds, by the number of weeks ago
   */
  loop(
    name: string,
    status: LoopStatus,
    weeks: number,
    added: (weeksAgo: number) => Counts,
  ): { readonly loop: Loop; readonly points: readonly LoopPoint[] } {
    const id = this.id('loop')
    const total = { conversions: 0, demos: 0, messages: 0 }
    const points: LoopPoint[] = []
    for (let weeksAgo = weeks; weeksAgo >= 0; weeksAgo--) {
      const first = this.week(weeksAgo)
      const isWhole = first.slice(0, 7) === addDays(first, 6).slice(0, 7)
      if (weeksAgo < weeks && isWhole) {
        const { conversions, demos, messages } = added(weeksAgo)
        total.conversions += conversions
        total.demos += demos
        total.messages += messages
      }
      // The point of today is written by the database.
      if (first < this.today) points.push({ loop_id: id, day: first, status, ...total, created_at: this.at(first) })
    }
    return { loop: { id, name, status, ...total, created_at: this.at(this.week(weeks)) }, points }
  }

  /** A point on the tenth of each month before this one, newest first. */
  runwayPoints(amounts: readonly (readonly [balance: number, revenue: number, burn: number])[]): RunwayPoint[] {
    return amounts.map(([bank_balance, monthly_revenue, monthly_burn], index) => {
      const day = this.inMonth(index + 1, 10)
      return { day, bank_balance, monthly_revenue, monthly_burn, created_at: this.at(day) }
    })
  }
}
