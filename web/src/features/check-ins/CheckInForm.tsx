import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { CHECK_IN_TEXT_LIMIT } from '../../../../domain/check-ins.ts'
import { checkInSchema, type CheckInAnswers, type CheckInForm as Form } from '../../lib/data/check-in-form.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { possibleWins, toggleLine } from './week-so-far.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { submitOnCtrlEnter, TextareaField } from '../../ui/Textarea.tsx'
import { WithError } from '../../ui/field-errors.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { weekSoFarQuery } from './api.ts'
import { checkInTexts } from './check-in-texts.ts'
import { MoodPicker } from './MoodPicker.tsx'
import { LastPriority, PossibleWins } from './WeekSoFar.tsx'

const questions = [
  { name: 'wins', label: 'Wins', placeholder: 'What went well?' },
  { name: 'blockers', label: 'Blockers', placeholder: 'What is in the way? (optional)' },
  { name: 'next_priority', label: 'Next priority', placeholder: 'The one thing that matters next week' },
] as const

interface CheckInFormProps {
  title: string
  week: IsoDate
  isNew?: boolean
  form: Form
  onChange: (change: Form | ((form: Form) => Form)) => void
  onSave: (answers: CheckInAnswers) => void
  onClose: () => void
  /** Above Save, in view with it. */
  note?: string | false | undefined
  /** While it cannot be saved. */
  isWaiting?: boolean
  saveLabel?: string
  finalFocus?: RefObject<HTMLElement | null>
  /** A dialog above this one. */
  children?: ReactNode
}

/** The dialog of a check-in, a new one or one that is corrected. */
export function CheckInForm({
  title,
  week,
  isNew = false,
  form,
  onChange,
  onSave,
  onClose,
  note,
  isWaiting = false,
  saveLabel = 'Save',
  finalFocus,
  children,
}: CheckInFormProps) {
  const { id: user } = useAccount()
  // Missing texts are reported from the first attempt to save on.
  const [isChecked, setIsChecked] = useState(false)
  const soFar = useQuery(weekSoFarQuery(user, week))
  const { priority, streak = 0 } = soFar.data ?? {}
  const wins = soFar.data ? possibleWins(soFar.data) : []
  const hasPast = Boolean(priority) || wins.length > 0
  const parsed = checkInSchema.safeParse(form)

  const errorOf = (name: (typeof questions)[number]['name']): string | undefined => {
    if (form[name].trim().length > CHECK_IN_TEXT_LIMIT) return checkInTexts.tooLong
    return isChecked && name !== 'blockers' && !form[name].trim() ? checkInTexts.missing[name] : undefined
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (parsed.success) {
      if (!isWaiting) onSave(parsed.data)
      return
    }
    setIsChecked(true)
    const field = event.currentTarget.elements.namedItem(String(parsed.error.issues[0]?.path[0]))
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <Dialog
      title={title}
      description={`Week of ${formatDate(week)}${isNew && streak > 0 ? `. This makes ${streak + 1} weeks in a row.` : ''}`}
      width={hasPast ? 'medium' : 'narrow'}
      {...(finalFocus && { finalFocus })}
      onClose={onClose}
    >
      {/* The browser's own check would show a bubble for one field, and not the form's texts. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is of its controls */}
      <form noValidate className="flex flex-col gap-4" onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
        {soFar.isError && !soFar.data && (
          <p className="text-sm text-muted">
            Your last priority and {isNew ? 'this' : 'that'} week’s events could not be loaded.{' '}
            <button type="button" className="underline" onClick={() => void soFar.refetch()}>
              Try again
            </button>
          </p>
        )}
        {/* With the past week beside the questions, all of it fits a small laptop's screen. */}
        <div className={classNames('grid grid-cols-1 gap-x-6 gap-y-4', hasPast && 'md:grid-cols-2')}>
          <div className="flex flex-col gap-4">
            {priority && (
              <LastPriority
                priority={priority}
                outcome={form.priority_outcome}
                onChange={(priority_outcome) => onChange({ ...form, priority_outcome })}
              />
            )}
            <MoodPicker mood={form.mood} onChange={(mood) => onChange({ ...form, mood })} />
            <PossibleWins
              possible={wins}
              isPast={!isNew}
              wins={form.wins}
              onToggle={(win) => onChange((form) => ({ ...form, wins: toggleLine(form.wins, win) }))}
            />
          </div>
          <div className="flex flex-col gap-4">
            {questions.map(({ name, label, placeholder }) => (
              <Question
                key={name}
                name={name}
                label={label}
                placeholder={placeholder}
                required={name !== 'blockers'}
                error={errorOf(name)}
                value={form[name]}
                onChange={(event) => onChange({ ...form, [name]: event.target.value })}
              />
            ))}
          </div>
        </div>
        <DialogFooter>
          <div className="flex flex-1 flex-wrap gap-3">
            {/* In view with Save, however long the form is. */}
            <output className="w-full text-sm text-muted empty:hidden">{note}</output>
            {/* SPEC section 5: disabled without wins and next priority. Pressed, it says what is missing. */}
            <SaveButton className="flex-1" aria-disabled={!parsed.success || isWaiting}>
              {saveLabel}
            </SaveButton>
          </div>
        </DialogFooter>
      </form>
      {children}
    </Dialog>
  )
}

interface QuestionProps extends ComponentProps<'textarea'> {
  label: string
  error: string | undefined
}

const Question = ({ error, ...field }: QuestionProps) => (
  <WithError error={error}>
    {(wrong) => <TextareaField className="min-h-16!" limit={CHECK_IN_TEXT_LIMIT} {...field} {...wrong} />}
  </WithError>
)
