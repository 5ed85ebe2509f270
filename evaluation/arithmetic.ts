import { addDays, daysBetween } from '../domain/days.ts'
import { weekOf, type IsoDate } from '../domain/week.ts'
import type { EvaluatedFounder, Loop, LoopPoint, RunwayPoint } from './founders.ts'

/** What right answers are computed by: plain arithmetic over a founder's data, shared with no answer. */

export type Count = 'messages' | 'demos' | 'conversions'

export interface Days {
  readonly from: IsoDate
  readonly to: IsoDate
}

export const totalOf = ({ loops }: EvaluatedFounder, count: Count): number =>
  loops.reduce((sum, loop) => sum + nowOf(loop)[count], 0)

export const nowOf = (loop: Loop): LoopPoint =>
  loop.points.at(-1) ?? { day: '2000-01-01', messages: 0, demos: 0, conversions: 0 }

const on = (loop: Loop, day: IsoDate, count: Count): number =>
  loop.points.findLast((point) => point.day <= day)?.[count] ?? 0

/** What loops added within some days. */
export const addedIn = (loops: readonly Loop[], { from, to }: Days, count: Count): number =>
  loops.reduce((sum, loop) => sum + on(loop, to, count) - on(loop, addDays(from, -1), count), 0)

export const lastWeek = (today: IsoDate): Days => {
  const monday = weekOf(new Date(`${today}T00:00:00Z`), 'UTC')
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}

/** The month that lies some months before this one. */
export function monthAgo(today: IsoDate, months: number): Days & { readonly name: string } {
  const first = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - months, 1))
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1))
  const from = first.toISOString().slice(0, 10) as IsoDate
  return {
    from,
    to: addDays(next.toISOString().slice(0, 10) as IsoDate, -1),
    name: first.toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
  }
}

export const within = (day: IsoDate, { from, to }: Days): boolean => day >= from && day <= to

export const runwayNow = ({ runway }: EvaluatedFounder): RunwayPoint =>
  runway.at(-1) ?? { day: '2000-01-01', balance: 0, revenue: 0, burn: 0 }

export const monthsOf = ({ balance, revenue, burn }: Pick<RunwayPoint, 'balance' | 'revenue' | 'burn'>): number =>
  balance / (burn - revenue)

export const runwayOn = ({ runway }: EvaluatedFounder, day: IsoDate): RunwayPoint | undefined =>
  runway.findLast((point) => point.day <= day)

export const age = (day: IsoDate, today: IsoDate): number => daysBetween(day, today)

export const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
