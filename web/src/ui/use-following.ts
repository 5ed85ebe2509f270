import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Pixels from the end within which the list follows new content. */
const FOLLOWING_PX = 80

/** Milliseconds in which the heights of a new list's messages become known, which moves it without the user. */
const SETTLING_MS = 500

/** With these the user scrolls: a list that is touched has settled. */
const SCROLLED_BY = ['wheel', 'touchmove', 'pointerdown', 'keydown']

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
    settledAt.current = performance.now() + SETTLING_MS
    const settle = () => (settledAt.current = 0)
    for (const type of SCROLLED_BY) scroller.current?.addEventListener(type, settle, { once: true, passive: true })
    const observer = new ResizeObserver(() => isFollowing.current && scrollToEnd(scroller, lastTop))
    if (scroller.current) observer.observe(scroller.current)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = () => {
    if (!scroller.current) return
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const rest = scrollHeight - scrollTop - clientHeight
    // However little: while text streams in, every frame would move the user back. At the end it was not the
    // user: the content became shorter, as when plain text is formatted.
    if (scrollTop < lastTop.current && rest > 1) {
      if (performance.now() > settledAt.current) isFollowing.current = false
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

  return { scroller, content, isBehind, isFollowing: () => isFollowing.current, onScroll, jump }
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
