import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useUndo } from './api.ts'

/** Something that was done. */
export interface Done {
  readonly text: string
  /** Reverts it, and returns what to say then; undefined when there is nothing to revert. */
  readonly undo?: (() => Promise<string>) | undefined
}

/** The database undoes for a minute. */
const NOTICE_MS = 10_000

interface UndoNoticeProps {
  done: Done
  onEnd: () => void
}

/** Says what was done, for ten seconds, and undoes it. It stays while it is pointed at or its buttons are focused. */
export function UndoNotice({ done, onEnd }: UndoNoticeProps) {
  const [isHeld, setIsHeld] = useState(false)
  const [undone, setUndone] = useState<string>()
  const { mutate: undo, isPending } = useUndo()
  useEffect(() => {
    if (isHeld || isPending) return undefined
    const timer = setTimeout(onEnd, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isPending, onEnd])
  const hold = { onMouseEnter: () => setIsHeld(true), onMouseLeave: () => setIsHeld(false) }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing at it only keeps it longer
    <div
      className="fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border border-border bg-surface py-2 pr-2 pl-4 shadow-raised"
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...hold}
    >
      <output className="min-w-0 wrap-anywhere">{undone ?? done.text}</output>
      {done.undo && undone === undefined && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isPending}
          onClick={() => !isPending && done.undo && undo(done.undo, { onSuccess: setUndone })}
        >
          {isPending ? 'Undoing...' : 'Undo'}
        </Button>
      )}
      <Button variant="ghost" size="sm" aria-label="Dismiss" onClick={onEnd}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
