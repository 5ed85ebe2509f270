import type { ReactNode, SubmitEvent } from 'react'
import { DECISION_LIMITS } from '../../../../domain/decisions.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { EMPTY_DECISION, type DecisionFields } from './decision-form.ts'

interface DecisionFormProps {
  title: string
  description: string
  fields: DecisionFields
  /** The days on which it may be looked at again, besides the one that is stored. */
  days: { readonly first: IsoDate; readonly last: IsoDate }
  storedReviewOn?: string
  onChange: (change: Partial<DecisionFields>) => void
  /** Gets the fields as they are stored. */
  onSubmit: (fields: DecisionFields) => void
  onClose: () => void
  /** The end of the form. */
  children: (isRight: boolean) => ReactNode
}

/** The dialog of a decision, a new one or one that is edited. */
export function DecisionForm({
  title,
  description,
  fields,
  days,
  storedReviewOn = '',
  onChange,
  onSubmit,
  onClose,
  children,
}: DecisionFormProps) {
  const { reviewOn } = fields
  const { isRight, errorOf, refuse } = useFieldErrors({
    title: fields.title.trim() ? tooLong(fields.title, DECISION_LIMITS.title) : 'Say in a few words what you decided.',
    reason: fields.reason.trim() ? tooLong(fields.reason, DECISION_LIMITS.reason) : 'Say why, in a sentence.',
    category: tooLong(fields.category, DECISION_LIMITS.category),
    expected: tooLong(fields.expected, DECISION_LIMITS.expected),
    reviewOn:
      reviewOn !== '' &&
      reviewOn !== storedReviewOn &&
      (reviewOn < days.first || reviewOn > days.last) &&
      `Choose a day from ${formatDate(days.first)} to ${formatDate(days.last)}.`,
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse(event)) return
    onSubmit({
      title: fields.title.trim(),
      reason: fields.reason.trim(),
      category: fields.category.trim() || EMPTY_DECISION.category,
      expected: fields.expected.trim(),
      reviewOn,
    })
  }

  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <WithError error={errorOf('title')}>
          {(wrong) => (
            <TextField
              label="Title"
              name="title"
              aria-required
              limit={DECISION_LIMITS.title}
              value={fields.title}
              onChange={(event) => onChange({ title: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={errorOf('reason')}>
          {(wrong) => (
            <TextareaField
              label="Reason"
              name="reason"
              aria-required
              limit={DECISION_LIMITS.reason}
              value={fields.reason}
              onChange={(event) => onChange({ reason: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={errorOf('category')}>
          {(wrong) => (
            <TextField
              label="Category"
              name="category"
              limit={DECISION_LIMITS.category}
              value={fields.category}
              onChange={(event) => onChange({ category: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={errorOf('expected')}>
          {(wrong) => (
            <TextareaField
              label="What do you expect?"
              name="expected"
              hint="Optional"
              limit={DECISION_LIMITS.expected}
              value={fields.expected}
              onChange={(event) => onChange({ expected: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={errorOf('reviewOn')}>
          {(wrong) => (
            <TextField
              label="Review on"
              name="reviewOn"
              hint="We’ll ask you what came of it"
              type="date"
              min={days.first}
              max={days.last}
              value={reviewOn}
              onChange={(event) => onChange({ reviewOn: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        {children(isRight)}
      </form>
    </Dialog>
  )
}
