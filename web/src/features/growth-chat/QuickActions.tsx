import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { DEFAULT_QUICK_ACTIONS } from '../../../../domain/growth-chat.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { suggestQuickActions } from './api.ts'
import { chatTexts } from './chat-texts.ts'

interface QuickActionsProps {
  isBusy: boolean
  onChoose: (action: string) => void
}

/** Questions that are sent with one press. */
export function QuickActions({ isBusy, onChoose }: QuickActionsProps) {
  const [actions, setActions] = useDraft(useAccount().id, 'quick-actions', DEFAULT_QUICK_ACTIONS)
  const { mutate: refresh, isPending } = useMutation({
    mutationFn: () => suggestQuickActions(actions),
    onSuccess: (suggested) => {
      setActions(suggested)
      toastSuccess(chatTexts.refreshed)
    },
    onError: () => toastError(chatTexts.refreshFailed),
  })

  return (
    <div className="flex items-center gap-2 overflow-x-auto border-t border-border px-4 pt-3 [scrollbar-width:none] max-sm:pb-1 sm:flex-wrap">
      {actions.map((action) => (
        <Button
          key={action}
          variant="outline"
          size="sm"
          className="max-w-full font-normal max-sm:shrink-0"
          aria-disabled={isBusy}
          onClick={() => onChoose(action)}
        >
          <span className="truncate">{action}</span>
        </Button>
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="text-muted max-sm:shrink-0"
        aria-disabled={isPending}
        onClick={() => !isPending && refresh()}
      >
        <RefreshCw aria-hidden className={classNames(isPending && 'animate-spin')} />
        Refresh
      </Button>
    </div>
  )
}
