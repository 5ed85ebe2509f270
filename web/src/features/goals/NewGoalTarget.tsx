import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { typedNumber } from '../../../../domain/goal-targets.ts'
import { Button } from '../../ui/Button.tsx'
import { TargetFields } from './TargetFields.tsx'
import { NO_NUMBER } from './target-texts.ts'
import type { TypedTarget } from './typed-goal.ts'

export interface NewGoalTargetProps {
  typed: TypedTarget
  /** Its button was pressed. */
  isFocused: boolean
  onChange: (typed: TypedTarget) => void
  onClose: () => void
  /** Called once the fields are there, if their form waits for them. */
  onReady: (() => void) | false
}

/** The target of a goal that is being written. Its form sends it, and is invalid while it is no number. */
export function NewGoalTarget({ typed, isFocused, onChange, onClose, onReady }: NewGoalTargetProps) {
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const target = typedNumber(typed.target)
  const unit = typed.unit.trim()
  const isRight = target === null ? unit === '' : target
  useEffect(() => field.current?.setCustomValidity(isRight ? '' : NO_NUMBER), [isRight])
  useEffect(() => {
    if (onReady) onReady()
  }, [onReady])

  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      <TargetFields
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- its button was pressed
        autoFocus={isFocused}
        typed={typed}
        isWrong={isWrong}
        onInvalid={({ currentTarget }) => {
          setIsWrong(true)
          currentTarget.focus()
        }}
        onChange={(change) => {
          onChange({ ...typed, ...change })
          setIsWrong(false)
        }}
        onEscape={onClose}
      >
        <Button variant="ghost" size="icon" aria-label="Remove the target" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </TargetFields>
      <input type="hidden" name="target" value={target ? JSON.stringify({ target, ...(unit && { unit }) }) : ''} />
    </div>
  )
}
