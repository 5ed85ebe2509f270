import type { BookingRefusal, Call, FreeSlots, ManagedCall } from '../../../domain/booking.ts'
import { bookingTokens, calendarOf, joinLink, managingTokens } from '../_shared/calls.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { parseBookingRequest, type BookingRequest } from './request.ts'
import { callsAhead, freeSlots, openTimes, readCall, type Booking } from './slots.ts'

/** Requests of one founder, or for one call. */
const TURNS = { allowed: 60, seconds: 60 } as const

/**
 * `POST {action, …}`: calls with the squad (SPEC section 2). `begin` returns a token for the booking page to a signed-in user;
 * `slots` and `book` take it. A booked call comes with a token that shows, moves and cancels it without signing
 * in, as the links in its mails do. An error has a `code`, of BookingRefusal.
 */
export default async function booking(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const read = parseBookingRequest(await request.json().catch(() => undefined))
  if (!read.ok) return refusal(400, read.failure)
  const asked = read.value
  switch (asked.action) {
    case 'begin':
      return begin(request, context)
    case 'slots':
    case 'book':
      return book(asked, context)
    case 'show':
    case 'move':
    case 'cancel':
      return manage(asked, context)
    default:
      return asked satisfies never
  }
}

async function begin(request: Request, context: FunctionContext): Promise<Response> {
  if (context.env['BOOKING_URL']) return refused('elsewhere')
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to book a call')
  return (await rationed(context, caller.id)) ?? json(200, await bookingTokens(context).give(caller.id))
}

type Of<Action> = Extract<BookingRequest, { action: Action }>

async function book(asked: Of<'slots' | 'book'>, context: FunctionContext): Promise<Response> {
  const token = await bookingTokens(context).verify(asked.token)
  if (!token.ok) return refused(token.failure)
  const { user } = token.value
  const wait = await rationed(context, user)
  if (wait) return wait
  const service = serviceClient(context)
  const slots = () => freeSlots(context, service, { member: asked.member, user_id: user })
  if (asked.action === 'slots') {
    const [free, calls] = await Promise.all([slots(), callsAhead(service, user)])
    const answer: FreeSlots = { slots: free, calls: await Promise.all(calls.map((call) => told(context, call))) }
    return json(200, answer)
  }

  if (!isOpen(context, asked.starts_at)) return refused('taken', await slots())
  const { member, starts_at, topic, time_zone } = asked
  const { data, error } = await service.rpc('book_call', { founder: user, member, starts_at, topic, time_zone })
  return error ? refusedBy(error, slots) : changed(context, data)
}

async function manage(asked: Of<'show' | 'move' | 'cancel'>, context: FunctionContext): Promise<Response> {
  const token = await managingTokens(context).verify(asked.manage)
  if (!token.ok) return refused(token.failure)
  const { call: id } = token.value
  const wait = await rationed(context, id)
  if (wait) return wait
  const service = serviceClient(context)
  const call = await readCall(service, id)
  if (!call || Date.parse(call.starts_at) <= Date.now()) return refused('gone')
  const slots = async () => (call.cancelled_at === null ? freeSlots(context, service, call) : [])
  if (asked.action === 'show') {
    const answer: ManagedCall = { call: await told(context, call), slots: await slots() }
    return json(200, answer)
  }
  if (asked.action === 'move' && !isOpen(context, asked.starts_at)) return refused('taken', await slots())
  const { data, error } = await (asked.action === 'cancel'
    ? service.rpc('cancel_call', { booking: id })
    : service.rpc('move_call', { booking: id, starts_at: asked.starts_at }))
  return error ? refusedBy(error, slots) : changed(context, data)
}

const isOpen = (context: FunctionContext, moment: string) => openTimes(context).includes(Date.parse(moment))

async function rationed(context: FunctionContext, whose: string): Promise<Response | undefined> {
  const wait = await checkRateLimit(context, `booking:${whose}`, TURNS)
  return wait > 0
    ? refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
    : undefined
}

const changed = async (context: FunctionContext, row: Booking) => json(200, { call: await told(context, row) })

async function told(context: FunctionContext, row: Booking): Promise<Call> {
  const { id, member, starts_at, ends_at, topic, cancelled_at } = row
  return {
    id,
    member,
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
    topic,
    cancelled_at,
    join: joinLink(context, row),
    manage: await managingTokens(context).give(id),
    ics: calendarOf(context, row),
  }
}

const refusals: Record<BookingRefusal, { readonly status: number; readonly error: string }> = {
  invalid: { status: 401, error: 'This link does not work' },
  expired: { status: 401, error: 'This link has expired' },
  taken: { status: 409, error: 'This time is taken' },
  'own-call': { status: 409, error: 'You have another call at this time' },
  'too-many': { status: 409, error: 'You have five calls ahead already' },
  'too-often': { status: 429, error: 'Calls were booked or moved too often' },
  gone: { status: 410, error: 'This call cannot be changed any more' },
  elsewhere: { status: 404, error: 'Calls are booked on another site' },
}

function refused(code: BookingRefusal, slots?: readonly string[]): Response {
  const { status, error } = refusals[code]
  return json(status, { error, code, ...(slots && { slots }) })
}

/** The database's error has its reason in the detail. @throws {Error} for other failures */
async function refusedBy(
  { code, details, message }: { code: string; details: string; message: string },
  slots: () => Promise<string[]>,
): Promise<Response> {
  // The account was deleted meanwhile.
  if (code === '23503') return refused('invalid')
  if (details === 'taken' || details === 'own-call') return refused(details, await slots())
  if (details === 'too-many' || details === 'too-often' || details === 'gone' || details === 'invalid') {
    return refused(details)
  }
  throw new Error(`a call cannot be booked: ${message}`)
}
