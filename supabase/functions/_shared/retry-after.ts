/** Seconds at most: a day. */
const MAX_SECONDS = 86_400

/** Of a `Retry-After` (RFC 9110, 10.2.3): seconds, of which Discord sends parts, or a date. 0 without either. */
export function secondsUntil(header: string | null): number {
  if (header === null) return 0
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.ceil(Math.min(Math.max(seconds, 0), MAX_SECONDS)) : 0
}
