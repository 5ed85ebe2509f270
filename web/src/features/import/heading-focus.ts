import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses the first heading of a part of the screen, unless the focus has moved on.
 * @param button that was pressed, and goes
 */
export function focusHeading(part: Element | null, button?: HTMLElement): void {
  const heading = part?.querySelector<HTMLElement>('h2')
  const focused = document.activeElement
  if (!heading || (focused !== document.body && focused !== button)) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus()
}

/** Focuses the heading when something else is shown, and the focused control is gone. @returns the ref of the part of the screen */
export function useHeadingFocus(shown: string) {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  // Before `keep-focus.ts` moves it to the next control.
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    focusHeading(part.current)
  }, [shown])
  return part
}
