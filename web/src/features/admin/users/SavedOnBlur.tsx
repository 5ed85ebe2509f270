import { useState, type ComponentProps } from 'react'
import { TextareaField, TextField } from '../../../ui/Field.tsx'

interface SavedOnBlurProps<Value extends string | number> {
  label: string
  /** What is stored. */
  value: Value
  parse: (text: string) => Value
  /** Calls `done` once the value is stored and read again. */
  onSave: (value: Value, done: () => void) => void
  inputMode?: ComponentProps<'input'>['inputMode']
  maxLength?: number
  lines?: 'one' | 'many'
}

/** A field that saves when it is left, and only if it says something else than what is stored (SPEC section 5). */
export function SavedOnBlur<Value extends string | number>(props: SavedOnBlurProps<Value>) {
  const { label, value, parse, onSave, lines = 'one', ...rest } = props
  const [typed, setTyped] = useState<string>()

  const save = () => {
    if (typed === undefined) return
    const parsed = parse(typed)
    // A refused change stays in the field, so that it can be corrected.
    setTyped(parsed === value ? undefined : String(parsed))
    if (parsed !== value) onSave(parsed, () => setTyped(undefined))
  }

  const Field = lines === 'one' ? TextField : TextareaField
  return (
    <Field
      label={label}
      value={typed ?? String(value)}
      onChange={(event: { target: { value: string } }) => setTyped(event.target.value)}
      onBlur={save}
      {...rest}
    />
  )
}
