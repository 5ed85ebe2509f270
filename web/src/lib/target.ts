import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Frames within which a row appears, and a virtualised list may render it again while it scrolls there. */
const FRAMES = 60

/** The id of the row that the URL leads to, its hash: `/brain?tab=notes#5f0c…`. */
export function useTarget(): string | undefined {
  const id = useLocation().hash.slice(1)
  return UUID.test(id) ? id : undefined
}

/**
 * Scrolls the row that the URL leads to into view and focuses it, once it is there; again at each navigation to it.
 * Waits for a frame: a navigation moves the focus to the screen first.
 * @param isLoaded whether the row is, or will be, on the page
 */
export function useRevealTarget(isLoaded: boolean): void {
  const target = useTarget()
  const { key: visit } = useLocation()
  const revealed = useRef<string>(undefined)
  useEffect(() => {
    if (!isLoaded || target === undefined || revealed.current === visit) return undefined
    let framesLeft = FRAMES
    let last: HTMLElement | undefined
    const reveal = () => {
      const row = document.getElementById(target)
      // A dialog that is open, or still closing, keeps the focus.
      if (row && row !== last && !document.activeElement?.closest('[role=dialog]')) {
        revealed.current = visit
        row.scrollIntoView({ block: 'center' })
        row.focus({ preventScroll: true })
        // A virtualised row is hidden, and cannot be focused, until it is measured.
        if (document.activeElement === row) last = row
      }
      if (framesLeft-- > 0) frame = requestAnimationFrame(reveal)
    }
    let frame = requestAnimationFrame(reveal)
    return () => cancelAnimationFrame(frame)
  }, [isLoaded, target, visit])
}
