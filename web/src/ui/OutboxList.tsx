import type { MouseEvent } from 'react'
import { texts } from '../lib/texts/texts.ts'

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
  if (rows.length === 0) return null
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
      <ul aria-label="Not sent yet" className="mt-1 flex max-h-40 flex-col overflow-y-auto">
        {rows.map(({ id, label, reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 truncate text-foreground">{label}</span>
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
            <button type="button" className={buttonLook} aria-label={`Discard: ${label}`} onClick={() => onDiscard(id)}>
              Discard
            </button>
            {reason !== undefined && <p className="w-full wrap-anywhere text-destructive">Not sent: {reason}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
