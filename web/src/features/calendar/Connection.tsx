import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { startTransition, useState } from 'react'
import { formatTime } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { calendarTexts } from './calendar-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { disconnect } from './api.ts'
import { ConnectButton, isConfigured } from './ConnectButton.tsx'
import type { EventsShown } from './use-events.ts'

const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

/** The connected calendar, when it was loaded, and buttons to connect and disconnect. */
export function Connection({ shown }: { shown: EventsShown }) {
  const { status, failed, triesAgainAt, tryAgain } = shown
  const [hasDisconnected, setHasDisconnected] = useState(false)
  const isTrouble = failed !== undefined || status === 'broken'
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm text-muted">
        {status === 'connected' && (
          <span className="flex items-center gap-1.5 text-foreground">
            <CircleCheck aria-hidden className="size-4 text-success" />
            Google Calendar connected
          </span>
        )}
        <p
          aria-live="polite"
          className={classNames('flex items-center gap-1.5 tabular-nums', isTrouble && 'text-foreground')}
        >
          {isTrouble && <CircleAlert aria-hidden className="size-4 shrink-0 text-destructive" />}
          {failed ? failureText(failed, triesAgainAt) : stateText(shown)}
        </p>
        {failed && (
          <span data-state="failed" className="contents">
            <Button variant="outline" size="sm" onClick={tryAgain}>
              Try again
            </Button>
          </span>
        )}
        {status === 'connected' && <Disconnect onDone={() => setHasDisconnected(true)} />}
      </div>
      {status !== 'connected' && <ConnectButton hasFocus={hasDisconnected} />}
    </>
  )
}

const failureText = (failed: string, triesAgainAt: Date | undefined): string =>
  triesAgainAt ? `${failed}. Next try at ${formatTime(triesAgainAt)}.` : failed

function stateText({ status, isLoading, updatedAt, isComplete }: EventsShown): string {
  if (status === 'none')
    return isConfigured() ? 'Sample events. Connect your calendar to see your own.' : 'Sample events.'
  if (status === 'broken') return calendarTexts.ended
  if (isLoading || !updatedAt) return 'Loading events...'
  return `Updated ${formatTime(updatedAt)}${isComplete ? '' : '. Not all events are shown.'}`
}

function Disconnect({ onDone }: { onDone: () => void }) {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const leave = async () => {
    setIsAsking(false)
    setIsBusy(true)
    try {
      await disconnect()
      onDone()
      queries.setQueryData(keys.calendar.connection(user), 'none')
      queries.removeQueries({ queryKey: keys.calendar.everyFound(user) })
      toastSuccess(calendarTexts.disconnected)
    } catch (error) {
      console.error(error)
      toastError(calendarTexts.disconnectFailed)
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label="Disconnect Google Calendar"
        disabled={isBusy}
        {...AlertDialog.onIntent}
        onClick={() => startTransition(() => setIsAsking(true))}
      >
        Disconnect
      </Button>
      {isAsking && (
        <AlertDialog
          title="Disconnect Google Calendar?"
          description="Your events will no longer be shown here, and our access to your Google Calendar will be revoked. You can connect it again at any time."
          confirmLabel="Disconnect"
          onConfirm={() => void leave()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
