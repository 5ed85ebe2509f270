import { GripVertical, Pencil } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useAccount } from '../../lib/session/session.tsx'
import { isSaved } from '../../lib/data/use-optimistic.ts'
import { Button } from '../../ui/Button.tsx'
import { RecordComments } from '../../ui/record-comments.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Goal } from './api.ts'
import { useEditGoal } from './changes.ts'
import { GoalEditor } from './GoalEditor.tsx'
import { GoalProgress, type GoalLinks } from './GoalProgress.tsx'
import { typedOf, type GoalChange, type TypedGoal } from './typed-goal.ts'
import { GoalItem, hoverLook } from './GoalItem.tsx'

interface EditableGoalProps {
  goal: Goal
  onToggle: (goal: Goal) => void
  onRemove: (goal: Goal) => void
  /** Moves it by as many places; missing for goals that have no order. */
  onMove?: ((by: number) => void) | undefined
  onDrag?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  links: GoalLinks
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A goal that can be edited in its place, and moved by its handle. */
export function EditableGoal({ goal, onToggle, onRemove, onMove, onDrag, links }: EditableGoalProps) {
  const { mutate: edit } = useEditGoal(useAccount().id, goal.period)
  /** What the editor begins with. */
  const [edited, setEdited] = useState<TypedGoal>()
  const pencil = useRef<HTMLButtonElement>(null)

  const moveByKey = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove?.(by)
  }
  const close = () => {
    setEdited(undefined)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  const save = (typed: TypedGoal, change: GoalChange) => {
    if (Object.keys(change).length > 0) edit({ goal, change }, { onError: () => setEdited(typed) })
    close()
  }

  if (edited) {
    const { served } = links
    return <GoalEditor goal={goal} served={served} typed={edited} onMove={onMove} onSave={save} onClose={close} />
  }
  return (
    <GoalItem goal={goal} onToggle={onToggle} onRemove={onRemove} below={<GoalProgress goal={goal} {...links} />}>
      {onDrag && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Move goal: ${goal.text}`}
          aria-description="Press the up or down arrow key"
          className={classNames(hoverLook, 'cursor-grab touch-none active:cursor-grabbing pointer-coarse:hidden')}
          disabled={!isSaved(goal)}
          onPointerDown={onDrag}
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
        onClick={() => setEdited(typedOf(goal))}
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
}
