import { useIsMutating } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { ANSWERS, DECISION_LIMITS, type Answer } from '../../../../domain/decisions.ts'
import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField } from '../../ui/Textarea.tsx'
import { tooLong, useFieldErrors, WithError } from '../../ui/field-errors.tsx'
import { RadioRow } from '../../ui/RadioRow.tsx'
import { type ReviewedDecision } from './api.ts'
import { useReviewDecision } from './list-api.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

interface Form {
  readonly outcome: string
  readonly answer: Answer | null
}

/** Null: nothing typed since the last answer. */
const UNCHANGED: Form | null = null

/** Form for the outcome of a decision; an earlier answer can be corrected. */
export function ReviewDialog({ decision, onClose }: { decision: ReviewedDecision; onClose: () => void }) {
  const { id: user } = useAccount()
  const name = `review:${decision.id}`
  const [draft, setDraft] = useDraft(user, name, UNCHANGED)
  const form = draft ?? { outcome: decision.outcome, answer: decision.was_right }
  const { mutate: save } = useReviewDecision(user, decision.id, (typed: Form | null) => {
    // The dialog may have been opened again, with other text.
    if (readDraft(user, name, UNCHANGED) !== typed) return
    setDraft(UNCHANGED)
    onClose()
  })
  const isPending = useIsMutating({ mutationKey: keys.decisions.review(user) }) > 0

  const outcome = form.outcome.trim()
  const { answer } = form

  const { isRight, errorOf, refuse } = useFieldErrors({
    outcome: outcome === '' ? 'Write what came of it.' : tooLong(form.outcome, DECISION_LIMITS.outcome),
    answer: answer === null && 'Choose one of the three.',
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse(event) || answer === null || isPending) return
    save({ review: { outcome, answer }, typed: draft })
  }

  return (
    <Dialog
      title="What came of it?"
      description={<span className="wrap-anywhere">{decision.title}</span>}
      onClose={onClose}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {decision.expected && (
          <div>
            <h3 className="text-sm font-medium">You expected</h3>
            <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">
              <LinkedText text={decision.expected} />
            </p>
          </div>
        )}
        <WithError error={errorOf('outcome')}>
          {(wrong) => (
            <TextareaField
              label="What came of it?"
              hint="Two sentences are enough"
              name="outcome"
              aria-required
              limit={DECISION_LIMITS.outcome}
              value={form.outcome}
              onChange={(event) => setDraft({ ...form, outcome: event.target.value })}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={errorOf('answer')}>
          {(wrong) => (
            <RadioRow
              legend="Were you right?"
              name="answer"
              options={ANSWERS}
              value={answer}
              onChange={(answer) => setDraft({ ...form, answer })}
              className="grid-cols-3"
              aria-describedby={wrong['aria-describedby']}
            />
          )}
        </WithError>
        <Button type="submit" className="mt-2" aria-disabled={!isRight || isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </Dialog>
  )
}
