import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Pixels from the end within which the list follows new content. */
const FOLLOWING_PX = 80

/** Milliseconds in which a list whose content has changed may move without the user, as heights become known. */
const SETTLING_MS = 500

/** Milliseconds that a list may go on scrolling after the user's last touch. */
const MOMENTUM_MS = 2000

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

interface Following {
  /** The id of the newest message. */
  newest: string | undefined
  /** Its length so far. */
  growth: number | undefined
  /** It is the user's own message. */
  isOwn: boolean
  /** Whether the list begins at another place than its end. */
  isElsewhere: boolean
}

/** Keeps a scrolling list at its end, unless the user has scrolled up; `isBehind`: there is newer content below. */
export function useFollowing({ newest, growth, isOwn, isElsewhere }: Following) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(!isElsewhere)
  const lastTop = useRef(0)
  const seen = useRef({ newest, growth })
  const settledAt = useRef(0)
  const touchedAt = useRef(-Infinity)
  const [isBehind, setIsBehind] = useState(false)

  useLayoutEffect(() => {
    const isNew = newest !== seen.current.newest
    const isMore = isNew || growth !== seen.current.growth
    seen.current = { newest, growth }
    if (isNew && isOwn) isFollowing.current = true
    if (isFollowing.current) scrollToEnd(scroller, lastTop)
    else if (isMore) setIsBehind(true)
  }, [newest, growth, isOwn])

  // The height of a message is known only once it is rendered. virtua's `scrollToIndex` does not help: it repeats
  // while messages grow, and would move a user who scrolls up meanwhile.
  useEffect(() => {
    const [box, inner] = [scroller.current, content.current]
    if (!box || !inner) return undefined
    const listening = new AbortController()
    const touchOn = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      isTouch: (event: HTMLElementEventMap[Type]) => boolean = () => true,
    ) => {
      const touch = (event: HTMLElementEventMap[Type]) => {
        if (isTouch(event)) touchedAt.current = performance.now()
      }
      box.addEventListener(type, touch, { passive: true, signal: listening.signal })
    }
    touchOn('wheel')
    touchOn('touchmove')
    // The scrollbar, or a selection that is drawn.
    touchOn('pointerdown', ({ target }) => !(target as Element).closest('a, button, input, textarea'))
    touchOn('keydown', ({ key }) => SCROLL_KEYS.has(key))
    // The keyboard focus scrolls to what gets it.
    touchOn('focusin', ({ target }) => (target as Element).matches(':focus-visible'))

    const change = () => (settledAt.current = performance.now() + SETTLING_MS)
    change()
    const changes = new MutationObserver(change)
    changes.observe(inner, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(() => isFollowing.current && scrollToEnd(scroller, lastTop))
    sizes.observe(box)
    sizes.observe(inner)
    return () => {
      listening.abort()
      changes.disconnect()
      sizes.disconnect()
    }
  }, [])

  const onScroll = () => {
    if (!scroller.current) return
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const rest = scrollHeight - scrollTop - clientHeight
    // However little: while text streams in, every frame would move the user back. At the end it was not the
    // user: the content became shorter, as when plain text is formatted.
    if (scrollTop < lastTop.current && rest > 1) {
      const now = performance.now()
      if (now < touchedAt.current + MOMENTUM_MS || now > settledAt.current) isFollowing.current = false
      else if (isFollowing.current) return scrollToEnd(scroller, lastTop)
    }
    // An event that reports the same position does not move the user either.
    else if (scrollTop > lastTop.current && rest < FOLLOWING_PX) isFollowing.current = true
    lastTop.current = scrollTop
    if (isFollowing.current || rest <= 1) setIsBehind(false)
  }

  const jump = () => {
    isFollowing.current = true
    setIsBehind(false)
    scrollToEnd(scroller, lastTop)
    scroller.current?.focus()
  }

  const stopFollowing = () => void (isFollowing.current = false)

  return { scroller, content, isBehind, isFollowing: () => isFollowing.current, stopFollowing, onScroll, jump }
}

/**
 * Stores the position at once: the browser reports it later, together with the user's scrolling by then, who would
 * seem to have scrolled down.
 */
function scrollToEnd(scroller: RefObject<HTMLElement | null>, lastTop: RefObject<number>): void {
  if (!scroller.current) return
  scroller.current.scrollTop = scroller.current.scrollHeight
  lastTop.current = scroller.current.scrollTop
}
