import { useIsMutating, useQuery } from '@tanstack/react-query'
import { Fragment, useRef, type RefObject, type SubmitEvent } from 'react'
import { CHECK_IN_TEXT_LIMIT, checkInSchema, EMPTY_CHECK_IN } from '../../../../domain/check-in-form.ts'
import { weekOf } from '../../../../domain/week.ts'
import { toggleLine } from '../../../../domain/week-so-far.ts'
import { formatDate } from '../../lib/dates.ts'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { useSaveCheckIn, weekSoFarQuery } from './api.ts'
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
  onClose: () => void
}

export function CheckInDialog({ onceSaved, onClose }: CheckInDialogProps) {
  const { id: user } = useAccount()
  const finalFocus = useRef<HTMLElement>(null)
  const [form, setForm] = useDraft(user, 'check-in', EMPTY_CHECK_IN)
  const { mutate: save } = useSaveCheckIn(user, (typed) => {
    // The dialog may have been opened again, with other text.
    if (readDraft(user, 'check-in', EMPTY_CHECK_IN) !== typed) return
    setForm(EMPTY_CHECK_IN)
    finalFocus.current = onceSaved.current
    onClose()
  })
  const isPending = useIsMutating({ mutationKey: keys.checkIns.save(user) }) > 0
  const week = weekOf(useNow())
  const soFar = useQuery(weekSoFarQuery(user, week))
  const { priority, streak = 0 } = soFar.data ?? {}
  const parsed = checkInSchema.safeParse(form)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!parsed.success || isPending) return
    save({ week, form: parsed.data, typed: form })
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
        <Button type="submit" className="mt-2" disabled={!parsed.success} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </Dialog>
  )
}
