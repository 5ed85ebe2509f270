import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { LABEL_LIMIT } from './label-limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Field.tsx'
import { useAddLabel, type Label } from './api.ts'

interface NewLabelProps {
  /** Opens the field with this text. */
  initial?: string | undefined
  labels: readonly Label[]
  /** With the new label, or the one that has this name already. */
  onNamed: (id: string) => void
}

/** A button that becomes a field for the name of a new label. The typed name stays when it fails. */
export function NewLabel({ initial, labels, onNamed }: NewLabelProps) {
  const [typed, setTyped] = useState(initial)
  const { mutate: add, isPending } = useAddLabel()
  const opener = useRef<HTMLButtonElement>(null)
  const isClosing = useRef(false)
  const close = () => {
    isClosing.current = true
    setTyped(undefined)
  }
  useEffect(() => {
    if (typed === undefined && isClosing.current) opener.current?.focus()
    isClosing.current = false
  }, [typed])
  const named = (id: string) => {
    close()
    onNamed(id)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A portal's events reach the forms around it.
    event.stopPropagation()
    const name = typed?.trim() ?? ''
    if (name === '' || isPending) return
    const existing = labels.find((label) => label.name.toLowerCase() === name.toLowerCase())
    if (existing) named(existing.id)
    else add(name, { onSuccess: named })
  }

  if (typed === undefined)
    return (
      <Button ref={opener} variant="outline" onClick={() => setTyped('')}>
        <Plus aria-hidden />
        New label
      </Button>
    )
  return (
    <form className="flex items-start gap-2" onSubmit={submit}>
      <div className="w-44">
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- pressing the button asks for this field
          autoFocus
          aria-label="Name of the new label"
          placeholder="Name"
          limit={LABEL_LIMIT}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            // It closes the field, not the dialog around it.
            event.stopPropagation()
            close()
          }}
        />
      </div>
      <Button type="submit" disabled={typed.trim() === ''} aria-disabled={isPending}>
        {isPending ? 'Adding...' : 'Add'}
      </Button>
    </form>
  )
}
