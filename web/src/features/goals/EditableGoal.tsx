import { GripVertical, Pencil } from 'lucide-react'
import { memo, startTransition, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { Button } from '../../ui/Button.tsx'
import { RecordComments } from '../../ui/record-comments.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Goal } from './api.ts'
import type { EditGoal } from './changes.ts'
import { GoalEditor } from './GoalEditor.tsx'
import { GoalProgress, type GoalLinks } from './GoalProgress.tsx'
import { typedOf, type GoalChange, type TypedGoal } from './typed-goal.ts'
import { GoalItem, hoverLook } from './GoalItem.tsx'

interface EditableGoalProps extends GoalLinks {
  goal: Goal
  onToggle: (goal: Goal) => void
  onRemove: (goal: Goal) => void
  onEdit: EditGoal
  /** Moves it by as many places; missing for goals that have no order. */
  onMove?: ((goal: Goal, by: number) => void) | undefined
  onDrag?: ((goal: Goal, event: PointerEvent<HTMLElement>) => void) | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A goal that can be edited in its place, and moved by its handle. It renders when it changes, not with its list. */
export const EditableGoal = memo(function EditableGoal(props: EditableGoalProps) {
  const { goal, served, sum, onToggle, onRemove, onEdit, onMove, onDrag } = props
  /** What the editor begins with. */
  const [edited, setEdited] = useState<TypedGoal>()
  const pencil = useRef<HTMLButtonElement>(null)

  const moveByKey = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove?.(goal, by)
  }
  const close = () => {
    setEdited(undefined)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const save = (typed: TypedGoal, change: GoalChange) => {
    if (Object.keys(change).length > 0) onEdit({ goal, change }).catch(() => setEdited(typed))
    close()
  }

  if (edited) {
    const move = onMove && ((by: number) => onMove(goal, by))
    return <GoalEditor goal={goal} served={served} typed={edited} onMove={move} onSave={save} onClose={close} />
  }
  const progress = <GoalProgress goal={goal} served={served} sum={sum} onEdit={onEdit} />
  return (
    <GoalItem goal={goal} onToggle={onToggle} onRemove={onRemove} below={progress}>
      {onDrag && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Move goal: ${goal.text}`}
          aria-description="Press the up or down arrow key"
          className={classNames(hoverLook, 'cursor-grab touch-none active:cursor-grabbing pointer-coarse:hidden')}
          disabled={!isSaved(goal)}
          onPointerDown={(event) => onDrag(goal, event)}
          onKeyDown={moveByKey}
        >
          <GripVertical aria-hidden />
        </Button>
      )}
      <Button
        ref={pencil}
        variant="ghost"
        size="icon"
        aria-label={`Edit goal: ${goal.text}`}
        className={hoverLook}
        disabled={!isSaved(goal)}
        onClick={() => startTransition(() => setEdited(typedOf(goal)))}
      >
        <Pencil aria-hidden />
      </Button>
      {isSaved(goal) && (
        <RecordComments
          founder={goal.user_id}
          record={{ kind: 'goal', id: goal.id, title: goal.text }}
          isIcon
          // On a phone the goal needs the room, and its editor has the button.
          className={classNames(hoverLook, 'max-sm:hidden')}
        />
      )}
    </GoalItem>
  )
})
