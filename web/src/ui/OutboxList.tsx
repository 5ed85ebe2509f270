import { Clock } from 'lucide-react'
import { startTransition, useRef, useState, type MouseEvent } from 'react'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { texts } from '../lib/texts/texts.ts'
import { classNames } from './class-names.ts'

const AlertDialog = lazyDialog(() => import('./AlertDialog.tsx'), 'AlertDialog')

interface OutboxListProps {
  rows: readonly OutboxItem[]
  isOffline: boolean
  /** Missing while there is no place for it. */
  onEdit?: ((id: string) => Promise<unknown>) | undefined
  onDiscard: (id: string) => void
}

interface OutboxItem {
  readonly id: string
  readonly label: string
  /** Why the server refuses it; missing when it is sent by itself. */
  readonly reason?: string | undefined
}

/** High enough for a pointer (WCAG 2.5.8) and a finger. */
const buttonLook = 'min-h-6 shrink-0 underline pointer-coarse:min-h-11'

/** The rows that could not be sent: each is sent when the network is back, edited or discarded. */
export function OutboxList({ rows, isOffline, onEdit, onDiscard }: OutboxListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setDiscarded] = useState<string>()
  const discarded = rows.find(({ id }) => id === asked)
  if (rows.length === 0) return null
  const discard = () => {
    setDiscarded(undefined)
    if (!discarded) return
    onDiscard(discarded.id)
    // The dialog that closes gives the focus back first, to a button that is gone then.
    const form = list.current?.closest('form')
    requestAnimationFrame(() => (list.current ?? form)?.querySelector<HTMLElement>('button, input, textarea')?.focus())
  }
  /** Focuses the field of the form around the list, since the button is gone. */
  const edit = async (event: MouseEvent, id: string) => {
    const form = event.currentTarget.closest('form')
    await onEdit?.(id)
    form?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const isWaiting = rows.some(({ reason }) => reason === undefined)
  return (
    <div className="w-full text-sm text-muted">
      <p>{isWaiting && (isOffline ? texts.waiting : texts.retried)}</p>
      <ul ref={list} aria-label="Not sent yet" className="mt-1 flex max-h-40 flex-col overflow-y-auto">
        {rows.map(({ id, label, reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span className="flex min-w-0 flex-1 items-center gap-1.5">
              {reason === undefined && <Clock aria-hidden className="size-3.5 shrink-0" />}
              <span className={classNames('truncate', reason !== undefined && 'text-foreground')}>{label}</span>
            </span>
            {onEdit && (
              <button
                type="button"
                className={buttonLook}
                aria-label={`Edit: ${label}`}
                onClick={(event) => void edit(event, id)}
              >
                Edit
              </button>
            )}
            <button
              type="button"
              className={buttonLook}
              aria-label={`Discard: ${label}`}
              {...AlertDialog.onIntent}
              onClick={() => startTransition(() => setDiscarded(id))}
            >
              Discard
            </button>
            {reason !== undefined && <p className="w-full wrap-anywhere text-destructive">Not sent: {reason}</p>}
          </li>
        ))}
      </ul>
      {discarded && (
        <AlertDialog
          title="Discard this?"
          description={`“${discarded.label}” will not be sent.`}
          confirmLabel="Discard"
          onConfirm={discard}
          onClose={() => setDiscarded(undefined)}
        />
      )}
    </div>
  )
}
