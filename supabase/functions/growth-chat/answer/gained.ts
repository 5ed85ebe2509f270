import { addDays } from '../../../../domain/days.ts'
import type { LoopCount } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Loop } from '../../_shared/founder-records.ts'
import type { FounderQueries, LoopOn } from '../founder-queries.ts'
import type { Span } from '../understand/calendar-spans.ts'

export type Gained = Readonly<Record<LoopCount, number>>

/** What one loop gained in a span of time. */
export interface LoopGain {
  readonly loop: Loop
  readonly counts: Gained
  /** The day from which its history is known, where that is within the span: what was before is not known. */
  readonly since: IsoDate | undefined
}

/** What loops gained in a span, each and together. */
export interface Gain {
  readonly counts: Gained
  readonly loops: readonly LoopGain[]
  /** Whether the history of any of them reaches into the span. */
  readonly isKnown: boolean
}

const COUNTS = ['messages', 'demos', 'conversions'] as const
const NOTHING: Gained = { messages: 0, demos: 0, conversions: 0 }

/**
 * What each loop gained from the end of the day before a span to its last day. A loop that was created in the span counts
 * from zero; one whose history begins in it counts from its first point, and says so.
 */
export async function gainedIn(
  spans: readonly Span[],
  loops: readonly Loop[],
  queries: FounderQueries,
  today: IsoDate,
): Promise<readonly Gain[]> {
  const ends = spans.map(({ from, to }) => ({ before: addDays(from, -1), last: to < today ? to : today }))
  const days = [...new Set(ends.flatMap(({ before, last }) => [before, last]))]
  const [points, firsts] = await Promise.all([loopsOn(days, queries), queries.firstPoints()])
  return spans.map((span, index) => {
    const { before = span.from, last = span.to } = ends[index] ?? {}
    const gains = loops.flatMap(
      (loop) => gainOf(loop, span, at(points, loop, before), at(points, loop, last), at(firsts, loop)) ?? [],
    )
    const sum = (count: LoopCount) => gains.reduce((all, { counts }) => all + counts[count], 0)
    return {
      counts: { messages: sum('messages'), demos: sum('demos'), conversions: sum('conversions') },
      loops: gains,
      isKnown: gains.length > 0,
    }
  })
}

/** Days of one query at most. */
const MAX_DAYS = 60

async function loopsOn(days: readonly IsoDate[], queries: FounderQueries): Promise<readonly LoopOn[]> {
  const parts = Array.from({ length: Math.ceil(days.length / MAX_DAYS) }, (_, part) =>
    days.slice(part * MAX_DAYS, (part + 1) * MAX_DAYS),
  )
  return (await Promise.all(parts.map((part) => queries.loopsOn(part)))).flat()
}

const at = (points: readonly LoopOn[], { id }: Loop, day?: IsoDate): LoopOn | undefined =>
  points.find((point) => point.loop_id === id && (day === undefined || point.day === day))

function gainOf(
  loop: Loop,
  span: Span,
  before: LoopOn | undefined,
  last: LoopOn | undefined,
  first: LoopOn | undefined,
) {
  if (!last) return undefined
  const isNew = loop.date >= span.from
  const start = before ?? (isNew ? NOTHING : (first ?? NOTHING))
  const counts = { ...NOTHING }
  for (const count of COUNTS) counts[count] = last[count] - start[count]
  return { loop, counts, since: before || isNew ? undefined : first?.day }
}
