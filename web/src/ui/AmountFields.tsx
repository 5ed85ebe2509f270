import { useId, type ReactNode } from 'react'
import { parseRunway, RUNWAY_AMOUNTS, type Runway, type TypedRunway } from '../../../domain/runway.ts'
import { TextField } from './Field.tsx'

interface AmountFieldsProps {
  typed: TypedRunway
  /** Beside the label of each. */
  hint: (amount: keyof Runway) => ReactNode
  onChange: (change: Partial<TypedRunway>) => void
}

/** The three amounts of a runway. What is typed and cannot be one is marked. */
export function AmountFields({ typed, hint, onChange }: AmountFieldsProps) {
  const id = useId()
  const parsed = parseRunway(typed)
  const isWrong = (amount: keyof Runway) => typed[amount].trim() !== '' && parsed[amount] === undefined
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {RUNWAY_AMOUNTS.map(({ id: amount, label }) => (
        <TextField
          key={amount}
          name={amount}
          label={label}
          hint={hint(amount)}
          required
          inputMode="decimal"
          autoComplete="off"
          value={typed[amount]}
          aria-invalid={isWrong(amount)}
          {...(isWrong(amount) && { 'aria-describedby': id })}
          onChange={({ target }) => onChange({ [amount]: target.value })}
        />
      ))}
      {RUNWAY_AMOUNTS.some(({ id: amount }) => isWrong(amount)) && (
        <p id={id} role="alert" className="text-sm text-destructive sm:col-span-3">
          Enter an amount such as 12,500. Revenue and burn can’t be negative.
        </p>
      )}
    </div>
  )
}
