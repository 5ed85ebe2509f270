import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
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
import { tooLong, useFieldErrors, WithError } from '../../../ui/field-errors.tsx'
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
  return secret === undefined ? (
    <WebhookForm {...(webhook && { webhook })} onSecret={setSecret} onClose={onClose} />
  ) : (
    <Secret secret={secret} onClose={onClose} />
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
  // By the server: it may be accepted when it is sent again.
  const [refused, setRefused] = useState<{ readonly url: string; readonly text: string }>()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, change } = useChange()
  const urlField = useRef<HTMLInputElement>(null)
  const given = { name: name.trim(), url: url.trim() }
  const errors = useFieldErrors({
    name: given.name === '' ? webhookTexts.noName : tooLong(given.name, WEBHOOK_NAME_LIMIT),
    url: given.url === '' && !webhook ? webhookTexts.noUrl : tooLong(given.url, WEBHOOK_URL_LIMIT),
    events: events.length === 0 && webhookTexts.noEvent,
  })
  const before = { name: '', shape: 'standard', events: [], ...webhook }
  const isChanged =
    given.name !== before.name ||
    given.url !== '' ||
    shape !== before.shape ||
    events.toSorted().join() !== before.events.toSorted().join()
  const close = () => (isChanged ? setIsAsking(true) : onClose())

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (errors.refuse(event)) return
    const target = given.url === '' ? {} : { url: given.url }
    const fields = { name: given.name, shape, events }
    const saved = await change(() =>
      webhook
        ? manageWebhook({ action: 'change', webhook: webhook.id, ...target, ...fields })
        : manageWebhook({ action: 'add', url: given.url, ...fields }),
    )
    if (!saved) return
    if (!saved.ok) {
      if (saved.failure.code !== 'bad_url') return toastError(saved.failure)
      setRefused({ url: given.url, text: `${saved.failure.description}.` })
      return urlField.current?.focus()
    }
    toastSuccess(webhookTexts.saved)
    if (saved.value.secret !== undefined && shape === 'standard') onSecret(saved.value.secret)
    else onClose()
  }
  const urlError = errors.errorOf('url') ?? (refused?.url === given.url ? refused.text : undefined)

  return (
    <Dialog
      title={webhook ? `Edit ${webhook.name}` : 'Add Webhook'}
      description={webhook ? undefined : 'Events that happen from now on are posted to its URL.'}
      onClose={close}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <WithError error={errors.errorOf('name')}>
          {(wrong) => (
            <TextField
              label="Name"
              name="name"
              limit={WEBHOOK_NAME_LIMIT}
              autoComplete="off"
              placeholder="Slack #founders"
              value={name}
              onChange={({ target }) => setName(target.value)}
              {...wrong}
            />
          )}
        </WithError>
        <WithError error={urlError}>
          {(wrong) => (
            <TextField
              ref={urlField}
              label="URL"
              name="url"
              type="url"
              hint={webhook && 'Leave empty to keep it'}
              limit={WEBHOOK_URL_LIMIT}
              autoComplete="off"
              spellCheck={false}
              placeholder={webhook?.address ?? 'https://…'}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
              {...wrong}
            />
          )}
        </WithError>
        <div>
          <Select
            label="Shape"
            options={WEBHOOK_SHAPES.map((id) => ({ id, label: SHAPE_LABELS[id] }))}
            value={shape}
            onChange={setShape}
          />
          <p className="mt-1.5 text-sm text-muted">{SHAPE_HINTS[shape]}</p>
        </div>
        <WithError error={errors.errorOf('events')}>
          {(wrong) => (
            <fieldset aria-describedby={wrong['aria-describedby']}>
              <legend className="mb-1 text-sm font-medium">Events</legend>
              {WEBHOOK_EVENTS.map(({ id, label }) => (
                <label key={id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                  <input
                    type="checkbox"
                    name="events"
                    className="size-4 shrink-0 accent-primary"
                    checked={events.includes(id)}
                    onChange={() =>
                      setEvents(events.includes(id) ? events.filter((event) => event !== id) : [...events, id])
                    }
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
        </WithError>
        {webhook && (
          <Existing webhook={webhook} isChanged={isChanged} onSecret={onSecret} onDone={close} onDeleted={onClose} />
        )}
        <DialogFooter>
          <Button type="submit" aria-disabled={isBusy} className="ml-auto">
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </DialogFooter>
      </form>
      {isAsking && (
        <AlertDialog
          title="Discard your changes?"
          description={webhook ? 'The webhook stays as it was saved.' : 'The webhook is not added.'}
          confirmLabel="Discard"
          closeLabel="Keep editing"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}

const questions = {
  switchOff: {
    title: 'Switch this webhook off?',
    description: 'Events that wait to be sent are dropped.',
    confirmLabel: 'Switch Off',
  },
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

interface ExistingProps {
  webhook: Webhook
  /** Whether its fields have changes that are not saved. */
  isChanged: boolean
  onSecret: (secret: string) => void
  onDone: () => void
  onDeleted: () => void
}

/** What is done to a webhook at once, apart from its fields. */
function Existing({ webhook, isChanged, onSecret, onDone, onDeleted }: ExistingProps) {
  const { id, shape, is_on, old_secret_until, waiting } = webhook
  const [asked, setAsked] = useState<keyof typeof questions>()
  const { isBusy, change } = useChange()
  const rotate = async () => {
    const done = await change(() => manageWebhook({ action: 'rotate', webhook: id }))
    if (!done) return
    if (!done.ok) toastError(done.failure)
    else if (done.value.secret !== undefined) onSecret(done.value.secret)
  }
  const end = async (work: () => Promise<Result<null, Failure>>, text: string, then: () => void) => {
    const done = await change(work)
    if (!done) return
    if (!done.ok) return toastError(done.failure)
    toastSuccess(text)
    then()
  }
  const toggle = () =>
    end(() => switchWebhook(id, !is_on), is_on ? webhookTexts.switchedOff : webhookTexts.switchedOn, onDone)
  const actions = {
    switchOff: toggle,
    rotate,
    delete: () => end(() => deleteWebhook(id), webhookTexts.deleted, onDeleted),
  }
  return (
    <div className="flex flex-col gap-2 border-t border-border pt-4">
      {old_secret_until !== null && (
        <p className="text-sm text-muted">
          The previous secret still signs until {formatDay(old_secret_until)}, {formatTime(old_secret_until)}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={isBusy}
          onClick={() => (is_on && waiting > 0 ? setAsked('switchOff') : void toggle())}
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
          className="ml-auto text-destructive!"
          aria-disabled={isBusy}
          onClick={() => setAsked('delete')}
        >
          Delete
        </Button>
      </div>
      {asked && (
        <AlertDialog
          {...questions[asked]}
          description={`${questions[asked].description}${isChanged ? ' Your changes above are not saved.' : ''}`}
          onConfirm={() => {
            setAsked(undefined)
            void actions[asked]()
          }}
          onClose={() => setAsked(undefined)}
        />
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

/** Once: closing it in another way than by its button is asked about, unless it was copied. */
function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const shown = useRef<HTMLElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const copy = async () => {
    if (!(await copyText(secret, shown.current))) return
    setIsCopied(true)
    toastSuccess(webhookTexts.copied)
  }
  return (
    <Dialog
      title="Signing Secret"
      description="Your service verifies each request with it. Copy it now: it is not shown again."
      onClose={() => (isCopied ? onClose() : setIsAsking(true))}
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
      {isAsking && (
        <AlertDialog
          title="Close without copying the secret?"
          description="It is not shown again: without it you need a new one."
          confirmLabel="Close"
          closeLabel="Keep It Open"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}
