import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOK_EVENTS } from '../../../../../domain/webhooks.ts'
import type { Result } from '../../../../../domain/result.ts'
import type { Failure } from '../../../lib/session/auth-request.ts'
import { formatDay, formatTime } from '../../../lib/texts/dates.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { logQuery, sendAgain, testWebhook, webhookKeys, type Delivery, type Webhook } from './api.ts'
import { webhookTexts } from './webhook-texts.ts'

/** What was sent to a webhook, what became of it, and a test. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useInfiniteQuery(logQuery(webhook.id))
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const send = async (work: () => Promise<Result<null, Failure>>) => {
    if (isBusy) return
    setIsBusy(true)
    const sent = await work()
    setIsBusy(false)
    if (!sent.ok) return toastError(sent.failure)
    toastSuccess(webhookTexts.sending)
    await queries.invalidateQueries(webhookKeys)
  }
  return (
    <Dialog
      title={`Log of ${webhook.name}`}
      description={`What was sent in the last 30 days, newest first.${webhook.is_on ? '' : ` ${webhookTexts.isOff}`}`}
      width="medium"
      isAtTop
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Button
          variant="outline"
          className="self-start"
          aria-disabled={isBusy}
          onClick={() => void send(() => testWebhook(webhook.id))}
        >
          <Send aria-hidden />
          Send a Test Event
        </Button>
        <Loaded
          query={query}
          failed={webhookTexts.logFailed}
          isEmpty={(deliveries) => deliveries.length === 0}
          empty={<EmptyState title="Nothing sent yet." hint="A test event shows whether the webhook works." />}
        >
          {(deliveries) => (
            <PagedList rows={deliveries} query={query} moreLabel="Load More Events">
              {(delivery) => (
                <Row
                  delivery={delivery}
                  isOn={webhook.is_on}
                  isBusy={isBusy}
                  onSendAgain={() => void send(() => sendAgain(delivery.id))}
                />
              )}
            </PagedList>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

interface RowProps {
  delivery: Delivery
  /** Whether its webhook gets events. */
  isOn: boolean
  isBusy: boolean
  onSendAgain: () => void
}

function Row({ delivery, isOn, isBusy, onSendAgain }: RowProps) {
  const { event, created_at, delivered_at, due_at } = delivery
  const label = WEBHOOK_EVENTS.find(({ id }) => id === event)?.label ?? 'Test event'
  const at = `${formatDay(created_at)}, ${formatTime(created_at)}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p>
          {label} <code className="text-sm text-muted">{event}</code>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {at}.{' '}
          <span className={classNames(delivered_at === null && delivery.failure !== null && 'text-destructive')}>
            {stateOf(delivery)}
          </span>
        </p>
      </div>
      {isOn && due_at === null && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Send again: ${label}, ${at}`}
          aria-disabled={isBusy}
          onClick={onSendAgain}
        >
          Send Again
        </Button>
      )}
    </div>
  )
}

function stateOf({ delivered_at, due_at, attempts, status, failure }: Delivery): string {
  const tries = attempts > 1 ? ` after ${attempts} tries` : ''
  if (delivered_at !== null) return `Delivered${tries} (${status}).`
  if (due_at === null) return `${failure ?? 'Not sent'}. Given up${tries}.`
  if (failure === null) return 'On its way.'
  return `${failure}. Tried ${attempts === 1 ? 'once' : `${attempts} times`}, next on ${formatDay(due_at)}, ${formatTime(due_at)}.`
}
