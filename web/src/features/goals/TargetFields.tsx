import type { ComponentProps, KeyboardEvent } from 'react'
import { GOAL_UNIT_LIMIT } from '../../../../domain/goal-targets.ts'
import { TextField } from '../../ui/Field.tsx'
import { NO_NUMBER } from './target-texts.ts'
import type { TypedTarget } from './typed-goal.ts'

interface TargetFieldsProps extends Pick<ComponentProps<'input'>, 'ref' | 'autoFocus' | 'onInvalid' | 'children'> {
  typed: TypedTarget
  isWrong: boolean
  onChange: (change: Partial<TypedTarget>) => void
  onEscape: () => void
}

/** The target of a goal and its unit, in a row that wraps, and what is wrong below. The other attributes are of the target's field. */
export function TargetFields({ typed, isWrong, onChange, onEscape, children, ...rest }: TargetFieldsProps) {
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
  return (
    <>
      <div className="w-24">
        <TextField
          label="Target"
          inputMode="decimal"
          placeholder="17"
          aria-invalid={isWrong}
          // A unit alone says nothing.
          required={typed.unit.trim() !== ''}
          value={typed.target}
          onChange={({ target }) => onChange({ target: target.value })}
          onKeyDown={leave}
          {...rest}
        />
      </div>
      <div className="max-w-32 min-w-20 flex-1">
        <TextField
          label="Unit"
          placeholder="demos"
          limit={GOAL_UNIT_LIMIT}
          value={typed.unit}
          onChange={({ target }) => onChange({ unit: target.value })}
          onKeyDown={leave}
        />
      </div>
      {children}
      {isWrong && (
        <p role="alert" className="w-full text-sm text-destructive">
          {NO_NUMBER}
        </p>
      )}
    </>
  )
}
