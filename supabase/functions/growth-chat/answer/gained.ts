import { totalsOf, type Counts } from '../../../../domain/traction.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import { gainOf, type DaySpan, type LoopGain } from '../../_shared/loop-gains.ts'
import type { FounderQueries } from '../founder-queries.ts'

/** Gains of loops in a span, each and together. */
export interface Gain {
  readonly counts: Readonly<Counts>
  readonly loops: readonly (LoopGain & { readonly loop: Loop })[]
  /** Loops of which nothing is known in the span. */
  readonly unknown: readonly Loop[]
  /** Whether something is known of any of them. */
  readonly isKnown: boolean
}

/** Gains of loops in several spans. */
export async function gainedIn(
  spans: readonly DaySpan[],
  loops: readonly Loop[],
  queries: FounderQueries,
): Promise<readonly Gain[]> {
  const rows = await queries.loopGains(spans)
  return spans.map((span) => {
    const all = loops.map((loop) => ({ loop, gain: gainOf(loop.id, span, rows) }))
    const known = all.flatMap(({ loop, gain }) => (gain ? [{ loop, ...gain }] : []))
    return {
      counts: totalsOf(known.map(({ counts }) => counts)),
      loops: known,
      unknown: all.flatMap(({ loop, gain }) => (gain ? [] : [loop])),
      isKnown: known.length > 0,
    }
  })
}
