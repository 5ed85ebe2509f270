import { totalsOf, type Counts } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import { endsOf, gainOf, type LoopGain, type LoopOn } from '../../_shared/loop-gains.ts'
import type { FounderQueries } from '../founder-queries.ts'
import type { Span } from '../understand/calendar-spans.ts'

/** Gains of loops in a span, each and together. */
export interface Gain {
  readonly counts: Readonly<Counts>
  readonly loops: readonly (LoopGain & { readonly loop: Loop })[]
  /** Loops whose history begins after the span. */
  readonly unknown: readonly Loop[]
  /** Whether the history of any of them reaches into the span. */
  readonly isKnown: boolean
}

/** Days of one query at most. */
const MAX_DAYS = 60

/** Gains of loops in several spans, up to today. */
export async function gainedIn(
  spans: readonly Span[],
  loops: readonly Loop[],
  queries: FounderQueries,
  today: IsoDate,
): Promise<readonly Gain[]> {
  const ends = spans.map((span) => endsOf(span, today))
  const days = [...new Set(ends.flatMap(({ before, last }) => [before, last]))]
  const [points, firsts] = await Promise.all([loopsOn(days, queries), queries.firstPoints()])
  return ends.map((end) => {
    const all = loops.map((loop) => ({ loop, gain: gainOf(loop.id, end, points, firsts) }))
    const known = all.flatMap(({ loop, gain }) => (gain ? [{ loop, ...gain }] : []))
    return {
      counts: totalsOf(known.map(({ counts }) => counts)),
      loops: known,
      unknown: all.flatMap(({ loop, gain }) => (gain ? [] : [loop])),
      isKnown: known.length > 0,
    }
  })
}

async function loopsOn(days: readonly IsoDate[], queries: FounderQueries): Promise<readonly LoopOn[]> {
  const parts = Array.from({ length: Math.ceil(days.length / MAX_DAYS) }, (_, part) =>
    days.slice(part * MAX_DAYS, (part + 1) * MAX_DAYS),
  )
  return (await Promise.all(parts.map((part) => queries.loopsOn(part)))).flat()
}
