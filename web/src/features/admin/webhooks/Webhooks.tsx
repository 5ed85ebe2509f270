import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Plus } from 'lucide-react'
import { startTransition, useState } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { formatDay } from '../../../lib/texts/dates.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { webhooksQuery, type Webhook } from './api.ts'
import { SHAPE_LABELS, webhookTexts } from './webhook-texts.ts'

const WebhookDialog = lazyDialog(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const WebhookLog = lazyDialog(() => import('./WebhookLog.tsx'), 'WebhookLog')

/** From here on no more events are queued. */
const MOST_WAITING = 10_000

type Opened = { readonly kind: 'new' } | { readonly kind: 'edit' | 'log'; readonly webhook: Webhook }

/** A webhook as it is by now: the server may have switched it off, or a colleague. */
const latest = (webhook: Webhook, webhooks: readonly Webhook[] = []) =>
  webhooks.find(({ id }) => id === webhook.id) ?? webhook

/** The services that events are posted to. */
export function Webhooks() {
  const query = useQuery(webhooksQuery)
  const [opened, setOpened] = useState<Opened>()
  const open = (next: Opened) => startTransition(() => setOpened(next))
  const close = () => setOpened(undefined)
  const addButton = (
    <Button {...WebhookDialog.onIntent} onClick={() => open({ kind: 'new' })}>
      <Plus aria-hidden />
      Add Webhook
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      description="Post what happens to Slack, Teams, Discord or a service of your own."
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/admin/team" variant="outline">
            <ArrowLeft aria-hidden />
            Team
          </ButtonLink>
          {addButton}
        </div>
      }
    >
      <Loaded
        query={query}
        failed={webhookTexts.loadFailed}
        isEmpty={(webhooks) => webhooks.length === 0}
        empty={
          <EmptyState
            title="No webhooks yet."
            hint="A webhook gets the events that you choose, such as a founder’s message or a booked call."
          />
        }
      >
        {(webhooks) => (
          <ul className={classNames(cardLook, 'divide-y divide-border px-5')}>
            {webhooks.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} onOpen={open} />
            ))}
          </ul>
        )}
      </Loaded>
      {opened?.kind === 'log' && <WebhookLog webhook={latest(opened.webhook, query.data)} onClose={close} />}
      {opened?.kind === 'new' && <WebhookDialog onClose={close} />}
      {opened?.kind === 'edit' && <WebhookDialog webhook={latest(opened.webhook, query.data)} onClose={close} />}
    </Page>
  )
}

function Row({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { name, address, shape, events } = webhook
  const problem = problemOf(webhook)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          {!webhook.is_on && <Badge tone={webhook.off_reason === null ? 'neutral' : 'destructive'}>Off</Badge>}
          {webhook.is_on && webhook.failing_since !== null && <Badge tone="destructive">Failing</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {SHAPE_LABELS[shape]}, {address}, {events.length === 1 ? '1 event' : `${events.length} events`}
        </p>
        {problem !== undefined && <p className="text-sm text-destructive">{problem}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Log of ${name}`}
          {...WebhookLog.onIntent}
          onClick={() => onOpen({ kind: 'log', webhook })}
        >
          Log
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Edit ${name}`}
          {...WebhookDialog.onIntent}
          onClick={() => onOpen({ kind: 'edit', webhook })}
        >
          Edit
        </Button>
      </div>
    </li>
  )
}

function problemOf({ is_on, off_reason, failing_since, waiting }: Webhook): string | undefined {
  if (off_reason === 'gone') return 'It answered that it is gone for good (410), so it was switched off.'
  if (off_reason === 'failing') return 'It accepted nothing for five days, so it was switched off.'
  if (!is_on) return undefined
  if (waiting >= MOST_WAITING) return `${formatCount(MOST_WAITING)} events are waiting. New ones are not queued.`
  return failing_since === null
    ? undefined
    : `Nothing has been accepted since ${formatDay(failing_since)}. The log says why.`
}
