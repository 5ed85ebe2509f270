import { Plus } from 'lucide-react'
import { useRef, type SubmitEvent } from 'react'
import { GOAL_TEXT_LIMIT, type GoalPeriod } from '../../../../domain/goals.ts'
import { useAction } from '../../lib/actions.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useAccount } from '../../lib/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import { newGoal, useAddGoal, type Goal } from './api.ts'

export function GoalInput({ period }: { period: GoalPeriod }) {
  const { id: user } = useAccount()
  const [text, setText] = useDraft(user, `goal-${period}`, '')
  // The next goal may have been started: nothing typed is lost.
  const restoreInput = (goal: Goal) => setText((next) => [goal.text, next].filter(Boolean).join(' · '))
  const { mutate: add } = useAddGoal(user, period, restoreInput)

  const field = useRef<HTMLInputElement>(null)
  useAction('goal', () => field.current?.focus())

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const goal = text.trim()
    if (!goal) return
    setText('')
    add(newGoal(user, goal, period))
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
      </div>
      <Button type="submit" size="icon" aria-label="Add goal">
        <Plus aria-hidden />
      </Button>
    </form>
  )
}
