import type { StoredCall } from '../_shared/calls.ts'
import type { Client } from '../_shared/function.ts'

/** A call whose newest state is due to be mailed. */
export interface BookingMail extends Omit<StoredCall, 'topic'> {
  /** IANA name of the founder's time zone. */
  readonly time_zone: string
  readonly email: string
  /** What has happened to it last; cancelling is apart. */
  readonly last_change: 'booked' | 'moved' | 'handed-over'
  /** Why it is given up; null otherwise. */
  readonly failure: string | null
}

/** Claims mails that are due; unsent ones can be claimed again later. @throws {Error} */
export async function claimBookingMails(service: Client, most: number): Promise<BookingMail[]> {
  const { data, error } = await service.rpc('claim_booking_mails', { max_rows: most })
  if (error) throw new Error(`mails cannot be claimed: ${error.message}`)
  return data.map(({ booking, ...call }) => ({ id: booking, ...call }) as BookingMail)
}

/** Marks it as sent, unless the call was changed meanwhile. @throws {Error} */
export async function markSent(service: Client, { id, revision }: BookingMail): Promise<void> {
  const { error } = await service.rpc('booking_mail_sent', { booking: id, revision })
  if (error) throw new Error(`a mail cannot be marked as sent: ${error.message}`)
}
