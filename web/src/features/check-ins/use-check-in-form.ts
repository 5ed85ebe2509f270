import { EMPTY_CHECK_IN, type CheckInForm } from '../../lib/data/check-in-form.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useSentForm } from '../../lib/offline/use-sent-form.ts'
import { insertCheckIn, type NewCheckIn } from './api.ts'

/** The form of a week's check-in. */
export const useCheckInForm = (user: string, onSaved?: () => void) =>
  useSentForm<CheckInForm, NewCheckIn>(user, {
    name: 'check-in',
    empty: EMPTY_CHECK_IN,
    mutationKey: keys.checkIns.save(user),
    writes: [keys.checkIns.both(user)],
    insert: (checkIn) => insertCheckIn(user, checkIn),
    saved: texts.checkIns.saved,
    failed: texts.checkIns.saveFailed,
    nameOf: ({ week_of }) => `Week of ${formatDate(week_of)}`,
    onSaved,
  })
