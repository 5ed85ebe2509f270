import { totalsOf, type Counts } from '../../../../domain/traction.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import { addDays } from '../../../../domain/days.ts'
import { gainOf, type DaySpan, type LoopGain } from '../../_shared/loop-gains.ts'
import type { FounderQueries } from '../founder-queries.ts'
import type { Span } from '../understand/calendar-spans.ts'

/** Gains of loops in a span, each and together. */
export interface Gain {
  readonly counts: Readonly<Counts>
  readonly loops: readonly (LoopGain & { readonly loop: Loop })[]
  /** Loops of which nothing is known in the span. */
  readonly unknown: readonly Loop[]
  /** Whether something is known of any of them. */
  readonly isKnown: boolean
}

type GainSpan = DaySpan & Partial<Pick<Span, 'isTotal' | 'counted'>>

/** Gains of loops in several spans; of a span of totals, what they had at its end. */
export async function gainedIn(
  spans: readonly GainSpan[],
  loops: readonly Loop[],
  queries: FounderQueries,
): Promise<readonly Gain[]> {
  const days = spans.map(({ from, to, counted }) => ({ from: counted ? addDays(counted, 1) : from, to }))
  const rows = await queries.loopGains(days)
  return spans.map(({ isTotal }, at) => {
    const all = loops.map((loop) => ({ loop, gain: gainOf(loop.id, days[at] as DaySpan, rows) }))
    const known = all.flatMap(({ loop, gain }) =>
      gain ? [{ loop, ...gain, ...(isTotal && { counts: gain.last, since: undefined }) }] : [],
    )
    return {
      counts: totalsOf(known.map(({ counts }) => counts)),
      loops: known,
      unknown: all.flatMap(({ loop, gain }) => (gain ? [] : [loop])),
      isKnown: known.length > 0,
    }
  })
}
