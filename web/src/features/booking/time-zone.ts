import { useDraft } from '../../lib/drafts.ts'

/** IANA name of the reader's zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which times are told on every part of the booking page, in this tab: the one that was chosen last. */
export const useTimeZone = () => useDraft('', 'booking-time-zone', ownZone())
