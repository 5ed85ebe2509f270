import { Plus } from 'lucide-react'
import { Suspense, useRef, type SubmitEvent } from 'react'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { useAction } from '../../ui/actions.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import { useGoalField } from './use-goal-field.ts'

const UnsentNote = lazyPart(() => import('../../ui/UnsentNote.tsx'), 'UnsentNote')

export function GoalInput({ period }: { period: GoalPeriod }) {
  const { id: user } = useAccount()
  const field = useGoalField(user, period)

  const input = useRef<HTMLInputElement>(null)
  useAction('goal', () => input.current?.focus())

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    field.send()
  }

  return (
    <form className="flex gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          ref={input}
          aria-label="Add a goal"
          placeholder="Add a goal..."
          limit={GOAL_TEXT_LIMIT}
          value={field.text}
          onChange={(event) => field.setText(event.target.value)}
        />
        {(field.isUnsent || field.waiting.length > 0) && (
          <div className="mt-1">
            <Suspense fallback={texts.waiting}>
              <UnsentNote {...field} onAnother={field.makeRoom} onEdit={field.edit}>
                {texts.waiting}
              </UnsentNote>
            </Suspense>
          </div>
        )}
      </div>
      <Button type="submit" size="icon" aria-label="Add goal">
        <Plus aria-hidden />
      </Button>
    </form>
  )
}
