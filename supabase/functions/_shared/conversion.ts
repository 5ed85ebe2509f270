import type { Counts, LoopStatus } from '../../../domain/traction.ts'

type Loop = Counts & { readonly status: LoopStatus }

/** Messages below which a loop's rates mean little. A rule of thumb. */
export const MIN_SIGNIFICANT_MESSAGES = 20

/** @returns the part as a share of the whole, 0 when the whole is 0 */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** A loop's conversion rate: the share of its messages that convert. */
export const conversionRate = ({ conversions, messages }: Counts): number => share(conversions, messages)

/** Minutes of a founder's work. Rules of thumb: a thoughtful message, a demo with preparation and follow-up. */
const WORK_MINUTES = { messages: 3, demos: 60 } as const

/** Hours of work per conversion; undefined without a conversion. */
export function hoursPerConversion({ messages, demos, conversions }: Counts): number | undefined {
  const minutes = messages * WORK_MINUTES.messages + demos * WORK_MINUTES.demos
  return conversions > 0 ? minutes / conversions / 60 : undefined
}

/** The loop with the highest conversion rate; loops with few messages only when there are no others. */
export function bestLoop<Known extends Loop>(loops: readonly Known[]): Known | undefined {
  const significant = loops.filter(({ messages }) => messages >= MIN_SIGNIFICANT_MESSAGES)
  const [best] = (significant.some(converts) ? significant : loops).toSorted(
    (a, b) => conversionRate(b) - conversionRate(a),
  )
  return best && converts(best) ? best : undefined
}

/** The active loop with the lowest conversion rate; undefined without another loop to compare with. */
export function weakestLoop<Known extends Loop>(loops: readonly Known[]): Known | undefined {
  const significant = loops.filter(
    ({ status, messages }) => status !== 'paused' && messages >= MIN_SIGNIFICANT_MESSAGES,
  )
  const [weakest] = significant.toSorted((a, b) => conversionRate(a) - conversionRate(b) || b.messages - a.messages)
  return weakest && loops.some((loop) => conversionRate(loop) > conversionRate(weakest)) ? weakest : undefined
}

const converts = (loop: Counts): boolean => conversionRate(loop) > 0
