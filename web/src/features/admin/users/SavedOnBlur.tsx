import { useState, type ComponentProps } from 'react'
import { TextareaField, TextField } from '../../../ui/Field.tsx'

interface SavedOnBlurProps<Value extends string | number> {
  label: string
  hint?: string
  /** What is stored. */
  value: Value
  /** Undefined for what is no value: it stays in the field, marked, and is not saved. */
  parse: (text: string) => Value | undefined
  /** @returns whether it was stored */
  onSave: (value: Value) => Promise<boolean>
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
    if (parsed === undefined) return
    setTyped(parsed === value ? undefined : String(parsed))
    if (parsed === value) return
    // A refused change stays in the field, so that it can be corrected; what is being typed by now stays too.
    void onSave(parsed).then((isStored) => isStored && setTyped((now) => (now === String(parsed) ? undefined : now)))
  }

  const Field = lines === 'one' ? TextField : TextareaField
  return (
    <Field
      label={label}
      value={typed ?? String(value)}
      onChange={(event: { target: { value: string } }) => setTyped(event.target.value)}
      onBlur={save}
      aria-invalid={typed !== undefined && parse(typed) === undefined}
      {...rest}
    />
  )
}
