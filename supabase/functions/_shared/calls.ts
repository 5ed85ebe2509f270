import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus, type ICalEventData } from 'ical-generator'
import * as z from 'zod/mini'
import { BOOKING_DAYS_AHEAD } from '../../../domain/booking.ts'
import { BOOKABLE } from '../../../domain/squad.ts'
import { callUid } from './call-uid.ts'
import type { FunctionContext } from './function.ts'
import { signedTokens } from './signed-token.ts'

/** A call, as in the table `squad_bookings`. */
export interface StoredCall {
  readonly id: string
  readonly member: string
  readonly starts_at: string
  readonly ends_at: string
  readonly topic: string
  readonly revision: number
  readonly updated_at: string
  readonly cancelled_at: string | null
}

/** Minutes in which a booking token is valid. */
const BOOKING_MINUTES = 30

/** Tokens with which a founder books, valid for half an hour. */
export const bookingTokens = ({ secretKey }: Pick<FunctionContext, 'secretKey'>) => {
  const values = signedTokens(secretKey, 'book a call', z.strictObject({ user: z.string() }))
  return {
    verify: values.verify,
    give: async (user: string) => {
      const expiresAt = new Date(Date.now() + BOOKING_MINUTES * 60_000)
      return { token: await values.sign({ user }, expiresAt), expires_at: expiresAt.toISOString() }
    },
  }
}

/** Days from its creation until the last moment that the call can be moved to, and one for the call itself. */
const MANAGING_DAYS = BOOKING_DAYS_AHEAD + 1

/** Tokens that show, move and cancel one call; the database refuses changes once the call has started. */
export const managingTokens = ({ secretKey }: Pick<FunctionContext, 'secretKey'>) => {
  const values = signedTokens(secretKey, 'manage a call', z.strictObject({ call: z.string() }))
  return {
    verify: values.verify,
    give: (id: string) => values.sign({ call: id }, new Date(Date.now() + MANAGING_DAYS * 86_400_000)),
  }
}

export const memberName = (member: string): string => BOOKABLE.find(({ id }) => id === member)?.name ?? member

/** The product's name and links. */
export const productName = ({ env }: Environment): string => env['PRODUCT_NAME'] || 'Upswing'

/** The link to move or cancel a call; its token is in the fragment, which browsers do not send to servers. */
export function managingLink({ env }: FunctionContext, { member }: Pick<StoredCall, 'member'>, token: string): string {
  return siteLink({ env }, `/booking/${member}#manage=${token}`)
}

/** The URL of a screen. @throws {Error} without PUBLIC_URL */
export function siteLink({ env }: Environment, path: string): string {
  const site = env['PUBLIC_URL']
  if (!site) throw new Error('PUBLIC_URL is not set: links cannot be made')
  return `${site}${path}`
}

/** The link to join; null when the operator has not configured one. */
export const joinLink = ({ env }: Environment, { member }: Pick<StoredCall, 'member'>): string | null =>
  env['SQUAD_CALL_URL']?.replaceAll('{member}', encodeURIComponent(member)) || null

type Environment = Pick<FunctionContext, 'env'>

/** The event in calendars: its id and what they show. */
export const callEvent = (context: Environment, call: StoredCall): ICalEventData => ({
  id: callUid(call.id),
  sequence: call.revision,
  stamp: new Date(call.updated_at),
  start: new Date(call.starts_at),
  end: new Date(call.ends_at),
  summary: `Call: ${memberName(call.member)}`,
  description: printable(call.topic) || null,
  location: joinLink(context, call),
  url: joinLink(context, call),
  status: call.cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
})

/** Without control characters, which iCalendar cannot hold. */
export const printable = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '')

/**
 * A call in iCalendar (RFC 5545), in UTC. A moved or cancelled call keeps its id and has a higher sequence, so that
 * calendars update their event.
 * @param invited the address that a mail invites; without it, the file is for an import
 */
export function calendarOf(context: FunctionContext, call: StoredCall, invited?: string): string {
  const product = productName(context)
  const isCancelled = call.cancelled_at !== null
  const invitation = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST
  const calendar = ical({
    prodId: { company: product, product: 'Calls', language: 'EN' },
    method: invited ? invitation : ICalCalendarMethod.PUBLISH,
  })
  const event = calendar.createEvent(callEvent(context, call))
  if (invited !== undefined) {
    // A quoted parameter has no escape for quotes (RFC 5545, 3.2).
    event.organizer({ name: product.replaceAll('"', "'"), email: senderOf(context) })
    event.createAttendee({ email: invited, rsvp: false, status: ICalAttendeeStatus.ACCEPTED })
  }
  return calendar.toString()
}

/** The address in `MAIL_FROM`, e.g. `Upswing <no-reply@growth.example>`. */
export const senderOf = ({ env }: Environment): string =>
  /<([^<>]+)>\s*$/.exec(env['MAIL_FROM'] ?? '')?.[1] ?? env['MAIL_FROM'] ?? 'no-reply@localhost'
