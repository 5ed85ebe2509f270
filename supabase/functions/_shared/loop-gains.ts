import { addDays } from '../../../domain/days.ts'
import { LOOP_COUNTS, type Counts, type LoopStatus } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'

/** A loop at the end of a day. */
export interface LoopOn extends Readonly<Counts> {
  readonly loop_id: string
  readonly day: IsoDate
  readonly status: LoopStatus
}

/** Gain of one loop in a span of time. */
export interface LoopGain {
  readonly counts: Readonly<Counts>
  /** The loop at the end of the span. */
  readonly last: LoopOn
  /** The first day of its history, where that is within the span: what it had until then is not counted. */
  readonly since: IsoDate | undefined
}

/** The days whose points a span needs. */
export const endsOf = ({ from, to }: { readonly from: IsoDate; readonly to: IsoDate }, today = to) => ({
  before: addDays(from, -1),
  last: to < today ? to : today,
})

/**
 * Gain of a loop from the end of the day before a span to its last day; from its first point, where it has none before:
 * a loop may be added with what it had brought by then.
 * @param points of the days of `endsOf`
 * @param firsts each loop on the first day that is known of it
 * @returns undefined where its history begins after the span
 */
export function gainOf(
  loop: string,
  ends: ReturnType<typeof endsOf>,
  points: readonly LoopOn[],
  firsts: readonly LoopOn[],
): LoopGain | undefined {
  const on = (day: IsoDate) => points.find((point) => point.loop_id === loop && point.day === day)
  const [before, last] = [on(ends.before), on(ends.last)]
  const first = before ?? firsts.find((point) => point.loop_id === loop)
  if (!last || !first) return undefined
  const counts = { conversions: 0, demos: 0, messages: 0 }
  for (const { id } of LOOP_COUNTS) counts[id] = last[id] - first[id]
  return { counts, last, since: before ? undefined : first.day }
}
