import type { BookingRefusal, Call, FreeSlots, ManagedCall } from '../../../domain/booking.ts'
import { SQUAD_HOURS } from '../../../domain/squad-hours.ts'
import { bookingTokens, calendarOf, joinLink, managingTokens } from '../_shared/calls.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit, scaledLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { parseBookingRequest, type BookingRequest } from './request.ts'
import { callsAhead, freeSlots, openTimes, readCall, type Booking } from './slots.ts'

/** Requests of one founder, or for one call. */
const REQUEST_LIMIT = { allowed: 60, seconds: 60 } as const

/** Calls ahead that were booked from one network, by whatever accounts. */
const NETWORK_LIMIT = { allowed: 10 } as const

/**
 * `POST {action, …}`: calls with the squad (SPEC section 2). `begin` returns a token for the booking page to a signed-in user;
 * `slots` and `book` take it. A booked call comes with a token that shows, moves and cancels it without signing
 * in, as the links in its mails do. An error has a `code`, of BookingRefusal.
 */
export default async function booking(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const read = parseBookingRequest(await request.json().catch(() => undefined))
  if (!read.ok) return refusal(400, read.failure)
  const input = read.value
  switch (input.action) {
    case 'begin':
      return begin(request, context)
    case 'slots':
    case 'book':
      return book(input, context)
    case 'show':
    case 'move':
    case 'cancel':
      return manage(input, context)
    default:
      return input satisfies never
  }
}

async function begin(request: Request, context: FunctionContext): Promise<Response> {
  if (context.env['BOOKING_URL']) return refused('elsewhere')
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to book a call')
  return (await checkRequestLimit(context, caller.id)) ?? json(200, await bookingTokens(context).give(caller.id))
}

type Of<Action> = Extract<BookingRequest, { action: Action }>

async function book(input: Of<'slots' | 'book'>, context: FunctionContext): Promise<Response> {
  const token = await bookingTokens(context).verify(input.token)
  if (!token.ok) return refused(token.failure)
  const { user } = token.value
  const wait = await checkRequestLimit(context, user)
  if (wait) return wait
  const service = serviceClient(context)
  const slots = () => freeSlots(context, service, { member: input.member, user_id: user })
  if (input.action === 'slots') {
    const [free, calls] = await Promise.all([slots(), callsAhead(service, user)])
    const answer: FreeSlots = { slots: free, calls: await Promise.all(calls.map((call) => callFor(context, call))) }
    return json(200, answer)
  }

  if (!isOpen(context, input.starts_at)) return refused('taken', await slots())
  const { member, starts_at, topic, time_zone } = input
  const bookIn = (zone: string) =>
    service.rpc('book_call', {
      founder: user,
      member,
      starts_at,
      topic,
      time_zone: zone,
      network: context.clientAddress,
      network_limit: scaledLimit(context, NETWORK_LIMIT),
    })
  const given = await bookIn(time_zone)
  // The runtime may know a time zone that the database does not.
  const { data, error } = given.error?.code === '22023' ? await bookIn(SQUAD_HOURS.timeZone) : given
  return error ? refusedBy(error, slots) : callResponse(context, data)
}

async function manage(input: Of<'show' | 'move' | 'cancel'>, context: FunctionContext): Promise<Response> {
  const token = await managingTokens(context).verify(input.manage)
  if (!token.ok) return refused(token.failure)
  const { call: id } = token.value
  const wait = await checkRequestLimit(context, id)
  if (wait) return wait
  const service = serviceClient(context)
  const call = await readCall(service, id)
  if (!call || Date.parse(call.starts_at) <= Date.now()) return refused('gone')
  const slots = async () => (call.cancelled_at === null ? freeSlots(context, service, call) : [])
  if (input.action === 'show') {
    const answer: ManagedCall = { call: await callFor(context, call), slots: await slots() }
    return json(200, answer)
  }
  if (input.action === 'move' && !isOpen(context, input.starts_at)) return refused('taken', await slots())
  const { data, error } = await (input.action === 'cancel'
    ? service.rpc('cancel_call', { booking: id })
    : service.rpc('move_call', { booking: id, starts_at: input.starts_at }))
  return error ? refusedBy(error, slots) : callResponse(context, data)
}

const isOpen = (context: FunctionContext, moment: string) => openTimes(context).includes(Date.parse(moment))

async function checkRequestLimit(context: FunctionContext, key: string): Promise<Response | undefined> {
  const wait = await checkRateLimit(context, `booking:${key}`, REQUEST_LIMIT)
  return wait > 0
    ? refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
    : undefined
}

const callResponse = async (context: FunctionContext, row: Booking) => json(200, { call: await callFor(context, row) })

async function callFor(context: FunctionContext, row: Booking): Promise<Call> {
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
  'network-full': { status: 409, error: 'Too many calls ahead were booked from this network' },
  'too-often': { status: 429, error: 'Calls were booked or moved too often' },
  gone: { status: 410, error: 'This call cannot be changed any more' },
  elsewhere: { status: 404, error: 'Calls are booked on another site' },
}

function refused(code: BookingRefusal, slots?: readonly string[]): Response {
  const { status, error } = refusals[code]
  return json(status, { error, code, ...(slots && { slots }) })
}

const isRefusal = (details: string): details is BookingRefusal => Object.hasOwn(refusals, details)

/** The database's error has its reason in the detail. @throws {Error} for other failures */
async function refusedBy(
  { code, details, message }: { code: string; details: string; message: string },
  slots: () => Promise<string[]>,
): Promise<Response> {
  // The account was deleted meanwhile.
  if (code === '23503') return refused('invalid')
  if (details === 'taken' || details === 'own-call') return refused(details, await slots())
  if (isRefusal(details)) return refused(details)
  throw new Error(`a call cannot be booked: ${message}`)
}
