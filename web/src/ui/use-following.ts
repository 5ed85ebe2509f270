import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Pixels from the end within which the reader counts as following along. */
const FOLLOWING_PX = 80

interface Following {
  /** The id of the newest message. */
  newest: string | undefined
  /** How far it is written. */
  growth: number | undefined
  /** It is the reader's own. */
  isOwn: boolean
}

/** Keeps a list that scrolls at its end, unless the reader has scrolled up; `isBehind`: more has come since then. */
export function useFollowing({ newest, growth, isOwn }: Following) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  const seen = useRef({ newest, growth })
  const [isBehind, setIsBehind] = useState(false)

  useLayoutEffect(() => {
    const isNew = newest !== seen.current.newest
    const isMore = isNew || growth !== seen.current.growth
    seen.current = { newest, growth }
    if (isNew && isOwn) isFollowing.current = true
    if (isFollowing.current) scrollToEnd(scroller, lastTop)
    else if (isMore) setIsBehind(true)
  }, [newest, growth, isOwn])

  // The list knows how high a message is only once it has been drawn. Its own `scrollToIndex` is no help: it repeats
  // itself for as long as messages grow, and takes back a reader who scrolls up meanwhile.
  useEffect(() => {
    const observer = new ResizeObserver(() => isFollowing.current && scrollToEnd(scroller, lastTop))
    if (scroller.current) observer.observe(scroller.current)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  const onScroll = () => {
    if (!scroller.current) return
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const rest = scrollHeight - scrollTop - clientHeight
    // However little: while text comes in, every frame would else take the reader back. At the end it was not the
    // reader: the content has shrunk, as when plain text becomes formatted.
    if (scrollTop < lastTop.current && rest > 1) isFollowing.current = false
    // An event that reports the same place again does not take the reader back either.
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
 * Notes the place at once: the browser reports it later, together with what the reader has done by then, who would else
 * seem to have come down.
 */
function scrollToEnd(scroller: RefObject<HTMLElement | null>, lastTop: RefObject<number>): void {
  if (!scroller.current) return
  scroller.current.scrollTop = scroller.current.scrollHeight
  lastTop.current = scroller.current.scrollTop
}
