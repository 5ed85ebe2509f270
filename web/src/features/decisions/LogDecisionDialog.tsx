import { useIsMutating } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { DECISION_LIMITS, DEFAULT_DECISION_CATEGORY } from '../../../../domain/decisions.ts'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextareaField, TextField } from '../../ui/Field.tsx'
import { useLogDecision } from './api.ts'

const EMPTY = { title: '', reason: '', category: DEFAULT_DECISION_CATEGORY }

export function LogDecisionDialog({ onClose }: { onClose: () => void }) {
  const { id: user } = useAccount()
  const [form, setForm] = useDraft(user, 'decision', EMPTY)
  const { mutate: log } = useLogDecision(user, (typed) => {
    // The dialog may have been opened again, with other text.
    if (readDraft(user, 'decision', EMPTY) !== typed) return
    setForm(EMPTY)
    onClose()
  })
  const isPending = useIsMutating({ mutationKey: keys.decisions(user) }) > 0

  const title = form.title.trim()
  const reason = form.reason.trim()
  const isComplete = title !== '' && reason !== ''

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isComplete || isPending) return
    log({ form: { title, reason, category: form.category.trim() || EMPTY.category }, typed: form })
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
        <Button type="submit" className="mt-2" disabled={!isComplete} aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Log Decision'}
        </Button>
      </form>
    </Dialog>
  )
}
