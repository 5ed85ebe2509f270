/** Days in one request: a month on screen has six weeks. */
const MAX_DAYS = 62

const DAY_MS = 86_400_000

export interface Span {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** @returns the parsed body, or the error */
export function parseSpan(body: unknown): Span | string {
  const { from, to } = (body ?? {}) as Record<string, unknown>
  const span = { from: momentOf(from), to: momentOf(to) }
  if (!span.from || !span.to) return 'from and to must be ISO moments with a time zone'
  const days = (span.to.getTime() - span.from.getTime()) / DAY_MS
  if (days <= 0) return 'to must be after from'
  // A daylight saving change makes a range an hour longer.
  if (days > MAX_DAYS + 0.5) return `from and to must be at most ${MAX_DAYS} days apart`
  return { from: span.from, to: span.to }
}

function momentOf(value: unknown): Date | undefined {
  const isMoment =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  const moment = isMoment ? new Date(value) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}
