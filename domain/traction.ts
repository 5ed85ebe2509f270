import { plainNumber } from './numbers.ts'

/** SPEC section 4. */
export const LOOP_STATUSES = [
  { id: 'running', label: 'Running' },
  { id: 'paused', label: 'Paused' },
  { id: 'scaling', label: 'Scaling' },
] as const

export type LoopStatus = (typeof LOOP_STATUSES)[number]['id']

/** The counters of a loop, in the order shown (SPEC section 3). */
export const LOOP_COUNTS = [
  { id: 'conversions', label: 'Conversions' },
  { id: 'demos', label: 'Demos' },
  { id: 'messages', label: 'Messages' },
] as const

export type LoopCount = (typeof LOOP_COUNTS)[number]['id']
export type Counts = Record<LoopCount, number>

/** A new loop (SPEC section 4). */
export const NEW_LOOP = { status: 'running', conversions: 0, demos: 0, messages: 0 } as const

/** Characters; the database refuses more. */
export const LOOP_NAME_LIMIT = 200

/** How many loops the Command Board previews. SPEC section 9. */
export const BOARD_LOOPS = 3

/** How far each Live Progress target is above the current value. SPEC section 9. */
const TARGET_ABOVE: Counts = { conversions: 10, demos: 5, messages: 20 }

/**
 * Sums over a founder's loops.
 * @example
 * totalsOf([{ conversions: 1, demos: 2, messages: 3 }, { conversions: 4, demos: 0, messages: 1 }])
 * // { conversions: 5, demos: 2, messages: 4 }
 * totalsOf([]) // { conversions: 0, demos: 0, messages: 0 }
 */
export function totalsOf(loops: readonly Counts[]): Counts {
  const totals = { conversions: 0, demos: 0, messages: 0 }
  for (const loop of loops) for (const { id } of LOOP_COUNTS) totals[id] += loop[id]
  return totals
}

/**
 * @returns the target, and `current` as a percentage of it (0 to 100, rounded)
 * @example
 * progressOf('demos', 15) // { target: 20, percent: 75 }
 */
export function progressOf(count: LoopCount, current: number) {
  const target = current + TARGET_ABOVE[count]
  const percent = target <= 0 ? 0 : Math.round((current / target) * 100)
  return { target, percent: Math.min(100, Math.max(0, percent)) }
}

/**
 * Parses a count that an admin typed; 0 for what is no number (SPEC section 5). Undefined for what can mean several, below
 * zero, and beyond a billion.
 * @example
 * parseCount('1,200') // 1200
 * parseCount('many') // 0
 * parseCount('5k') // undefined
 * parseCount('1.000') // undefined
 * parseCount('-5') // undefined
 */
export function parseCount(text: string): number | undefined {
  if (!/\p{Nd}/u.test(text)) return 0
  const plain = plainNumber(text)
  if (plain === undefined || plain.includes('.')) return undefined
  const count = Number(plain)
  return count >= 0 && count <= MAX_COUNT ? count : undefined
}

/** The database refuses more. */
const MAX_COUNT = 1_000_000_000
