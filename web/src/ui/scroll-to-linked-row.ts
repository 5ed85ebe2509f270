import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'
import { useLinkedId } from '../lib/data/linked-row.ts'

/** Frames in which a virtualised list may render the row again while it scrolls there. */
const FRAMES = 60

/** Frames after which a row that has not appeared does not exist. */
const MAX_FRAMES = 300

/** Frames between two attempts of a virtualised list to scroll to its row: on a slow machine one may end too early. */
const SCROLL_EVERY = 15

/** After one of these the user scrolls: the row is no longer looked for. */
const INPUT = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Rows above it may get higher once they are rendered. */
function isOutOfView(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom < 0 || top > innerHeight
}

/**
 * Scrolls the row that the URL leads to into view and focuses it, once it is there; again at each navigation to it.
 * Waits for a frame: a navigation moves the focus to the screen first.
 * @param isLoaded whether the row is, or will be, on the page
 * @param scrollTo makes a virtualised list render the row
 */
export function useScrollToLinkedRow(isLoaded: boolean, scrollTo?: () => void): void {
  const target = useLinkedId()
  const { key: visit } = useLocation()
  const revealed = useRef<string>(undefined)
  const scroll = useEffectEvent(() => scrollTo?.())
  useEffect(() => {
    if (!isLoaded || target === undefined || revealed.current === visit) return undefined
    let framesLeft = MAX_FRAMES
    let last: HTMLElement | undefined
    const reveal = () => {
      const row = document.getElementById(target)
      if (row) framesLeft = Math.min(framesLeft, FRAMES)
      else if (framesLeft % SCROLL_EVERY === 0) scroll()
      // A dialog that is open, or still closing, keeps the focus.
      if (row && (row !== last || isOutOfView(row)) && !document.activeElement?.closest('[role=dialog]')) {
        revealed.current = visit
        row.scrollIntoView({ block: 'center' })
        row.focus({ preventScroll: true })
        // A virtualised row is hidden, and cannot be focused, until it is measured.
        if (document.activeElement === row) last = row
      }
      if (framesLeft-- > 0) frame = requestAnimationFrame(reveal)
    }
    let frame = requestAnimationFrame(reveal)
    const takenOver = new AbortController()
    const stop = () => (framesLeft = 0)
    for (const type of INPUT) document.addEventListener(type, stop, { signal: takenOver.signal, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      takenOver.abort()
    }
  }, [isLoaded, target, visit])
}
