import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Goal } from './api.ts'

interface GoalItemProps {
  goal: Goal
  onToggle: (goal: Goal) => void
  onRemove: (goal: Goal) => void
  /** Further buttons. */
  children?: ReactNode
  /** What its progress and links are shown in; until then their place is kept. */
  below?: ReactNode
}

export const GoalItem = ({
  goal,
  onToggle,
  onRemove,
  children,
  below = (goal.target || goal.parent_id) && <div className="h-6" />,
}: GoalItemProps) => (
  <div className="group rounded-md hover:bg-sunken/70">
    <div className="flex items-start gap-1">
      <label className="flex min-h-10 min-w-0 flex-1 items-start gap-3 px-2 py-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-primary"
          checked={goal.completed}
          disabled={!isSaved(goal)}
          onChange={() => onToggle(goal)}
        />
        <span className={classNames('min-w-0 wrap-anywhere', goal.completed && 'text-muted line-through')}>
          {goal.text}
        </span>
      </label>
      {children}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete goal: ${goal.text}`}
        className={classNames(hoverLook, 'hover:text-destructive')}
        disabled={!isSaved(goal)}
        onClick={() => onRemove(goal)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
    {below}
  </div>
)

/** Buttons that appear while their goal is pointed at, or has the focus. */
export const hoverLook =
  'text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'
