import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_NAME_LIMIT,
  WEBHOOK_SHAPES,
  WEBHOOK_URL_LIMIT,
  type WebhookEvent,
  type WebhookShape,
} from '../../../../../domain/webhooks.ts'
import type { Result } from '../../../../../domain/result.ts'
import type { Failure } from '../../../lib/session/auth-request.ts'
import { useStepUp } from '../../../lib/session/step-up.ts'
import { formatDay, formatTime } from '../../../lib/texts/dates.ts'
import { toastError, toastSuccess } from '../../../lib/texts/toasts.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/clipboard.ts'
import { Dialog, DialogFooter } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { deleteWebhook, manageWebhook, switchWebhook, webhookKeys, type Granted, type Webhook } from './api.ts'
import { SHAPE_HINTS, SHAPE_LABELS, webhookTexts } from './webhook-texts.ts'

interface WebhookDialogProps {
  /** The one to change; a new one without it. */
  webhook?: Webhook
  onClose: () => void
}

/** Where events are posted, and which. A secret is shown once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <Secret secret={secret} onClose={onClose} />
  return (
    <Dialog
      title={webhook ? `Edit ${webhook.name}` : 'Add Webhook'}
      description={webhook ? undefined : 'Events that happen from now on are posted to its URL.'}
      onClose={onClose}
    >
      <WebhookForm {...(webhook && { webhook })} onSecret={setSecret} onClose={onClose} />
    </Dialog>
  )
}

interface WebhookFormProps extends WebhookDialogProps {
  onSecret: (secret: string) => void
}

function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState('')
  const [shape, setShape] = useState<WebhookShape>(webhook?.shape ?? 'standard')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? [])
  const [problem, setProblem] = useState<{ readonly field: 'name' | 'url' | 'events'; readonly text: string }>()
  const { isBusy, change } = useChange()
  const fields = useRef<HTMLFormElement>(null)

  const refuse = (field: 'name' | 'url' | 'events', text: string) => {
    setProblem({ field, text })
    fields.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }
  const submit = async () => {
    const given = { name: name.trim(), url: url.trim() }
    setProblem(undefined)
    if (given.name === '') return refuse('name', webhookTexts.noName)
    if (given.url === '' && !webhook) return refuse('url', webhookTexts.noUrl)
    if (events.length === 0) return refuse('events', webhookTexts.noEvent)
    if (given.name.length > WEBHOOK_NAME_LIMIT || given.url.length > WEBHOOK_URL_LIMIT) return
    const target = given.url === '' ? {} : { url: given.url }
    const fields = { name: given.name, shape, events }
    const saved = await change(() =>
      webhook
        ? manageWebhook({ action: 'change', webhook: webhook.id, ...target, ...fields })
        : manageWebhook({ action: 'add', url: given.url, ...fields }),
    )
    if (!saved) return
    if (!saved.ok)
      return saved.failure.code === 'bad_url'
        ? refuse('url', `${saved.failure.description}.`)
        : toastError(saved.failure)
    toastSuccess(webhookTexts.saved)
    if (saved.value.secret !== undefined && shape === 'standard') onSecret(saved.value.secret)
    else onClose()
  }
  const wrong = (field: 'name' | 'url' | 'events') => problem?.field === field && <Problem text={problem.text} />

  return (
    <form
      ref={fields}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Name"
        name="name"
        limit={WEBHOOK_NAME_LIMIT}
        autoComplete="off"
        placeholder="Slack #founders"
        value={name}
        aria-invalid={problem?.field === 'name'}
        onChange={({ target }) => setName(target.value)}
      />
      {wrong('name')}
      <TextField
        label="URL"
        name="url"
        type="url"
        hint={webhook && 'Leave it empty to keep the present one'}
        limit={WEBHOOK_URL_LIMIT}
        autoComplete="off"
        spellCheck={false}
        placeholder={webhook?.address ?? 'https://…'}
        value={url}
        aria-invalid={problem?.field === 'url'}
        onChange={({ target }) => setUrl(target.value)}
      />
      {wrong('url')}
      <div>
        <Select
          label="Shape"
          options={WEBHOOK_SHAPES.map((id) => ({ id, label: SHAPE_LABELS[id] }))}
          value={shape}
          onChange={setShape}
        />
        <p className="mt-1.5 text-sm text-muted">{SHAPE_HINTS[shape]}</p>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Events</legend>
        {WEBHOOK_EVENTS.map(({ id, label }) => (
          <label key={id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="events"
              className="size-4 shrink-0 accent-primary"
              checked={events.includes(id)}
              onChange={() => setEvents(events.includes(id) ? events.filter((event) => event !== id) : [...events, id])}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {wrong('events')}
      {webhook && <Existing webhook={webhook} onSecret={onSecret} onClose={onClose} />}
      <DialogFooter>
        <Button type="submit" aria-disabled={isBusy} className="ml-auto">
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </DialogFooter>
    </form>
  )
}

const questions = {
  rotate: {
    title: 'Make a new secret?',
    description: 'You see it once. Requests are signed with both secrets for 24 hours, then with the new one alone.',
    confirmLabel: 'Make New Secret',
  },
  delete: {
    title: 'Delete this webhook?',
    description: 'Its log is deleted too. This cannot be undone.',
    confirmLabel: 'Delete',
  },
} as const

/** What is done to a webhook at once, apart from its fields. */
function Existing({ webhook, onSecret, onClose }: WebhookFormProps & { webhook: Webhook }) {
  const { id, shape, is_on, old_secret_until } = webhook
  const [asked, setAsked] = useState<keyof typeof questions>()
  const { isBusy, change } = useChange()
  const rotate = async () => {
    const done = await change(() => manageWebhook({ action: 'rotate', webhook: id }))
    if (!done) return
    if (!done.ok) toastError(done.failure)
    else if (done.value.secret !== undefined) onSecret(done.value.secret)
  }
  const end = async (work: () => Promise<Result<null, Failure>>, text: string) => {
    const done = await change(work)
    if (!done) return
    if (!done.ok) return toastError(done.failure)
    toastSuccess(text)
    onClose()
  }
  const confirm = (action: keyof typeof questions) => {
    setAsked(undefined)
    void (action === 'rotate' ? rotate() : end(() => deleteWebhook(id), webhookTexts.deleted))
  }
  return (
    <div className="flex flex-col gap-2 border-t border-border pt-4">
      {old_secret_until !== null && (
        <p className="text-sm text-muted">
          The secret before signs too until {formatDay(old_secret_until)}, {formatTime(old_secret_until)}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isBusy}
          onClick={() =>
            void end(() => switchWebhook(id, !is_on), is_on ? webhookTexts.switchedOff : webhookTexts.switchedOn)
          }
        >
          {is_on ? 'Switch Off' : 'Switch On'}
        </Button>
        {shape === 'standard' && (
          <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => setAsked('rotate')}>
            New Secret
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto text-destructive"
          aria-disabled={isBusy}
          onClick={() => setAsked('delete')}
        >
          Delete
        </Button>
      </div>
      {asked && (
        <AlertDialog {...questions[asked]} onConfirm={() => confirm(asked)} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

/** One change at a time, with a proof where it needs one; list and logs follow. */
function useChange() {
  const withStepUp = useStepUp()
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const change = async <Value extends Granted | null>(work: () => Promise<Result<Value, Failure>>) => {
    if (isBusy) return undefined
    setIsBusy(true)
    const done = await withStepUp(work)
    setIsBusy(false)
    if (done) await queries.invalidateQueries(webhookKeys)
    return done
  }
  return { isBusy, change }
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(secret, shown.current)) toastSuccess(webhookTexts.copied)
  }
  return (
    <Dialog
      title="Signing Secret"
      description="Its receiver verifies each request with it. Copy it now: it is not shown again."
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <code ref={shown} className="rounded-md bg-sunken p-3 text-sm break-all select-all">
          {secret}
        </code>
        <DialogFooter>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy
          </Button>
          <Button className="ml-auto" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

const Problem = ({ text }: { text: string }) => (
  <p role="alert" className="-mt-2 text-sm text-destructive">
    {text}
  </p>
)
