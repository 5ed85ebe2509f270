import { ArrowDown, ArrowUp, Check, X } from 'lucide-react'
import { Suspense, useState, type SubmitEvent } from 'react'
import { GOAL_UNIT_LIMIT } from '../../../../domain/goal-targets.ts'
import { GOAL_TEXT_LIMIT } from '../../../../domain/goals.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'
import { tooLong } from '../../ui/field-errors.tsx'
import { RecordComments } from '../../ui/record-comments.tsx'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import type { Goal } from './api.ts'
import type { GoalTargetFieldsProps } from './GoalTargetFields.tsx'
import type { LongerGoal } from './links.ts'
import { changeOf, type GoalChange, type TypedGoal } from './typed-goal.ts'

const GoalTargetFields = lazyPart<'GoalTargetFields', GoalTargetFieldsProps>(
  () => import('./GoalTargetFields.tsx'),
  'GoalTargetFields',
)

interface GoalEditorProps {
  goal: Goal
  /** The goal that it serves now. */
  served: LongerGoal | undefined
  /** What is in the fields first. */
  typed: TypedGoal
  /** Missing for a goal that has no order. */
  onMove: ((by: number) => void) | undefined
  onSave: (typed: TypedGoal, change: GoalChange) => void
  onClose: () => void
}

/** Edits a goal in its place: Enter saves, Escape restores. With buttons that move it, for those who neither drag nor type. */
export function GoalEditor({ goal, served, typed: given, onMove, onSave, onClose }: GoalEditorProps) {
  const [typed, setTyped] = useState(given)
  const [isWrong, setIsWrong] = useState(false)
  const tooLongText = tooLong(typed.text, GOAL_TEXT_LIMIT)
  const isUnitAlone = typed.unit.trim() !== '' && typed.target.trim() === ''
  const change = (to: Partial<TypedGoal>) => {
    setTyped({ ...typed, ...to })
    setIsWrong(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (tooLongText || typed.unit.length > GOAL_UNIT_LIMIT) return
    const changed = changeOf(goal, typed)
    if (!changed || isUnitAlone) setIsWrong(true)
    else if (typed.text.trim()) onSave(typed, changed)
  }

  return (
    <>
      <form
        noValidate
        aria-label={`Edit goal: ${goal.text}`}
        className="flex flex-wrap items-start gap-1 px-2 py-1"
        onSubmit={submit}
      >
        <div className="min-w-40 flex-1 basis-72">
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was pressed
            autoFocus
            aria-label="Goal"
            limit={GOAL_TEXT_LIMIT}
            value={typed.text}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
          />
          {tooLongText && (
            <p role="alert" className="mt-1 text-sm text-destructive">
              {tooLongText}
            </p>
          )}
        </div>
        <Button type="submit" size="icon" aria-label="Save">
          <Check aria-hidden />
        </Button>
        <Button variant="outline" size="icon" aria-label="Cancel" onClick={onClose}>
          <X aria-hidden />
        </Button>
        {onMove && (
          <>
            <Button variant="ghost" size="icon" aria-label="Move up" onClick={() => onMove(-1)}>
              <ArrowUp aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Move down" onClick={() => onMove(1)}>
              <ArrowDown aria-hidden />
            </Button>
          </>
        )}
        {/* As high as the fields. */}
        <Suspense fallback={<div className="h-18.5 w-full pointer-coarse:h-20.5" />}>
          <GoalTargetFields
            period={goal.period}
            served={served}
            typed={typed}
            isWrong={isWrong}
            onChange={change}
            onEscape={onClose}
          />
        </Suspense>
      </form>
      {/* On a phone the goal's own row has no room for it. Outside the form, which its dialog would submit. */}
      <div className="px-2 pb-1 sm:hidden">
        <RecordComments founder={goal.user_id} record={{ kind: 'goal', id: goal.id, title: goal.text }} />
      </div>
    </>
  )
}
