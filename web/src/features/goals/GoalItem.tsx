import { Trash2 } from 'lucide-react'
import { useAccount } from '../../lib/session/session.tsx'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useDeleteGoal, useToggleGoal, type Goal } from './api.ts'

export function GoalItem({ goal }: { goal: Goal }) {
  const { id: user } = useAccount()
  const { mutate: toggle } = useToggleGoal(user, goal.period)
  const { mutate: remove } = useDeleteGoal(user, goal.period)

  return (
    <div className="group flex items-start gap-1 rounded-md hover:bg-sunken/70">
      <label className="flex min-h-10 min-w-0 flex-1 items-start gap-3 px-2 py-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-primary"
          checked={goal.completed}
          disabled={!isSaved(goal)}
          onChange={() => toggle(goal)}
        />
        <span className={classNames('min-w-0 wrap-anywhere', goal.completed && 'text-muted line-through')}>
          {goal.text}
        </span>
      </label>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete goal: ${goal.text}`}
        className="text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-destructive pointer-coarse:opacity-100"
        disabled={!isSaved(goal)}
        onClick={() => remove(goal)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  )
}
