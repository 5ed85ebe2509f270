import { refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { writeCalendar, type Feed } from './write-calendar.ts'

/** Requests of one address; calendar services that read for many founders have few addresses. */
const REQUEST_LIMIT = { allowed: 300, seconds: 60 } as const

/** Cache lifetime in calendar programs, seconds. */
const FRESH_SECONDS = 300

/**
 * `GET ?key=SECRET` (or `HEAD`) → text/calendar: a founder's deadlines and calls, for calendar subscriptions. The secret
 * is the only credential; a replaced or revoked one is unknown.
 */
export default async function calendarFeed(request: Request, context: FunctionContext): Promise<Response> {
  const { method, url, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'Only GET', { Allow: 'GET, HEAD' })
  const wait = await checkRateLimit(context, `calendar-feed:${context.clientAddress}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  const feed = await readFeed(context, new URL(url).searchParams.get('key') ?? '')
  if (!feed) return refusal(404, 'There is no calendar at this address')
  const calendar = encoder.encode(writeCalendar(context, feed))
  const cached = { ETag: `"${await sha256(calendar)}"`, 'Cache-Control': `private, max-age=${FRESH_SECONDS}` }
  if (headers.get('if-none-match')?.includes(cached.ETag)) return new Response(null, { status: 304, headers: cached })
  return new Response(method === 'HEAD' ? null : calendar, {
    headers: {
      ...cached,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="calendar.ics"',
    },
  })
}

/** Passes only the hash to the database. @returns null for an unknown secret @throws {Error} */
async function readFeed(context: FunctionContext, secret: string): Promise<Feed | null> {
  const secret_hash = String.raw`\x${await sha256(encoder.encode(secret))}`
  const { data, error } = await serviceClient(context).rpc('read_calendar_feed', { secret_hash })
  if (error) throw new Error(`a calendar cannot be read: ${error.message}`)
  return data as Feed | null
}

const encoder = new TextEncoder()

/** Hexadecimal. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
