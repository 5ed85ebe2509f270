import type { Counts, LoopCount, LoopStatus } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'
import type { Client } from './function.ts'

/** A loop at the end of a day. */
export interface LoopOn extends Readonly<Counts> {
  readonly loop_id: string
  readonly day: IsoDate
  readonly status: LoopStatus
}

export interface DaySpan {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** A row of `loop_gains`: what a loop gained in a span, and its counts at the end. */
export type LoopGainRow = Readonly<Counts & Record<`${LoopCount}_added`, number>> & {
  readonly loop_id: string
  readonly first_day: IsoDate
  readonly last_day: IsoDate
  readonly since: IsoDate | null
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

/** Spans of one request at most. */
const MAX_SPANS = 60

/** Gains of the caller's loops in spans of days, as the database counts them. @throws {Error} when a query fails */
export async function readLoopGains(client: Client, spans: readonly DaySpan[]): Promise<readonly LoopGainRow[]> {
  const parts = Array.from({ length: Math.ceil(spans.length / MAX_SPANS) }, (_, part) =>
    spans.slice(part * MAX_SPANS, (part + 1) * MAX_SPANS),
  )
  const read = parts.map((part) =>
    client
      .rpc('loop_gains', { first_days: part.map(({ from }) => from), last_days: part.map(({ to }) => to) })
      .throwOnError(),
  )
  return (await Promise.all(read)).flatMap(({ data }) => data as unknown as LoopGainRow[])
}

/** @returns undefined where nothing is known of the loop in the span */
export function gainOf(loop: string, { from, to }: DaySpan, rows: readonly LoopGainRow[]): LoopGain | undefined {
  const row = rows.find(({ loop_id, first_day, last_day }) => loop_id === loop && first_day === from && last_day === to)
  if (!row) return undefined
  const { status, conversions, demos, messages, conversions_added, demos_added, messages_added } = row
  return {
    counts: { conversions: conversions_added, demos: demos_added, messages: messages_added },
    last: { loop_id: loop, day: to, status, conversions, demos, messages },
    since: row.since ?? undefined,
  }
}
