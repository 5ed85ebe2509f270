import { formatCount, plainNumber } from './numbers.ts'

/** Characters; the database refuses more. */
export const GOAL_UNIT_LIMIT = 30

/** The largest number of a goal; the database refuses more. */
const MOST = 1_000_000_000

interface Measured {
  readonly completed: boolean
  readonly target?: number | null
  /** The number that was typed; null: none. */
  readonly progress?: number | null
  readonly unit?: string | null
}

/** Of the goals that serve one, from `goal_sums`. */
export interface GoalSum {
  readonly goals: number
  readonly done: number
  /** The sum of their numbers, as far as their units agree; null where none do. */
  readonly total?: number | null
  readonly unit?: string | null
}

/**
 * How far a goal is: the number that was typed; else its target, when it is done; else the sum of the goals that serve it.
 * @example
 * numberOf({ completed: false, target: 17, progress: 11 }) // 11
 * numberOf({ completed: true, target: 17, progress: null }) // 17
 * numberOf({ completed: false, target: 17, progress: null }, { goals: 2, done: 1, total: 9 }) // 9
 * numberOf({ completed: false, target: 17, progress: null }) // 0
 */
export const numberOf = ({ completed, target, progress }: Measured, sum?: GoalSum): number =>
  progress ?? (completed ? target : undefined) ?? sum?.total ?? 0

const withUnit = (number: number, unit: string | null | undefined): string =>
  unit ? `${formatCount(number)} ${unit}` : formatCount(number)

/**
 * Undefined for a goal without a target.
 * @example
 * progressText({ completed: false, target: 17, progress: 11, unit: 'demos' }) // '11 of 17 demos'
 * progressText({ completed: false, target: 1200, progress: null, unit: null }) // '0 of 1,200'
 */
export const progressText = (goal: Measured, sum?: GoalSum): string | undefined =>
  goal.target ? `${formatCount(numberOf(goal, sum))} of ${withUnit(goal.target, goal.unit)}` : undefined

/**
 * What the goals that serve one have come to; with their sum, unless the number of the goal is that.
 * @example
 * sumText({ goals: 3, done: 2, total: 9, unit: 'demos' }, { completed: false }) // '2 of 3 goals done, 9 demos'
 * sumText({ goals: 1, done: 0, total: 9 }, { completed: false, target: 17, progress: null }) // '0 of 1 goal done'
 */
export function sumText({ goals, done, total, unit }: GoalSum, goal: Measured): string {
  const text = `${formatCount(done)} of ${formatCount(goals)} ${goals === 1 ? 'goal' : 'goals'} done`
  const isShown = typeof total !== 'number' || (goal.target && numberOf(goal, { goals, done, total }) === total)
  return isShown ? text : `${text}, ${withUnit(total, unit)}`
}

/**
 * A number of a goal as it was typed; null for an empty field, undefined for what cannot be one.
 * @example
 * typedNumber('1,200') // 1200
 * typedNumber(' ') // null
 * typedNumber('-3') // undefined
 * typedNumber('a few') // undefined
 */
export function typedNumber(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const number = Math.round(Number(plainNumber(typed)) * 100) / 100
  return number >= 0 && number <= MOST ? number : undefined
}

/** Words behind a number that are no unit. */
const NO_UNIT = new Set('a am an and are as at by for from in is more new of on or per pm than the then times to with'.split(' ')) // prettier-ignore

/**
 * The first number with a unit in a text: what a goal may count up to.
 * @example
 * targetIn('Book 17 demos this week') // { target: 17, unit: 'demos' }
 * targetIn('Call at 5 pm') // undefined
 */
export function targetIn(text: string): { readonly target: number; readonly unit: string } | undefined {
  for (const [, number = '', unit = ''] of text.matchAll(
    /(?<![\p{L}\p{N}.,$€£#-])(\d[\d,.’']*)\s+(\p{L}[\p{L}’'-]+)/gu,
  )) {
    const target = typedNumber(number)
    if (target && unit.length <= GOAL_UNIT_LIMIT && !NO_UNIT.has(unit.toLowerCase())) return { target, unit }
  }
  return undefined
}
