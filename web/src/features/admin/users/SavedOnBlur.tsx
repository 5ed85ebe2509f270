import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { TextareaField } from '../../../ui/Textarea.tsx'
import { Overtaken } from './Overtaken.tsx'

interface SavedOnBlurProps<Value extends string | number> {
  label: string
  hint?: string
  /** The key of the field's draft, for a value that could not be stored. */
  name: string
  /** The stored value. */
  value: Value
  /** Undefined for an invalid value: it stays in the field, marked, and is not saved. */
  parse: (text: string) => Value | undefined
  /** Which values are valid: said of one that is not. */
  rule?: string
  /**
   * @param known the stored value that was edited, and what this field has stored since
   * @returns whether it was stored
   */
  onSave: (value: Value, known: readonly Value[]) => Promise<boolean>
  /** What another admin has changed. Where it is given, that is shown before it is overwritten. */
  overtaken?: string
  inputMode?: ComponentProps<'input'>['inputMode']
  limit?: number
  lines?: 'one' | 'many'
}

interface Edit<Value> {
  readonly text: string
  /** The stored value when editing started. */
  readonly of: Value
}

/**
 * A field that saves on blur if its value has changed (SPEC section 5). Unmounting
 * also saves. A refused value stays, marked as not saved, also when the field is shown again.
 */
export function SavedOnBlur<Value extends string | number>(props: SavedOnBlurProps<Value>) {
  const { label, hint, name, value, parse, rule, onSave, overtaken, limit = Infinity, lines = 'one', ...rest } = props
  const [edit, setEdit] = useDraft<Edit<Value> | null>(useAccount().id, `edit-${name}`, null)
  const [isBusy, setIsBusy] = useState(false)
  /** What this field has sent: no other admin's. */
  const [sent, setSent] = useState<readonly Value[]>([])
  const lastSave = useRef<Promise<unknown>>(undefined)
  const isBlurred = useRef(true)
  const parsed = edit === null || edit.text.length > limit ? undefined : parse(edit.text)
  const isWrong = edit !== null && parsed === undefined
  const isOvertaken = overtaken !== undefined && edit !== null && ![edit.of, parsed, ...sent].includes(value)

  const type = (text: string) => {
    isBlurred.current = false
    setIsBusy(true)
    setEdit((now) => ({ text, of: now?.of ?? value }))
  }
  const save = async (next: Value, of: Value) => {
    setEdit(next === value ? null : { text: String(next), of })
    if (next === value) return
    const known = [of, ...sent]
    setSent([...sent, next])
    // One after the other: the last one is what stays.
    const before = lastSave.current
    const saving = (async () => {
      await before
      return onSave(next, known)
    })()
    lastSave.current = saving
    if (!(await saving)) return
    // Text typed meanwhile stays, as an edit of the saved value.
    setEdit((now) => (now === null || now.text === String(next) ? null : { ...now, of: next }))
  }
  const saveOnBlur = async () => {
    isBlurred.current = true
    if (edit !== null && parsed !== undefined && !isOvertaken) await save(parsed, edit.of)
    if (isBlurred.current) setIsBusy(false)
  }
  useOnUnmount(() => !isBlurred.current && void saveOnBlur())

  const Field = lines === 'one' ? TextField : TextareaField
  return (
    <>
      <Field
        label={label}
        hint={edit !== null && !isBusy ? <NotSaved rule={isWrong ? rule : undefined} /> : hint}
        value={edit?.text ?? String(value)}
        onChange={(event: { target: { value: string } }) => type(event.target.value)}
        onBlur={() => void saveOnBlur()}
        aria-invalid={isWrong}
        limit={limit}
        {...rest}
      />
      {isOvertaken && !isBusy && (
        <Overtaken
          what={overtaken}
          stored={String(value)}
          onKeepMine={() => parsed !== undefined && void save(parsed, value)}
          onTakeTheirs={() => setEdit(null)}
        />
      )}
    </>
  )
}

const NotSaved = ({ rule }: { rule: string | undefined }) => (
  <span className="font-medium text-destructive">Not saved{rule && `: ${rule}`}</span>
)

/** Runs a callback once when the component unmounts, with its latest props. */
function useOnUnmount(run: () => void) {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => latest.current(), [])
}
