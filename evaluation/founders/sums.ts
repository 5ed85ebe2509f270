import { addDays } from '../../domain/days.ts'
import type { GoalPeriod } from '../../domain/goals.ts'
import type { LoopCount } from '../../domain/traction.ts'
import type { IsoDate } from '../../domain/week.ts'
import { isIn, type Span } from '../calendar.ts'
import { dayOfRow, type CheckIn, type FounderData, type Goal, type Loop } from './founder.ts'

/** Plain sums over a founder's rows: what a right answer says. */

export const total = ({ loops }: FounderData, of: LoopCount): number => loops.reduce((sum, loop) => sum + loop[of], 0)

/** A loop's count at the end of a day, today at the latest. */
function countAt({ loopPoints }: FounderData, loop: Loop, of: LoopCount, day: IsoDate, today: IsoDate): number {
  if (day >= today) return loop[of]
  const points = loopPoints.filter((point) => point.loop_id === loop.id && point.day <= day)
  return points.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1)?.[of] ?? 0
}

/** Sum of a count that loops added in a span. */
export const added = (
  founder: FounderData,
  of: LoopCount,
  { first, last, today }: Span,
  loops = founder.loops,
): number =>
  loops.reduce(
    (sum, loop) =>
      sum + countAt(founder, loop, of, last, today) - countAt(founder, loop, of, addDays(first, -1), today),
    0,
  )

export const loopNamed = ({ loops }: FounderData, name: string): Loop => {
  const loop = loops.find((loop) => loop.name === name)
  if (!loop) throw new Error(`no loop is named ${name}`)
  return loop
}

/** Percent of messages that convert. */
export const rate = ({ conversions, messages }: Loop): number => (messages > 0 ? (100 * conversions) / messages : 0)

const goalsOf = ({ goals }: FounderData, isDone: boolean, period?: GoalPeriod): readonly Goal[] =>
  goals.filter((goal) => goal.completed === isDone && (period === undefined || goal.period === period))

export const openGoals = (founder: FounderData, period?: GoalPeriod) => goalsOf(founder, false, period)
export const doneGoals = (founder: FounderData, period?: GoalPeriod) => goalsOf(founder, true, period)

/** Goals completed in a span. */
export const doneIn = (founder: FounderData, span: Span, period?: GoalPeriod): readonly Goal[] =>
  doneGoals(founder, period).filter(({ completed_at }) => isIn(completed_at?.slice(0, 10) ?? '', span))

export const rowsIn = <Row extends { readonly created_at: string }>(rows: readonly Row[], span: Span): readonly Row[] =>
  rows.filter((row) => isIn(dayOfRow(row), span))

export const createdIn = ({ goals }: FounderData, span: Span): readonly Goal[] => rowsIn(goals, span)

/** Check-ins of the weeks that begin in a span. */
export const checkInsIn = ({ checkIns }: FounderData, span: Span): readonly CheckIn[] =>
  checkIns.filter(({ week_of }) => isIn(week_of, span))

const PERIOD_DAYS = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 } as const

export const ageInDays = ({ created_at }: { readonly created_at: string }, today: IsoDate): number =>
  Math.round((Date.parse(today) - Date.parse(created_at.slice(0, 10))) / 86_400_000)

/** Open goals that are older than their period. */
export const overdueGoals = (founder: FounderData, today: IsoDate, period?: GoalPeriod): readonly Goal[] =>
  openGoals(founder, period).filter((goal) => ageInDays(goal, today) > PERIOD_DAYS[goal.period])

export const oldestOpenGoal = (founder: FounderData): Goal => {
  const [oldest] = openGoals(founder).toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  if (!oldest) throw new Error('no goal is open')
  return oldest
}

export const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** A founder's money now, or as it was recorded in one of the months before. */
export const amounts = ({ runway, runwayPoints }: FounderData, monthsAgo = 0) => {
  const recorded = monthsAgo === 0 ? runway : runwayPoints[monthsAgo - 1]
  if (!recorded) throw new Error(`no amounts are recorded ${monthsAgo} months ago`)
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = recorded
  return { balance, revenue, burn, net: burn - revenue }
}

/** Months until the money ends. */
export const runwayOf = (balance: number, revenue: number, burn: number): number => balance / (burn - revenue)
