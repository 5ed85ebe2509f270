import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { formatDay, formatTime } from '../../lib/texts/dates.ts'
import { keys } from '../../lib/data/keys.ts'
import { refetch } from '../../lib/data/refetch.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useStepUp } from '../../lib/session/step-up.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { feedQuery, makeAddress, turnOff, type Feed } from './feed-api.ts'
import { feedTexts } from './feed-texts.ts'

/** Creates the subscription URL, shows it once, and revokes it. */
export function Subscription() {
  const { id } = useAccount()
  const withStepUp = useStepUp()
  const query = useQuery(feedQuery(id))
  const queries = useQueryClient()
  const [address, setAddress] = useState<string>()
  const [confirming, setConfirming] = useState<keyof typeof questions>()
  const [isBusy, setIsBusy] = useState(false)
  const [isTurnedOff, setIsTurnedOff] = useState(false)

  const change = async (next: 'make' | 'off') => {
    setConfirming(undefined)
    if (isBusy) return
    setIsBusy(true)
    const changed = next === 'make' ? await withStepUp(makeAddress) : await turnOff()
    if (changed && !changed.ok) toastError(changed.failure)
    else if (changed) {
      setAddress(changed.value ?? undefined)
      setIsTurnedOff(next === 'off')
      if (next === 'off') toastSuccess(feedTexts.turnedOff)
    }
    await refetch(queries, keys.calendarFeed(id))
    setIsBusy(false)
  }

  return (
    <>
      <Loaded query={query} failed={feedTexts.loadFailed} loading={<Skeleton lines={2} />}>
        {(feed) =>
          feed ? (
            <div className="flex flex-col gap-4">
              {address === undefined ? <Made feed={feed} /> : <Address key={address} address={address} />}
              <div className="flex flex-wrap gap-2">
                <Button variant="outline" aria-disabled={isBusy} onClick={() => !isBusy && setConfirming('make')}>
                  New Address
                </Button>
                <Button variant="outline" aria-disabled={isBusy} onClick={() => !isBusy && setConfirming('off')}>
                  Turn Off
                </Button>
              </div>
            </div>
          ) : (
            <div className="flex flex-col gap-4">
              <p>
                You get an address of your own to paste there. {whoeverHasIt} You can turn it off whenever you like.
              </p>
              <Button
                ref={isTurnedOff ? focus : null}
                className="self-start"
                aria-disabled={isBusy}
                onClick={() => void change('make')}
              >
                {isBusy ? 'Creating...' : 'Create Address'}
              </Button>
            </div>
          )
        }
      </Loaded>
      {confirming && (
        <AlertDialog
          {...questions[confirming]}
          onConfirm={() => void change(confirming)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}

const whoeverHasIt = 'Anybody who has it can read your goals and calls, so keep it to yourself.'

const questions = {
  make: {
    title: 'Create a new address?',
    description: 'The one you have stops working: calendars that subscribe to it need the new one.',
    confirmLabel: 'Create New Address',
  },
  off: {
    title: 'Turn off your calendar address?',
    description: 'The address stops working permanently, and calendars that subscribe to it are no longer updated.',
    confirmLabel: 'Turn Off',
  },
} as const

const Made = ({ feed: { createdAt, lastReadAt } }: { feed: Feed }) => (
  <>
    <p>
      You created an address on {formatDay(createdAt)}.{' '}
      {lastReadAt === null
        ? 'No calendar has read it yet.'
        : `A calendar last read it on ${formatDay(lastReadAt)}, ${formatTime(lastReadAt)}.`}
    </p>
    <p className="text-sm text-muted">It was shown when you created it. If you have lost it, create a new one.</p>
  </>
)

function Address({ address }: { address: string }) {
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(address, shown.current)) toastSuccess(feedTexts.copied)
  }
  return (
    <>
      <div>
        <p className="mb-1.5 text-sm font-medium">Your address</p>
        <code ref={shown} className="block rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">
          {address}
        </code>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={focus} onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
        <a
          className="inline-flex h-9 items-center px-2 font-medium text-primary underline underline-offset-4 pointer-coarse:h-11"
          href={address.replace(/^https?:/, 'webcal:')}
        >
          Open in my calendar app
        </a>
      </div>
      <p className="text-sm text-muted">It is not shown again. {whoeverHasIt}</p>
    </>
  )
}

/** Focuses a new button: it replaces the one that had the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus()
