import type { SubmitEvent } from 'react'
import { DECISION_LIMITS, reviewDays } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { formatDate } from '../../lib/texts/dates.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { EMPTY_DECISION } from './decision-form.ts'

export function LogDecisionDialog({ onClose }: { onClose: () => void }) {
  const { id: user } = useAccount()
  const [typed, setForm] = useDraft(user, 'decision', EMPTY_DECISION)
  // A proposal fills in the title, the reason and the day alone.
  const form = { ...EMPTY_DECISION, ...typed }

  const title = form.title.trim()
  const reason = form.reason.trim()
  const days = reviewDays(dayOf(useNow()))
  const reviewOn = form.reviewOn ?? days.usual
  const { isRight, errorOf, refuse } = useFieldErrors({
    title: title === '' ? 'Say in a few words what you decided.' : tooLong(form.title, DECISION_LIMITS.title),
    reason: reason === '' ? 'Say why, in a sentence.' : tooLong(form.reason, DECISION_LIMITS.reason),
    category: tooLong(form.category, DECISION_LIMITS.category),
    expected: tooLong(form.expected, DECISION_LIMITS.expected),
    reviewOn:
      reviewOn !== '' &&
      (reviewOn < days.first || reviewOn > days.last) &&
      `Choose a day from ${formatDate(days.first)} to ${formatDate(days.last)}.`,
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse(event)) return
    const category = form.category.trim() || EMPTY_DECISION.category
    const expected = form.expected.trim()
    addToOutbox(user, 'decision', { title, reason, category, expected, review_on: reviewOn || null })
    setForm(EMPTY_DECISION)
    onClose()
  }

  return (
    <Dialog title="Log Decision" description="What you decided, and why." onClose={onClose}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <WithError error={errorOf('title')}>
          {(wrong) => (
            <TextField
              label="Title"
              name="title"
              aria-required
              limit={DECISION_LIMITS.title}
              value={form.title}
              onChange={(event) => setForm({ ...form, title: event.target.value })}
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
              value={form.reason}
              onChange={(event) => setForm({ ...form, reason: event.target.value })}
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
              value={form.category}
              onChange={(event) => setForm({ ...form, category: event.target.value })}
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
              value={form.expected}
              onChange={(event) => setForm({ ...form, expected: event.target.value })}
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
              onChange={(event) => setForm({ ...form, reviewOn: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <Button type="submit" className="mt-2" aria-disabled={!isRight}>
          Log Decision
        </Button>
      </form>
    </Dialog>
  )
}
