import { SendHorizontal } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { Button } from './Button.tsx'
import { cardLook } from './Card.tsx'
import { Textarea } from './Field.tsx'
import { join } from './join.ts'

/** 600 px high (SPEC section 9). */
export const ChatPanel = ({ children }: { children: ReactNode }) => (
  <div className={join(cardLook, 'flex h-[600px] flex-col overflow-hidden')}>{children}</div>
)

/** Pixels from the end within which the reader counts as following along. */
const FOLLOWING_PX = 80

interface MessageListProps {
  label: string
  /** The newest message is still growing: it is announced once it is complete. */
  isBusy?: boolean
  children: ReactNode
}

/** Stays at the newest message, unless the reader has scrolled up. */
export function MessageList({ label, isBusy = false, children }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)

  useEffect(() => {
    if (list.current && isFollowing.current) list.current.scrollTop = list.current.scrollHeight
  })

  const onScroll = () => {
    if (!list.current) return
    const { scrollHeight, scrollTop, clientHeight } = list.current
    isFollowing.current = scrollHeight - scrollTop - clientHeight < FOLLOWING_PX
  }

  return (
    <div
      ref={list}
      role="log"
      aria-label={label}
      aria-busy={isBusy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 focus-visible:-outline-offset-2 sm:p-5"
      onScroll={onScroll}
    >
      {children}
    </div>
  )
}

interface BubbleProps {
  side: 'left' | 'right'
  author: string
  time?: string
  children: ReactNode
}

export const Bubble = ({ side, author, time, children }: BubbleProps) => (
  <article className={join('flex max-w-[85%] flex-col gap-1', side === 'right' ? 'items-end self-end' : 'self-start')}>
    <p className="px-1 text-xs text-muted">
      {author}
      {time && <span className="tabular-nums"> · {time}</span>}
    </p>
    <div
      className={join(
        'min-w-0 rounded-lg px-3.5 py-2.5',
        side === 'right' ? 'bg-primary text-on-primary' : 'border border-border bg-background',
      )}
    >
      {children}
    </div>
  </article>
)

interface ComposerProps {
  label: string
  placeholder: string
  text: string
  maxLength: number
  isSendDisabled: boolean
  onType: (text: string) => void
  onSend: () => void
}

/** Enter sends, Shift+Enter begins a new line. */
export function Composer({ label, placeholder, text, maxLength, isSendDisabled, onType, onSend }: ComposerProps) {
  const send = () => {
    if (!isSendDisabled) onSend()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    send()
  }

  return (
    <form className="flex items-end gap-2 p-4" onSubmit={onSubmit}>
      <Textarea
        aria-label={label}
        placeholder={placeholder}
        rows={1}
        maxLength={maxLength}
        className="max-h-36 min-h-9! resize-none! py-1.5 pointer-coarse:min-h-11!"
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={isSendDisabled}>
        <SendHorizontal aria-hidden />
        Send
      </Button>
    </form>
  )
}
