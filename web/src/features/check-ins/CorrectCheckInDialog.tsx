import { useState } from 'react'
import type { IsoDate } from '../../../../domain/week.ts'
import type { CheckInAnswers, CheckInForm as Form } from '../../lib/data/check-in-form.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useOffline } from '../../lib/offline/network.ts'
import type { CheckIn } from './api.ts'
import { checkInTexts } from './check-in-texts.ts'
import { CheckInForm } from './CheckInForm.tsx'
import { useCorrectCheckIn } from './use-correct-check-in.ts'

const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

interface Draft {
  readonly form: Form
  /** When the check-in had been corrected as it was begun. */
  readonly since: string | null
}

/** Null: nothing changed. */
const UNCHANGED: Draft | null = null

interface CorrectCheckInDialogProps {
  checkIn: CheckIn
  onClose: () => void
}

/** The form of a check-in that is stored. It needs the network: what is stored may have been changed elsewhere. */
export function CorrectCheckInDialog({ checkIn, onClose }: CorrectCheckInDialogProps) {
  const { user_id: user, corrected_at } = checkIn
  const name = `check-in:${checkIn.id}`
  const [draft, setDraft] = useDraft(user, name, UNCHANGED)
  const [isAsking, setIsAsking] = useState(false)
  const isOffline = useOffline()
  const { mutateAsync: correct, isPending } = useCorrectCheckIn(user)
  const stored = formOf(checkIn)
  const form = draft?.form ?? stored
  const isChanged = !isSame(form, stored)

  const change = (next: Form | ((form: Form) => Form)) =>
    setDraft((draft) => ({
      since: corrected_at,
      ...draft,
      form: typeof next === 'function' ? next(draft?.form ?? stored) : next,
    }))
  const close = () => {
    setDraft(UNCHANGED)
    onClose()
  }
  const save = async (answers: CheckInAnswers) => {
    if (!isChanged) return close()
    const saved = await correct({ checkIn, answers }).catch(() => undefined)
    if (!saved) return
    // Typed meanwhile, it is for the check-in as it is now.
    if (readDraft(user, name, UNCHANGED) === draft) close()
    else setDraft((draft) => draft && { ...draft, since: saved.corrected_at })
  }

  return (
    <CheckInForm
      title="Edit Check-in"
      week={checkIn.week_of as IsoDate}
      form={form}
      onChange={change}
      onSave={(answers) => void save(answers)}
      onClose={() => (isChanged ? setIsAsking(true) : close())}
      note={
        isOffline
          ? checkInTexts.offline
          : draft !== null && draft.since !== corrected_at && checkInTexts.changedElsewhere
      }
      isWaiting={isOffline || isPending}
      saveLabel={isPending ? 'Saving...' : 'Save'}
    >
      {isAsking && (
        <AlertDialog
          title="Discard your changes?"
          description="The check-in stays as it was saved."
          confirmLabel="Discard"
          closeLabel="Keep editing"
          onConfirm={close}
          onClose={() => setIsAsking(false)}
        />
      )}
    </CheckInForm>
  )
}

const formOf = ({ mood, wins, blockers, next_priority, priority_outcome }: CheckIn): Form => ({
  mood,
  wins,
  blockers,
  next_priority,
  ...(priority_outcome && { priority_outcome }),
})

const FIELDS = ['mood', 'wins', 'blockers', 'next_priority', 'priority_outcome'] as const

const isSame = (one: Form, other: Form): boolean => FIELDS.every((name) => one[name] === other[name])
