import { useDraft } from '../../lib/offline/drafts.ts'

/** IANA name of the browser's zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of all times on the booking page, in this tab: the last one selected. */
export const useTimeZone = () => useDraft('', 'booking-time-zone', ownZone())
