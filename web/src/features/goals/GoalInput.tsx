import { Plus } from 'lucide-react'
import { useRef, type SubmitEvent } from 'react'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { useAction } from '../../lib/actions.ts'
import { useAccount } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import { useGoalField } from './use-goal-field.ts'

export function GoalInput({ period }: { period: GoalPeriod }) {
  const { id: user } = useAccount()
  const { text, setText, isWaiting, send } = useGoalField(user, period)

  const field = useRef<HTMLInputElement>(null)
  useAction('goal', () => field.current?.focus())

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    send()
  }

  return (
    <form className="flex gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Input
          ref={field}
          aria-label="Add a goal"
          placeholder="Add a goal..."
          limit={GOAL_TEXT_LIMIT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isWaiting && <p className="mt-1 text-sm text-muted">{texts.waiting}</p>}
      </div>
      <Button type="submit" size="icon" aria-label="Add goal">
        <Plus aria-hidden />
      </Button>
    </form>
  )
}
