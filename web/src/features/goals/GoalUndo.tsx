import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '../../lib/session/session.tsx'
import { MODIFIER } from '../../ui/modifier-key.ts'
import { UndoNotice } from '../../ui/UndoNotice.tsx'
import type { Goal, GoalsList } from './api.ts'
import { useRestoreGoal } from './changes.ts'

/** What Undo reverts. */
export type UndoableChange =
  | { readonly kind: 'done'; readonly goal: Goal }
  | { readonly kind: 'deleted'; readonly goal: Goal; readonly list: GoalsList }

const FIELD = 'input:not([type=checkbox]), textarea'

export interface GoalUndoProps {
  change: UndoableChange
  onReopen: (goal: Goal) => void
  onEnd: () => void
}

/** Offers Undo of a tick or a deletion, with Ctrl Z too. */
export function GoalUndo({ change, onReopen, onEnd }: GoalUndoProps) {
  const { goal, kind } = change
  const list = change.kind === 'deleted' ? change.list : 'in'
  const { mutate: restore } = useRestoreGoal(useAccount().id, goal.period, list)

  const undo = () => {
    if (kind === 'deleted') restore(goal)
    else onReopen({ ...goal, completed: true, completed_at: new Date().toISOString() })
    onEnd()
  }
  const undoOnKey = useEffectEvent((event: KeyboardEvent) => {
    // In a field with text it undoes typing.
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches(FIELD) &&
      'value' in event.target &&
      event.target.value !== ''
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    undo()
  })
  useEffect(() => {
    document.addEventListener('keydown', undoOnKey)
    return () => document.removeEventListener('keydown', undoOnKey)
  }, [])

  return (
    <UndoNotice
      text={`${kind === 'deleted' ? 'Deleted' : 'Done'}: ${goal.text}`}
      shortcut={`${MODIFIER.key}+Z`}
      onUndo={undo}
      onEnd={onEnd}
    />
  )
}
