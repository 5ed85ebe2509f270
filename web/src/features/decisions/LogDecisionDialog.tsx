import type { SubmitEvent } from 'react'
import { DECISION_LIMITS, reviewDays } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { newUuid } from '../../lib/data/uuid.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField, TextField } from '../../ui/Field.tsx'
import { UnsentNote } from '../../ui/UnsentNote.tsx'
import { EMPTY_DECISION, useDecisionForm } from './use-decision-form.ts'

export function LogDecisionDialog({ onClose }: { onClose: () => void }) {
  const { id: user } = useAccount()
  const sent = useDecisionForm(user, onClose)
  const { form: typed, setForm, isPending, isFree, save } = sent
  // A proposal fills in the title, the reason and the day alone.
  const form = { ...EMPTY_DECISION, ...typed }

  const title = form.title.trim()
  const reason = form.reason.trim()
  const days = reviewDays(dayOf(useNow()))
  const reviewOn = form.reviewOn ?? days.usual
  const isComplete = title !== '' && reason !== ''

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete || isPending) return
    const category = form.category.trim() || EMPTY_DECISION.category
    save({ id: newUuid(), title, reason, category, expected: form.expected.trim(), review_on: reviewOn || null })
  }

  return (
    <Dialog title="Log Decision" description="What you decided, and why." onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Title"
          required
          limit={DECISION_LIMITS.title}
          value={form.title}
          onChange={(event) => setForm({ ...form, title: event.target.value })}
        />
        <TextareaField
          label="Reason"
          required
          limit={DECISION_LIMITS.reason}
          value={form.reason}
          onChange={(event) => setForm({ ...form, reason: event.target.value })}
        />
        <TextField
          label="Category"
          limit={DECISION_LIMITS.category}
          value={form.category}
          onChange={(event) => setForm({ ...form, category: event.target.value })}
        />
        <TextareaField
          label="What do you expect?"
          hint="Optional"
          limit={DECISION_LIMITS.expected}
          value={form.expected}
          onChange={(event) => setForm({ ...form, expected: event.target.value })}
        />
        <TextField
          label="Look again on"
          hint="We’ll ask you what came of it"
          type="date"
          min={days.first}
          max={days.last}
          value={reviewOn}
          onChange={(event) => setForm({ ...form, reviewOn: event.target.value })}
        />
        <UnsentNote
          isUnsent={sent.isUnsent}
          waiting={sent.waiting}
          onCancel={sent.cancel}
          onAnother={sent.makeRoom}
          another="Log another"
          onEdit={isFree ? sent.edit : undefined}
        >
          {texts.waiting}
        </UnsentNote>
        <Button type="submit" className="mt-2" disabled={!isComplete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Log Decision'}
        </Button>
      </form>
    </Dialog>
  )
}
