import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { DEFAULT_QUICK_ACTIONS } from '../../../../domain/growth-chat.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ownActionsQuery, suggestQuickActions } from './api.ts'
import { chatTexts } from './chat-texts.ts'

interface QuickActionsProps {
  isBusy: boolean
  onChoose: (action: string) => void
}

/** Questions that are sent with one press, in one row: until they are refreshed, the founder's own before the default ones. */
export function QuickActions({ isBusy, onChoose }: QuickActionsProps) {
  const user = useAccount().id
  const [actions, setActions] = useDraft(user, 'choice:quick-actions', DEFAULT_QUICK_ACTIONS)
  const isDefault = actions.join() === DEFAULT_QUICK_ACTIONS.join()
  const own = useQuery({ ...ownActionsQuery(user), enabled: isDefault })
  const shown = isDefault ? [...new Set([...(own.data ?? []), ...actions])] : actions
  const row = useRef<HTMLDivElement>(null)
  const isLong = useIsLong(row)
  const { mutate: refresh, isPending } = useMutation({
    mutationFn: () => suggestQuickActions(shown),
    onSuccess: (suggested) => {
      setActions(suggested)
      toastSuccess(chatTexts.refreshed)
    },
    onError: () => toastError(chatTexts.refreshFailed),
  })

  return (
    <div
      className={classNames(
        'flex items-center gap-1 border-t border-border pt-3 pr-4 max-sm:pb-1 print:hidden',
        // Otherwise its buttons would move under the pointer.
        isDefault && own.isPending && 'invisible',
      )}
    >
      <div className="relative min-w-0 flex-1">
        <div
          ref={row}
          className={classNames(
            // Room for the outline of a focused button.
            '-my-1 overflow-x-auto py-1 [scrollbar-width:none] motion-safe:scroll-smooth',
            // Fades where it goes on; the padding keeps the last button clear of it.
            isLong && '[mask-image:linear-gradient(to_right,black_calc(100%-5rem),transparent_calc(100%-1.5rem))]',
          )}
        >
          <div className={classNames('flex w-max gap-2 pl-4', isLong && 'pr-12')}>
            {shown.map((action) => (
              <Button
                key={action}
                variant="outline"
                size="sm"
                className="max-w-80 shrink-0 font-normal"
                aria-disabled={isBusy}
                onClick={() => onChoose(action)}
              >
                <span className="truncate">{action}</span>
              </Button>
            ))}
          </div>
        </div>
        {isLong && <ScrollOn row={row} />}
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="shrink-0 text-muted"
        aria-disabled={isPending}
        onClick={() => !isPending && refresh()}
      >
        <RefreshCw aria-hidden className={classNames(isPending && 'animate-spin')} />
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
    </div>
  )
}

/** Whether a row has more than it shows. */
function useIsLong(row: RefObject<HTMLElement | null>): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const box = row.current
    const content = box?.firstElementChild
    if (!content) return undefined
    const sizes = new ResizeObserver(() => setIsLong(box.scrollWidth > box.clientWidth))
    sizes.observe(box)
    sizes.observe(content)
    return () => sizes.disconnect()
  }, [row])
  return isLong
}

/** For a mouse without a sideways wheel; the keyboard reaches the buttons themselves. */
const ScrollOn = ({ row }: { row: RefObject<HTMLElement | null> }) => (
  <button
    type="button"
    aria-hidden
    tabIndex={-1}
    className="absolute inset-y-0 right-0 hidden items-center px-1 text-muted hover:text-foreground pointer-fine:flex"
    onClick={() => {
      const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = row.current ?? {}
      const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1
      row.current?.scrollTo({ left: isAtEnd ? 0 : scrollLeft + clientWidth * 0.7 })
    }}
  >
    <ChevronRight className="size-4" />
  </button>
)
