import type { MouseEvent, ReactNode } from 'react'

interface UnsentNoteProps {
  /** What is in the field or form waits for the network. */
  isUnsent: boolean
  /** Given where what waits can stay in its form unsent. */
  onCancel?: () => void
  /** Given where another can be typed meanwhile. */
  onAnother?: (() => void) | undefined
  /** What starts another. */
  another?: string
  /** What waits beside it. */
  waiting: readonly { readonly id: string; readonly text: string }[]
  /** Missing while there is no place for it. */
  onEdit?: ((id: string) => void) | undefined
  /** Says that it waits. */
  children: ReactNode
}

/** At a field or form: what of it waits for the network, and how it is changed or cancelled. */
export function UnsentNote({ isUnsent, onCancel, onAnother, another, waiting, onEdit, children }: UnsentNoteProps) {
  if (!isUnsent && waiting.length === 0) return null
  /** Into the field: the pressed button may be gone. */
  const thenType = (act: () => void) => (event: MouseEvent) => {
    act()
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  return (
    <div className="w-full text-sm text-muted">
      <p>
        {children}{' '}
        {isUnsent && onCancel && (
          <button type="button" className="underline" onClick={onCancel}>
            Don’t send it
          </button>
        )}
        {isUnsent && onCancel && onAnother && ' · '}
        {isUnsent && onAnother && (
          <button type="button" className="underline" onClick={thenType(onAnother)}>
            {another ?? 'Write another'}
          </button>
        )}
      </p>
      {waiting.length > 0 && (
        <ul aria-label="Waiting for the network" className="mt-1 flex max-h-24 flex-col gap-1 overflow-y-auto">
          {waiting.map(({ id, text }) => (
            <li key={id} className="flex gap-3">
              <span className="min-w-0 flex-1 truncate text-foreground">{text}</span>
              {onEdit && (
                <button
                  type="button"
                  className="shrink-0 underline"
                  aria-label={`Edit: ${text}`}
                  onClick={thenType(() => onEdit(id))}
                >
                  Edit
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
