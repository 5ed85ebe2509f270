import type { LoopCount } from '../../domain/traction.ts'
import type { IsoDate } from '../../domain/week.ts'
import type { FounderData, Goal, Loop } from './founder.ts'

/** Plain sums over a founder's rows: what a right answer says. */

export const total = ({ loops }: FounderData, of: LoopCount): number => loops.reduce((sum, loop) => sum + loop[of], 0)

/** A loop's count at the end of a day, today at the latest. */
function countAt({ loopPoints }: FounderData, loop: Loop, of: LoopCount, day: IsoDate, today: IsoDate): number {
  if (day >= today) return loop[of]
  const points = loopPoints.filter((point) => point.loop_id === loop.id && point.day <= day)
  return points.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1)?.[of] ?? 0
}

/** What loops added after a day, until the end of another. */
export const added = (
  founder: FounderData,
  of: LoopCount,
  { after, until, today }: { readonly after: IsoDate; readonly until: IsoDate; readonly today: IsoDate },
  loops = founder.loops,
): number =>
  loops.reduce(
    (sum, loop) => sum + countAt(founder, loop, of, until, today) - countAt(founder, loop, of, after, today),
    0,
  )

export const loopNamed = ({ loops }: FounderData, name: string): Loop => {
  const loop = loops.find((loop) => loop.name === name)
  if (!loop) throw new Error(`no loop is named ${name}`)
  return loop
}

/** Percent of messages that convert. */
export const rate = ({ conversions, messages }: Loop): number => (messages > 0 ? (100 * conversions) / messages : 0)

export const openGoals = ({ goals }: FounderData): readonly Goal[] => goals.filter(({ completed }) => !completed)
export const doneGoals = ({ goals }: FounderData): readonly Goal[] => goals.filter(({ completed }) => completed)

/** Goals completed from one day to another. */
export const doneBetween = (founder: FounderData, first: IsoDate, last: IsoDate): readonly Goal[] =>
  doneGoals(founder).filter(({ completed_at }) => {
    const day = completed_at?.slice(0, 10) ?? ''
    return day >= first && day <= last
  })

export const createdBetween = (founder: FounderData, first: IsoDate, last: IsoDate): readonly Goal[] =>
  founder.goals.filter(({ created_at }) => created_at.slice(0, 10) >= first && created_at.slice(0, 10) <= last)

const PERIOD_DAYS = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 } as const

export const ageInDays = ({ created_at }: { readonly created_at: string }, today: IsoDate): number =>
  Math.round((Date.parse(today) - Date.parse(created_at.slice(0, 10))) / 86_400_000)

/** Open goals that are older than their period. */
export const overdueGoals = (founder: FounderData, today: IsoDate): readonly Goal[] =>
  openGoals(founder).filter((goal) => ageInDays(goal, today) > PERIOD_DAYS[goal.period])

export const oldestOpenGoal = (founder: FounderData): Goal => {
  const [oldest] = openGoals(founder).toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  if (!oldest) throw new Error('no goal is open')
  return oldest
}

export const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Months until the money ends. */
export const runwayOf = (balance: number, revenue: number, burn: number): number => balance / (burn - revenue)
