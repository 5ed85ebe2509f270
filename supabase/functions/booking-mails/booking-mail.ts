import type { StoredCall } from '../_shared/calls.ts'
import type { Client } from '../_shared/function.ts'

/** A call whose newest state its founder is to be mailed. */
export interface BookingMail extends Omit<StoredCall, 'topic'> {
  /** IANA name of the zone in which the founder is told the time. */
  readonly time_zone: string
  readonly email: string
}

/** Takes up mails that are due; they are handed out again when they are not marked as sent. @throws {Error} */
export async function claimBookingMails(service: Client, most: number): Promise<BookingMail[]> {
  const { data, error } = await service.rpc('claim_booking_mails', { most })
  if (error) throw new Error(`mails cannot be claimed: ${error.message}`)
  return data.map(({ booking, ...call }) => ({ id: booking, ...call }))
}

/** Unless the call was changed meanwhile. @throws {Error} */
export async function markSent(service: Client, { id, revision }: BookingMail): Promise<void> {
  const { error } = await service.rpc('booking_mail_sent', { booking: id, revision })
  if (error) throw new Error(`a mail cannot be marked as sent: ${error.message}`)
}
