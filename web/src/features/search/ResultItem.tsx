import { memo } from 'react'
import type { Result } from './results.ts'
import { Marked } from '../../ui/Marked.tsx'

interface ResultItemProps {
  id: string
  result: Result
  /** The words that were searched for. */
  words: readonly string[]
  isActive: boolean
  /** Gets the result's id. */
  onActivate: (id: string) => void
  onOpen: (result: Result) => void
}

/** Memoised: most letters leave most results as they are. */
export const ResultItem = memo(function ResultItem({
  id,
  result,
  words,
  isActive,
  onActivate,
  onOpen,
}: ResultItemProps) {
  const { icon: Icon, title, excerpt, note } = result
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus is in the field
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select has text only
      role="option"
      aria-selected={isActive}
      className="flex min-h-10 cursor-pointer scroll-my-8 items-start gap-3 rounded-md px-2 py-2 aria-selected:bg-primary-soft pointer-coarse:min-h-11"
      onPointerMove={() => onActivate(result.id)}
      onClick={() => onOpen(result)}
    >
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="line-clamp-2 min-w-0 wrap-anywhere">
            <Marked text={title} words={words} />
          </p>
          {note && <p className="text-xs whitespace-nowrap text-muted">{note}</p>}
        </div>
        {excerpt && (
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">
            <Marked text={excerpt} words={words} />
          </p>
        )}
      </div>
    </div>
  )
})
