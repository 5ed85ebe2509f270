import { useIsMutating } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { DECISION_LIMITS, DEFAULT_DECISION_CATEGORY, reviewDays } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField, TextField } from '../../ui/Field.tsx'
import { useLogDecision } from './api.ts'

interface Form {
  readonly title: string
  readonly reason: string
  readonly category: string
  readonly expected: string
  /** Empty: not at all; null: the usual day. */
  readonly reviewOn: string | null
}

const EMPTY: Form = { title: '', reason: '', category: DEFAULT_DECISION_CATEGORY, expected: '', reviewOn: null }

export function LogDecisionDialog({ onClose }: { onClose: () => void }) {
  const { id: user } = useAccount()
  const [typed, setForm] = useDraft(user, 'decision', EMPTY)
  // A draft of an earlier version has fewer fields.
  const form = { ...EMPTY, ...typed }
  const { mutate: log } = useLogDecision(user, (typed: Form) => {
    // The dialog may have been opened again, with other text.
    if (readDraft(user, 'decision', EMPTY) !== typed) return
    setForm(EMPTY)
    onClose()
  })
  const isPending = useIsMutating({ mutationKey: keys.decisions.log(user) }) > 0

  const title = form.title.trim()
  const reason = form.reason.trim()
  const days = reviewDays(dayOf(useNow()))
  const reviewOn = form.reviewOn ?? days.usual
  const isComplete = title !== '' && reason !== ''

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete || isPending) return
    const category = form.category.trim() || EMPTY.category
    const decision = { title, reason, category, expected: form.expected.trim(), review_on: reviewOn || null }
    log({ decision, typed })
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
        <Button type="submit" className="mt-2" disabled={!isComplete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Log Decision'}
        </Button>
      </form>
    </Dialog>
  )
}
