import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'

/** Pixels from the end within which the reader counts as following along. */
const FOLLOWING_PX = 80

interface Following {
  count: number
  /** The id of the newest message. */
  newest: string | undefined
  /** How far it is written. */
  growth: number | undefined
  /** It is the reader's own. */
  isOwn: boolean
}

/** Keeps a list that scrolls at its end, unless the reader has scrolled up; `isBehind`: more has come since then. */
export function useFollowing({ count, newest, growth, isOwn }: Following) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  const seen = useRef({ newest, growth })
  const [isBehind, setIsBehind] = useState(false)

  useLayoutEffect(() => {
    const isNew = newest !== seen.current.newest
    const isMore = isNew || growth !== seen.current.growth
    seen.current = { newest, growth }
    if (isNew && isOwn) isFollowing.current = true
    if (!isFollowing.current) {
      if (isMore) setIsBehind(true)
    } else if (isMore && !isNew && scroller.current) {
      lastTop.current = scrolledToEnd(scroller.current)
    } else {
      // Where a message ends that has not been drawn yet, the list alone knows.
      list.current?.scrollToIndex(count - 1, { align: 'end' })
    }
  }, [count, newest, growth, isOwn])

  // The list knows how high a message is only once it has been drawn.
  useEffect(() => {
    const follow = new ResizeObserver(() => {
      if (isFollowing.current && scroller.current) lastTop.current = scrolledToEnd(scroller.current)
    })
    if (scroller.current) follow.observe(scroller.current)
    if (content.current) follow.observe(content.current)
    return () => follow.disconnect()
  }, [])

  const onScroll = () => {
    if (!scroller.current) return
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const rest = scrollHeight - scrollTop - clientHeight
    // However little: while text comes in, every frame would else take the reader back.
    if (scrollTop < lastTop.current && rest > 1) isFollowing.current = false
    // An event that says the same place again does not take the reader back either.
    else if (rest <= 1 || (scrollTop > lastTop.current && rest < FOLLOWING_PX)) isFollowing.current = true
    lastTop.current = scrollTop
    if (isFollowing.current) setIsBehind(false)
  }

  const jump = () => {
    isFollowing.current = true
    setIsBehind(false)
    list.current?.scrollToIndex(count - 1, { align: 'end' })
    scroller.current?.focus()
  }

  return { scroller, content, list, isBehind, isFollowing: () => isFollowing.current, onScroll, jump }
}

/**
 * @returns where that is: the browser tells of it later, together with what the reader has done by then, who would else
 *   seem to have come down
 */
function scrolledToEnd(scroller: HTMLElement): number {
  scroller.scrollTop = scroller.scrollHeight
  return scroller.scrollTop
}
