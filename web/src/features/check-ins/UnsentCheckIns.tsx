import { EMPTY_CHECK_IN, type CheckInForm } from '../../lib/data/check-in-form.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { useOffline } from '../../lib/offline/network.ts'
import { useUnsent } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { formatDate } from '../../lib/texts/dates.ts'
import { OutboxList } from '../../ui/OutboxList.tsx'

const isEmpty = (form: CheckInForm): boolean => JSON.stringify(form) === JSON.stringify(EMPTY_CHECK_IN)

/** The check-ins that could not be sent. @param onEdit called once one is in the form */
export function UnsentCheckIns({ onEdit }: { onEdit: () => void }) {
  const { id: user } = useAccount()
  const { rows, edit, discard } = useUnsent(user, 'check-in')
  const [form, setForm] = useDraft(user, 'check-in', EMPTY_CHECK_IN)
  const isOffline = useOffline()
  const putBack = (id: string) =>
    edit(id, ({ priority_outcome, mood, blockers, ...typed }) => {
      if (!isEmpty(readDraft(user, 'check-in', EMPTY_CHECK_IN))) return false
      // The database has what the form offers.
      const outcome = priority_outcome as CheckInForm['priority_outcome'] | null
      setForm({
        ...typed,
        mood: mood ?? EMPTY_CHECK_IN.mood,
        blockers: blockers ?? '',
        ...(outcome && { priority_outcome: outcome }),
      })
      onEdit()
      return true
    })
  return (
    <OutboxList
      rows={rows.map(({ id, payload, reason }) => ({ id, label: `Week of ${formatDate(payload.week_of)}`, reason }))}
      isOffline={isOffline}
      onEdit={isEmpty(form) ? putBack : undefined}
      onDiscard={discard}
    />
  )
}
