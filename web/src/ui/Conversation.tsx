import { ArrowDown } from 'lucide-react'
import { useDeferredValue, useRef, type ReactNode } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLinkedId } from '../lib/data/linked-row.ts'
import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'
import { Button } from './Button.tsx'
import { useFollowing } from './use-following.ts'

/** Pixels from the start at which earlier messages are loaded. */
const LOAD_MORE_PX = 400

/** Messages that a list shows at its start, at least. */
const AT_START = 10

/** Pixels above the first message. */
const TOP_PX = 16

interface ConversationProps<Message extends { id: string }> {
  label: string
  /** Oldest first. */
  messages: readonly Message[]
  hasEarlier: boolean
  isLoadingEarlier: boolean
  onLoadEarlier: () => void
  /** Announced when it changes: the newest message of the other side. */
  news?: string | undefined
  /** Whether the user has just written it: it is scrolled into view. */
  isOwn: (message: Message) => boolean
  /** Length of the newest message, while it grows. */
  growth?: number | undefined
  /** The message that the URL leads to, which is scrolled into view, focused and marked. */
  target?: string | undefined
  /** Called by "Jump to latest" when the newest messages are not among these. */
  onLatest?: (() => void) | undefined
  children: (message: Message) => ReactNode
}

/**
 * A virtualised list of messages; earlier ones load when the user scrolls towards them.
 * It stays at the newest one, unless the user has scrolled up or the URL leads to an earlier one. With another `target`
 * it needs another key.
 */
export function Conversation<Message extends { id: string }>(props: ConversationProps<Message>) {
  const { label, messages, hasEarlier, isLoadingEarlier, onLoadEarlier, news, isOwn, growth } = props
  const { target, onLatest, children } = props
  const newest = messages.at(-1)
  const { scroller, content, isBehind, isFollowing, onScroll, jump } = useFollowing({
    newest: newest?.id,
    growth,
    isOwn: newest !== undefined && isOwn(newest),
    isElsewhere: target !== undefined,
  })

  const virtualizer = useRef<VirtualizerHandle>(null)
  const place = messages.findIndex(({ id }) => id === target)
  // Earlier messages would move the one that the list is still scrolling to.
  const isPlaced = useRef(place < AT_START)
  const targetId = useLinkedId()
  useScrollToLinkedRow(target !== undefined, () => virtualizer.current?.scrollToIndex(place, { align: 'center' }))

  // When earlier messages are inserted, the end keeps its place.
  const oldest = messages[0]?.id
  const isPrepending = useDeferredValue(oldest) !== oldest

  const loadEarlierNearStart = (offset: number) => {
    if (offset >= LOAD_MORE_PX) isPlaced.current = true
    else if (isPlaced.current && !isFollowing() && hasEarlier && !isLoadingEarlier) onLoadEarlier()
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <div
        ref={scroller}
        role="log"
        // Messages that scrolling renders are not announced.
        aria-live="off"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
        onScroll={onScroll}
      >
        {isLoadingEarlier && (
          <output className="sticky top-2 z-10 mx-auto -mb-7 rounded-full bg-sunken px-3 py-1 text-sm text-muted">
            Loading earlier messages...
          </output>
        )}
        <div ref={content} className="mt-auto" style={{ paddingTop: TOP_PX }}>
          <Virtualizer
            ref={virtualizer}
            data={messages}
            scrollRef={scroller}
            shift={isPrepending}
            startMargin={TOP_PX}
            onScroll={loadEarlierNearStart}
          >
            {(message) => (
              <div
                key={message.id}
                {...(message.id === target && { id: targetId, tabIndex: -1, 'aria-current': true })}
                className="flex flex-col px-4 pb-4 -outline-offset-2 aria-[current=true]:bg-primary-soft aria-[current=true]:pt-4 sm:px-5"
              >
                {children(message)}
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
      {(isBehind || onLatest) && (
        <Button
          variant="outline"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-raised"
          onClick={onLatest ?? jump}
        >
          <ArrowDown aria-hidden />
          Jump to latest
        </Button>
      )}
    </div>
  )
}
