import * as z from 'zod/mini'
import { TOPIC_LIMIT } from '../../../domain/booking.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { SQUAD_HOURS } from '../../../domain/squad-hours.ts'
import { BOOKABLE_IDS } from '../../../domain/squad.ts'
import { isStorable } from '../_shared/storable.ts'
import { isTimeZone } from '../_shared/time-zone.ts'

const token = z.string().check(z.maxLength(1000))
const moment = z.iso.datetime({ offset: true })
const member = z.enum(BOOKABLE_IDS)

const schema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('begin') }),
  z.strictObject({ action: z.literal('slots'), token, member }),
  z.strictObject({
    action: z.literal('book'),
    token,
    member,
    starts_at: moment,
    topic: z
      .string()
      .check(z.trim(), z.maxLength(TOPIC_LIMIT), z.refine(isStorable, 'has characters that cannot be stored')),
    // Times are in the squad's zone when the runtime does not know the founder's.
    time_zone: z.pipe(
      z.string().check(z.maxLength(64)),
      z.transform((name) => (isTimeZone(name) ? name : SQUAD_HOURS.timeZone)),
    ),
  }),
  z.strictObject({ action: z.literal('show'), manage: token }),
  z.strictObject({ action: z.literal('move'), manage: token, starts_at: moment }),
  z.strictObject({ action: z.literal('cancel'), manage: token }),
])

export type BookingRequest = z.infer<typeof schema>

/** @returns the parsed body, or the error */
export function parseBookingRequest(body: unknown): Result<BookingRequest, string> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return succeed(parsed.data)
  const [issue] = parsed.error.issues
  return fail(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'cannot be read'}`)
}
