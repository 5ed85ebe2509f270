import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLinkedId } from '../lib/data/linked-row.ts'
import { formatDay } from '../lib/texts/dates.ts'
import { useNow } from '../lib/texts/use-now.ts'
import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { questionAbove } from './question-above.ts'
import { useFollowing } from './use-following.ts'

/** Pixels from the start at which earlier messages are loaded. */
const LOAD_MORE_PX = 400

/** Messages that a list shows at its start, at least. */
const AT_START = 10

/** Messages at the end that are rendered before the list knows its height, as while its screen is hidden. */
const AT_END = 4

/** Height of a message before it is measured, in pixels: the first frame is nearly as high as the second, so nothing jumps. */
const TYPICAL_PX = 180

/** Characters of a pinned question: more than one line has. */
const MAX_PINNED = 300

/** Pixels above the first message. */
const TOP_PX = 16

interface ConversationProps<Message extends { id: string }> {
  label: string
  /** Oldest first. */
  messages: readonly Message[]
  /** When a message was written: they stand under their days. */
  momentOf: (message: Message) => string
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
  /** The text of a question: it stays at the top, on one line, above an answer that is longer than the list. */
  questionOf?: (message: Message) => string | undefined
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
  const { target, onLatest, momentOf, questionOf, children } = props
  const dayOf = (message: Message | undefined) => message && formatDay(momentOf(message))
  const today = formatDay(useNow())
  const newest = messages.at(-1)
  const { scroller, content, isBehind, isFollowing, stopFollowing, onScroll, jump } = useFollowing({
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

  const atEnd = useMemo(
    () => messages.slice(-AT_END).map((_, index, { length }) => messages.length - length + index),
    [messages],
  )

  // When earlier messages are inserted, the end keeps its place.
  const oldest = messages[0]?.id
  const isPrepending = useDeferredValue(oldest) !== oldest

  const loadEarlierNearStart = (offset: number) => {
    if (offset >= LOAD_MORE_PX) isPlaced.current = true
    else if (isPlaced.current && !isFollowing() && hasEarlier && !isLoadingEarlier) onLoadEarlier()
  }

  const [pinned, setPinned] = useState<string>()
  const question = messages.find(({ id }) => id === pinned)
  const pinQuestion = (offset: number) => {
    const isQuestion = (index: number) => {
      const message = messages[index]
      return message !== undefined && questionOf?.(message) !== undefined
    }
    if (virtualizer.current && questionOf)
      setPinned(messages[questionAbove(virtualizer.current, offset, isQuestion) ?? -1]?.id)
  }
  const showQuestion = () => {
    stopFollowing()
    virtualizer.current?.scrollToIndex(
      messages.findIndex(({ id }) => id === pinned),
      { align: 'start' },
    )
    // The button that is pressed disappears.
    scroller.current?.focus({ preventScroll: true })
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
        className={classNames(
          'flex min-h-0 flex-1 flex-col overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2',
          questionOf && 'scroll-pt-12',
        )}
        onScroll={onScroll}
      >
        {isLoadingEarlier && (
          <output className="sticky top-2 z-10 mx-auto -mb-7 rounded-full bg-sunken px-3 py-1 text-sm text-muted">
            Loading earlier messages...
          </output>
        )}
        {question && <PinnedQuestion text={questionOf?.(question) ?? ''} onPress={showQuestion} />}
        <div ref={content} className="mt-auto" style={{ paddingTop: TOP_PX }}>
          <Virtualizer
            ref={virtualizer}
            data={messages}
            scrollRef={scroller}
            shift={isPrepending}
            startMargin={TOP_PX}
            itemSize={TYPICAL_PX}
            keepMounted={atEnd}
            onScroll={(offset) => {
              loadEarlierNearStart(offset)
              pinQuestion(offset)
            }}
          >
            {(message, index) => (
              <div
                key={message.id}
                {...(message.id === target && { id: targetId, tabIndex: -1, 'aria-current': true })}
                className="flex flex-col px-4 pb-4 -outline-offset-2 aria-[current=true]:bg-primary-soft aria-[current=true]:pt-4 sm:px-5"
              >
                {dayOf(message) !== dayOf(messages[index - 1]) && (
                  <p className="mx-auto pb-3 text-xs text-muted">
                    {dayOf(message) === today ? 'Today' : dayOf(message)}
                  </p>
                )}
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

/**
 * The question of the answer that fills the list. It takes no height, so that nothing moves. Its text is for the eyes: screen
 * readers have it in the list.
 */
const PinnedQuestion = ({ text, onPress }: { text: string; onPress: () => void }) => (
  <div className="sticky top-0 z-10 h-0 print:hidden">
    <div className="relative flex h-10 items-center gap-2 border-b border-border bg-surface px-4 text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary sm:px-5">
      <button
        type="button"
        aria-label="Back to the question"
        title="Back to the question"
        className="text-muted outline-none after:absolute after:inset-0"
        onClick={onPress}
      >
        <ArrowUp aria-hidden className="size-4" />
      </button>
      <p aria-hidden className="min-w-0 truncate">
        {text.slice(0, MAX_PINNED)}
      </p>
    </div>
  </div>
)
