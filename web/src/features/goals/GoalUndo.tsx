import { useAccount } from '../../lib/session/session.tsx'
import { UndoNotice } from '../../ui/UndoNotice.tsx'
import type { Goal, GoalsList } from './api.ts'
import { useRestoreGoal } from './changes.ts'

/** What Undo reverts. */
export type UndoableChange =
  | { readonly kind: 'done'; readonly goal: Goal }
  | { readonly kind: 'deleted'; readonly goal: Goal; readonly list: GoalsList }

export interface GoalUndoProps {
  change: UndoableChange
  onReopen: (goal: Goal) => void
  onUndone: () => void
  onEnd: () => void
}

/** Offers Undo of a tick or a deletion, with Ctrl Z too. */
export function GoalUndo({ change, onReopen, onUndone, onEnd }: GoalUndoProps) {
  const { goal, kind } = change
  const list = change.kind === 'deleted' ? change.list : 'in'
  const { mutate: restore } = useRestoreGoal(useAccount().id, goal.period, list)

  const undo = () => {
    if (kind === 'deleted') restore(goal)
    else onReopen({ ...goal, completed: true, completed_at: new Date().toISOString() })
    onUndone()
  }

  return (
    <UndoNotice
      text={`${kind === 'deleted' ? 'Deleted' : 'Done'}: ${goal.text}`}
      hasShortcut
      onUndo={undo}
      onEnd={onEnd}
    />
  )
}
