import { useLayoutEffect, useRef } from 'react'
import { useLocation } from './Router.tsx'

/** How far the page, and the boxes in it that have the attribute `data-scroll`, were scrolled; by visit. */
const visits = new Map<string, Map<string, number>>()

const PAGE = ''

/** Milliseconds for which a screen that is still loading is waited for. */
const RESTORE_MS = 3000

/** What ends the restoring: the reader moves on their own. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** A screen begins at its top; a step back or forward through the history shows it as far down as it was left. */
export function useScrollMemory(): void {
  const { pathname, hash, key, isPop } = useLocation()
  const shownPath = useRef(pathname)

  useLayoutEffect(() => {
    // The browser's own restoring comes before the screen is there. After a reload it is in time.
    history.scrollRestoration = 'manual'
    const leave = () => (history.scrollRestoration = 'auto')
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  // Before the browser reports that the next screen is shorter.
  useLayoutEffect(() => {
    const left = isPop ? visits.get(key) : undefined
    const stop = left && restore(left)
    // What the hash names is scrolled to.
    if (!isPop && shownPath.current !== pathname && hash === '') scrollTo(0, 0)
    shownPath.current = pathname
    const places = new Map(left ?? scrolled())
    visits.set(key, places)
    const onScroll = ({ target }: Event) => {
      if (target === document) places.set(PAGE, scrollY)
      else if (target instanceof HTMLElement && target.dataset['scroll']) {
        places.set(target.dataset['scroll'], target.scrollTop)
      }
    }
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      stop?.()
      removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [pathname, hash, key, isPop])
}

/** A change of the URL that stays on the screen leaves it where it is. */
const scrolled = (): [box: string, top: number][] => [
  [PAGE, scrollY],
  ...[...document.querySelectorAll<HTMLElement>('[data-scroll]')].map((box): [string, number] => [
    box.dataset['scroll'] ?? '',
    box.scrollTop,
  ]),
]

/** Scrolls as soon as what is loaded is long enough. @returns what stops it */
function restore(left: ReadonlyMap<string, number>): () => void {
  const waiting = new Map(left)
  const end = performance.now() + RESTORE_MS
  let frame = 0
  const scroll = () => {
    for (const [box, top] of waiting) {
      const element = box === PAGE ? document.scrollingElement : document.querySelector(`[data-scroll="${box}"]`)
      if (element) element.scrollTop = top
      if (element && Math.abs(element.scrollTop - top) < 1) waiting.delete(box)
    }
    if (waiting.size > 0 && performance.now() < end) frame = requestAnimationFrame(scroll)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const input of INPUTS) removeEventListener(input, stop)
  }
  for (const input of INPUTS) addEventListener(input, stop, { passive: true })
  scroll()
  return stop
}
