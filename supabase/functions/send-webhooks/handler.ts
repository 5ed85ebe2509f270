import { Webhook } from 'standardwebhooks'
import { serviceClient, type Client, type FunctionContext } from '../_shared/function.ts'
import { secondsUntil } from '../_shared/retry-after.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { isPrivateAllowed, webhookValues } from '../_shared/webhook-values.ts'
import { writeBody, type DueWebhook } from './write-body.ts'

/** One request at a time to each of the twenty webhooks: as many as that, and none waits for another. */
const CONCURRENCY = 20

/** Milliseconds after which is looked again for what no row announces. */
const PLAN_EVERY_MS = 60_000

interface Claimed extends DueWebhook {
  readonly webhook: string
  readonly sealed_url: string
  readonly sealed_secret: string
  readonly sealed_old_secret: string | null
  /** Why it cannot be computed; null otherwise. */
  readonly failure: string | null
}

/**
 * `POST`, with the secret key: posts the events that are due to their webhooks. The server runs it as soon as there are some, and on a
 * schedule.
 */
export default function sendWebhooks(request: Request, context: FunctionContext): Promise<Response> {
  let plannedAt = -Infinity
  const statuses = new Map<string, number>()
  return sendClaimed<Claimed>(request, context, {
    concurrency: CONCURRENCY,
    claim: async (service, most) => {
      if (!webhookValues(context)) return { data: [], error: null }
      // A run lasts while something is due, which may be hours after a service has failed for long.
      if (performance.now() - plannedAt >= PLAN_EVERY_MS) {
        await plan(service)
        plannedAt = performance.now()
      }
      return await service.rpc('claim_webhooks', { max_rows: most }).overrideTypes<Claimed[], { merge: false }>()
    },
    send: async (due) => {
      const result = await send(context, due, request.signal)
      if (result.kind === 'accepted') {
        statuses.set(due.id, result.status)
        return true
      }
      const { kind: _, ...failed } = result
      const { error } = await serviceClient(context).rpc('webhook_failed', { delivery: due.id, ...failed })
      if (error) throw new Error(`a failed webhook cannot be noted: ${error.message}`)
      return false
    },
    markSent: (service, { id }) => service.rpc('webhook_sent', { delivery: id, status: statuses.get(id) ?? 200 }),
    nextDue: (service) => service.rpc('next_webhook'),
  })
}

async function plan(service: Client): Promise<void> {
  const { error } = await service.rpc('plan_webhooks')
  if (error) throw new Error(`webhooks cannot be planned: ${error.message}`)
}

type Result =
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly status?: number; readonly seconds?: number }

/** @throws {Error} when the body cannot be computed, or the server stops */
async function send(context: FunctionContext, due: Claimed, signal: AbortSignal): Promise<Result> {
  const { id, event, failure } = due
  if (failure !== null) throw new Error(`a webhook of ${event} cannot be written: ${failure}`)
  const opened = await open(context, due)
  if (!opened)
    return { kind: 'failed', reason: 'Not sent: the key of this server has changed. Set the webhook up again' }
  const body = writeBody(context, due)
  const at = new Date()
  const result = await context.post({
    url: opened.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Upswing-Webhooks',
      'Webhook-Id': id,
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': opened.secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    },
    body,
    isPrivateAllowed: isPrivateAllowed(context),
    signal,
  })
  if (result.kind === 'failed') return result
  const { status, retryAfter } = result
  if (status >= 200 && status < 300) return { kind: 'accepted', status }
  const isForNow = status === 429 || status === 503
  const seconds = isForNow ? secondsUntil(retryAfter) : 0
  return { kind: 'failed', reason: `Answered ${status}`, status, seconds }
}

/** The URL, and the secrets that sign; undefined when they were encrypted under another key. */
async function open(context: FunctionContext, { webhook, sealed_url, sealed_secret, sealed_old_secret }: Claimed) {
  const values = webhookValues(context)
  const url = await values?.open(webhook, 'url', sealed_url)
  const secret = await values?.open(webhook, 'secret', sealed_secret)
  if (url === undefined || secret === undefined) return undefined
  const old = sealed_old_secret === null ? undefined : await values?.open(webhook, 'secret', sealed_old_secret)
  return { url, secrets: old === undefined ? [secret] : [secret, old] }
}
