import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef, type RefObject, type SubmitEvent } from 'react'
import { CHECK_IN_TEXT_LIMIT, checkInSchema, EMPTY_CHECK_IN } from '../../lib/data/check-in-form.ts'
import { weekOf } from '../../../../domain/week.ts'
import { toggleLine } from './week-so-far.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { weekSoFarQuery } from './api.ts'
import { MoodPicker } from './MoodPicker.tsx'
import { LastPriority, PossibleWins } from './WeekSoFar.tsx'

const questions = [
  { name: 'wins', label: 'Wins', placeholder: 'What went well?' },
  { name: 'blockers', label: 'Blockers', placeholder: 'What is in the way? (optional)' },
  { name: 'next_priority', label: 'Next priority', placeholder: 'The one thing that matters next week' },
] as const

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
  const soFar = useQuery(weekSoFarQuery(user, week))
  const { priority, streak = 0 } = soFar.data ?? {}
  const parsed = checkInSchema.safeParse(form)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    const { priority_outcome = null, ...answers } = parsed.data
    addToOutbox(user, 'check-in', { week_of: week, priority_outcome, ...answers })
    setForm(EMPTY_CHECK_IN)
    finalFocus.current = onceSaved.current
    onClose()
  }

  return (
    <Dialog
      title="Weekly Check-in"
      description={`Week of ${formatDate(week)}${streak > 0 ? `. With it, ${streak + 1} weeks in a row.` : ''}`}
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {soFar.isError && !soFar.data && (
          <p className="text-sm text-muted">
            Your last priority and what this week held could not be loaded.{' '}
            <button type="button" className="underline" onClick={() => void soFar.refetch()}>
              Try again
            </button>
          </p>
        )}
        {priority && (
          <LastPriority
            priority={priority}
            outcome={form.priority_outcome}
            onChange={(priority_outcome) => setForm({ ...form, priority_outcome })}
          />
        )}
        <MoodPicker mood={form.mood} onChange={(mood) => setForm({ ...form, mood })} />
        {questions.map(({ name, label, placeholder }) => (
          <Fragment key={name}>
            {name === 'wins' && soFar.data && (
              <PossibleWins
                week={soFar.data}
                wins={form.wins}
                onToggle={(win) => setForm((form) => ({ ...form, wins: toggleLine(form.wins, win) }))}
              />
            )}
            <TextareaField
              label={label}
              placeholder={placeholder}
              required={name !== 'blockers'}
              limit={CHECK_IN_TEXT_LIMIT}
              value={form[name]}
              onChange={(event) => setForm({ ...form, [name]: event.target.value })}
            />
          </Fragment>
        ))}
        {isTaken && week === presentWeek && <p className="text-sm text-muted">{texts.checkIns.taken}</p>}
        <Button type="submit" className="mt-2" disabled={!parsed.success}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
