import type { StoredCall } from '../_shared/calls.ts'

/** A call whose newest state is due to be mailed. */
export interface BookingMail extends Omit<StoredCall, 'id' | 'topic'> {
  /** The id of the call. */
  readonly booking: string
  /** IANA name of the founder's time zone. */
  readonly time_zone: string
  readonly email: string
  /** What has happened to it last; cancelling is apart. */
  readonly last_change: 'booked' | 'moved' | 'handed-over'
  /** Why it is given up; null otherwise. */
  readonly failure: string | null
}
