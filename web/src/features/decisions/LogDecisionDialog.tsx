import { reviewDays } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { EMPTY_DECISION } from './decision-form.ts'
import { DecisionForm } from './DecisionForm.tsx'

export function LogDecisionDialog({ onClose }: { onClose: () => void }) {
  const { id: user } = useAccount()
  const [typed, setForm] = useDraft(user, 'decision', EMPTY_DECISION)
  // A proposal fills in the title, the reason and the day alone.
  const form = { ...EMPTY_DECISION, ...typed }
  const days = reviewDays(dayOf(useNow()))
  return (
    <DecisionForm
      title="Log Decision"
      description="What you decided, and why."
      fields={{ ...form, reviewOn: form.reviewOn ?? days.usual }}
      days={days}
      onChange={(change) => setForm({ ...form, ...change })}
      onSubmit={({ reviewOn, ...texts }) => {
        addToOutbox(user, 'decision', { ...texts, review_on: reviewOn || null })
        setForm(EMPTY_DECISION)
        onClose()
      }}
      onClose={onClose}
    >
      {(isRight) => (
        <Button type="submit" className="mt-2" aria-disabled={!isRight}>
          Log Decision
        </Button>
      )}
    </DecisionForm>
  )
}
