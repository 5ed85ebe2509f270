import type { BookingRefusal, Call, FreeSlots, ManagedCall } from '../../../../domain/booking.ts'
import { accessToken } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'

/** Request timeout, milliseconds. */
const REQUEST_TIMEOUT_MS = 20_000

/** Why the function `booking` refused; no code when the server is unreachable or busy. */
export interface Refusal extends Error {
  readonly code?: BookingRefusal
  /** The member's free slots by now. */
  readonly slots?: readonly string[]
}

/** A token with which the signed-in user can book. @throws {Refusal} */
export async function beginBooking(): Promise<string> {
  const bearer = await accessToken()
  return (await ask<{ token: string }>({ action: 'begin' }, bearer ?? undefined)).token
}

export interface BookingInput {
  readonly member: string
  /** ISO, in UTC. */
  readonly starts_at: string
  readonly topic: string
  /** IANA name. */
  readonly time_zone: string
}

/** @throws {Refusal} */
export const readSlots = (token: string, member: string) => ask<FreeSlots>({ action: 'slots', token, member })

/** @throws {Refusal} */
export const bookCall = (token: string, input: BookingInput) => ask<{ call: Call }>({ action: 'book', token, ...input })

/** @throws {Refusal} */
export const readCall = (manage: string) => ask<ManagedCall>({ action: 'show', manage })

/** @throws {Refusal} */
export const moveCall = (manage: string, starts_at: string) =>
  ask<{ call: Call }>({ action: 'move', manage, starts_at })

/** @throws {Refusal} */
export const cancelCall = (manage: string) => ask<{ call: Call }>({ action: 'cancel', manage })

async function ask<Answer>(body: object, bearer?: string): Promise<Answer> {
  const { supabaseUrl, supabaseKey } = config()
  const response = await fetch(`${supabaseUrl}/functions/v1/booking`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      apikey: supabaseKey,
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.ok) return (await response.json()) as Answer
  const { error = `HTTP ${response.status}`, ...details } = (await response.json().catch(() => ({}))) as {
    error?: string
    code?: BookingRefusal
    slots?: readonly string[]
  }
  throw Object.assign(new Error(error), details)
}
