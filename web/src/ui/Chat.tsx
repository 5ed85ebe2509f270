import { SendHorizontal, Square } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { requestAction, useAction, type Action } from './actions.ts'
import { Button } from './Button.tsx'
import { cardLook } from './Card.tsx'
import { Textarea } from './Textarea.tsx'
import { classNames } from './class-names.ts'
import { hasTouchKeyboard } from './has-touch-keyboard.ts'

/** 600 px high (SPEC section 9), and on a small screen no higher than the space left; or as high as the place that it is in. */
export const ChatPanel = ({ children, isFilling = false }: { children: ReactNode; isFilling?: boolean }) => (
  <div
    className={classNames(
      cardLook,
      'flex flex-col overflow-hidden print:h-auto!',
      isFilling
        ? '@container min-h-0 flex-1 max-lg:rounded-none max-lg:border-x-0'
        : 'h-[600px] max-sm:h-[clamp(22rem,calc(100svh-20rem-var(--notice,0px)),600px)]',
    )}
  >
    {children}
  </div>
)

/** The conversation, edge to edge, or its placeholder with padding. */
export const ChatBody = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col *:data-[state]:m-4">{children}</div>
)

interface BubbleProps {
  side: 'left' | 'right'
  /** A note stands between messages, and is none. What waits is not sent yet. */
  look?: 'message' | 'note' | 'waiting'
  author: string
  time?: string
  /** Below the message: actions, or its state. */
  footer?: ReactNode
  children: ReactNode
}

export const Bubble = ({ side, look = 'message', author, time, footer, children }: BubbleProps) => (
  <article
    className={classNames(
      'flex max-w-[min(85%,46rem)] flex-col gap-1',
      side === 'right' ? 'items-end self-end' : 'self-start max-sm:max-w-[94%]',
    )}
  >
    <p className="px-1 text-xs wrap-anywhere text-muted">
      {author}
      {time && <span className="tabular-nums"> · {time}</span>}
    </p>
    <div
      className={classNames(
        'max-w-full min-w-0 rounded-lg px-3.5 py-2.5',
        look === 'note'
          ? 'border border-dashed border-chart-2 bg-chart-2-soft'
          : look === 'waiting'
            ? 'border border-dashed border-border bg-sunken text-muted'
            : side === 'right'
              ? 'bg-primary text-on-primary'
              : 'border border-border bg-background',
      )}
    >
      {children}
    </div>
    {footer}
  </article>
)

interface ComposerProps {
  label: string
  placeholder: string
  text: string
  /** Maximum of characters. */
  limit: number
  isSendDisabled?: boolean
  /** Below the text. */
  note?: ReactNode
  /** The action that begins here. The field has the focus when it is opened, unless something else has it. */
  action?: Action
  /** While there is something to stop: Send stays, disabled, with Stop beside it. */
  stop?: { onStop: () => void; isStopping: boolean } | undefined
  sendLabel?: string
  onType: (text: string) => void
  /** Before the keys of the field, which do nothing when it prevents the default. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onSend: () => void
}

/** Enter sends, Shift+Enter starts a new line, Escape stops. */
export function Composer(props: ComposerProps) {
  const { label, placeholder, text, limit, isSendDisabled = false, note, action, stop, onType, onSend } = props
  const { sendLabel = 'Send' } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useAction(action, () => field.current?.focus())
  // Opened from a link or by its URL: the focus stays where a keyboard user is, as in the tabs.
  useEffect(() => {
    const focused = document.activeElement
    const isFree = focused === null || focused === document.body || focused.matches('a')
    if (action && isFree && !location.hash && !hasTouchKeyboard()) requestAction(action)
  }, [action])
  const isRefused = isSendDisabled || stop !== undefined || text.length > limit
  const send = () => {
    if (!isRefused) onSend()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    props.onKeyDown?.(event)
    if (event.defaultPrevented) return
    if (event.key === 'Escape' && stop) {
      event.preventDefault()
      stop.onStop()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A disabled button gets no keys, so the focus returns to the text.
    if (document.activeElement?.matches('button:focus-visible')) event.currentTarget.querySelector('textarea')?.focus()
    send()
  }
  return (
    <form className="flex flex-wrap items-end gap-2 p-4" onSubmit={onSubmit}>
      <div className="min-w-0 flex-1">
        <Textarea
          ref={field}
          aria-label={label}
          placeholder={placeholder}
          rows={1}
          limit={limit}
          className="block max-h-36 min-h-9! resize-none! py-[5px]! pointer-coarse:min-h-11! pointer-coarse:py-[9px]!"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {stop && (
        <Button variant="outline" aria-disabled={stop.isStopping} onClick={() => !stop.isStopping && stop.onStop()}>
          <Square aria-hidden className="size-3! fill-current" />
          <span className="max-sm:sr-only">Stop</span>
        </Button>
      )}
      <Button type="submit" className="min-w-22" disabled={isRefused}>
        <SendHorizontal aria-hidden />
        {sendLabel}
      </Button>
      {note}
    </form>
  )
}

/**
 * During IME composition keys select words. Safari ends the composition before the key event that ended it;
 * such a key has the code 229.
 */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229
