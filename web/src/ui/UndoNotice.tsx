import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { MODIFIER } from './modifier-key.ts'

const NOTICE_MS = 10_000

interface UndoNoticeProps {
  text: string
  /** Missing when there is nothing to revert. */
  onUndo?: (() => void) | undefined
  isUndoing?: boolean
  /** It cannot be undone for longer, so that it does not stay while it is pointed at. The others can for a minute or more. */
  isBrief?: boolean | undefined
  /** Ctrl Z undoes it, too. */
  hasShortcut?: boolean
  onEnd: () => void
}

const FIELD = 'input:not([type=checkbox]), textarea'

/** Says what was done, for ten seconds, and undoes it. It stays while it is pointed at or its buttons are focused. */
export function UndoNotice(props: UndoNoticeProps) {
  const { text, onUndo, isUndoing = false, isBrief = false, hasShortcut = false, onEnd } = props
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if ((isHeld && !isBrief) || isUndoing) return undefined
    const timer = setTimeout(onEnd, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isBrief, isUndoing, onEnd])
  const undoOnKey = useEffectEvent((event: KeyboardEvent) => {
    // In a field with text it undoes typing, as in any of a dialog, which is about something else.
    const isTyping =
      event.target instanceof HTMLElement &&
      event.target.matches(FIELD) &&
      'value' in event.target &&
      (event.target.value !== '' || event.target.closest('[role=dialog]') !== null)
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    onUndo?.()
  })
  useEffect(() => {
    if (!hasShortcut) return undefined
    document.addEventListener('keydown', undoOnKey)
    return () => document.removeEventListener('keydown', undoOnKey)
  }, [hasShortcut])
  const hold = { onMouseEnter: () => setIsHeld(true), onMouseLeave: () => setIsHeld(false) }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing at it only keeps it longer
    <div
      className="print:hidden fixed inset-x-0 bottom-[calc(var(--bar,0px)+1rem)] z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center lg:right-8 lg:left-auto lg:mx-0 lg:max-w-md gap-3 rounded-lg border border-border bg-surface py-2 pr-2 pl-4 shadow-raised"
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      {...hold}
    >
      <output className="min-w-0 wrap-anywhere">{text}</output>
      {onUndo && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isUndoing}
          aria-keyshortcuts={hasShortcut ? `${MODIFIER.key}+Z` : undefined}
          onClick={() => !isUndoing && onUndo()}
        >
          {isUndoing ? 'Undoing...' : 'Undo'}
        </Button>
      )}
      <Button variant="ghost" size="sm" aria-label="Dismiss" onClick={onEnd}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
