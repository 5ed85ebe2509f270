import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { TextareaField, TextField } from '../../../ui/Field.tsx'

interface SavedOnBlurProps<Value extends string | number> {
  label: string
  hint?: string
  /** The key of the field's draft, for a value that could not be stored. */
  name: string
  /** The stored value. */
  value: Value
  /** Undefined for an invalid value: it stays in the field, marked, and is not saved. */
  parse: (text: string) => Value | undefined
  /** @returns whether it was stored */
  onSave: (value: Value) => Promise<boolean>
  inputMode?: ComponentProps<'input'>['inputMode']
  limit?: number
  lines?: 'one' | 'many'
}

/**
 * A field that saves on blur if its value has changed (SPEC section 5). Unmounting
 * also saves. A refused value stays, marked as not saved, also when the field is shown again.
 */
export function SavedOnBlur<Value extends string | number>(props: SavedOnBlurProps<Value>) {
  const { label, hint, name, value, parse, onSave, limit = Infinity, lines = 'one', ...rest } = props
  const [typed, setTyped] = useDraft<string | null>(useAccount().id, `field-${name}`, null)
  const [isBusy, setIsBusy] = useState(false)
  const isBlurred = useRef(true)
  const parsed = typed === null || typed.length > limit ? undefined : parse(typed)
  const isWrong = typed !== null && parsed === undefined

  const type = (text: string) => {
    isBlurred.current = false
    setIsBusy(true)
    setTyped(text)
  }
  const saveOnBlur = async () => {
    isBlurred.current = true
    if (parsed !== undefined) {
      setTyped(parsed === value ? null : String(parsed))
      // Keeps text typed meanwhile.
      if (parsed !== value && (await onSave(parsed))) setTyped((now) => (now === String(parsed) ? null : now))
    }
    if (isBlurred.current) setIsBusy(false)
  }
  useOnUnmount(() => !isBlurred.current && void saveOnBlur())

  const Field = lines === 'one' ? TextField : TextareaField
  return (
    <Field
      label={label}
      hint={typed !== null && !isBusy ? <NotSaved /> : hint}
      value={typed ?? String(value)}
      onChange={(event: { target: { value: string } }) => type(event.target.value)}
      onBlur={() => void saveOnBlur()}
      aria-invalid={isWrong}
      limit={limit}
      {...rest}
    />
  )
}

const NotSaved = () => <span className="font-medium text-destructive">Not saved</span>

/** Runs a callback once when the component unmounts, with its latest props. */
function useOnUnmount(run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => latest.current(), [])
}
