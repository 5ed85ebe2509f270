import { useRef, type RefObject } from 'react'
import { EMPTY_CHECK_IN, type CheckInAnswers } from '../../lib/data/check-in-form.ts'
import { weekOf } from '../../../../domain/week.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { CheckInForm } from './CheckInForm.tsx'

interface CheckInDialogProps {
  /** The element focused after saving: the button that opened the dialog is disabled then. */
  onceSaved: RefObject<HTMLElement | null>
  /** Whether the present week has another check-in. */
  isTaken: boolean
  onClose: () => void
}

export function CheckInDialog({ onceSaved, isTaken, onClose }: CheckInDialogProps) {
  const { id: user } = useAccount()
  const finalFocus = useRef<HTMLElement>(null)
  const [form, setForm] = useDraft(user, 'check-in', EMPTY_CHECK_IN)
  const presentWeek = weekOf(useNow())
  // Changed, it belongs to the week in which it was saved first.
  const week = form.week_of ?? presentWeek

  const save = (saved: CheckInAnswers) => {
    const { priority_outcome = null, ...answers } = saved
    addToOutbox(user, 'check-in', { week_of: week, priority_outcome, ...answers })
    setForm(EMPTY_CHECK_IN)
    finalFocus.current = onceSaved.current
    onClose()
  }

  return (
    <CheckInForm
      title="Weekly Check-in"
      week={week}
      isNew
      form={form}
      onChange={setForm}
      onSave={save}
      onClose={onClose}
      note={isTaken && week === presentWeek && texts.checkIns.taken}
      finalFocus={finalFocus}
    />
  )
}
