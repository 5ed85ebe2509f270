import { Check } from 'lucide-react'
import { Link } from '../../lib/navigation/Link.tsx'
import { recordUrl } from '../../../../domain/record-links.ts'
import { Button } from '../../ui/Button.tsx'
import type { OwnGoal } from './proposals.ts'

interface ProposedGoalLineProps {
  /** Label of the confirmed proposal. */
  label: string
  goal: OwnGoal
  isUndoing: boolean
  onUndo: () => void
}

/** A goal that was changed as an answer proposed, with Undo. */
export const ProposedGoalLine = ({ label, goal, isUndoing, onUndo }: ProposedGoalLineProps) => (
  <output className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
    <Check aria-hidden className="size-4 text-primary" />
    <span className="min-w-0 wrap-anywhere">
      {label}:{' '}
      <Link className="underline" to={recordUrl({ kind: 'goal', ...goal })}>
        {goal.text}
      </Link>
    </span>
    {/* Disabled, it would lose the focus before it is removed. */}
    <Button variant="ghost" size="sm" aria-disabled={isUndoing} onClick={() => !isUndoing && onUndo()}>
      Undo
    </Button>
  </output>
)
