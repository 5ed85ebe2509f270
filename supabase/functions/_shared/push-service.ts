import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { isPushService, type PushNotification } from '../../../domain/push.ts'
import { senderOf } from './calls.ts'
import type { FunctionContext } from './function.ts'
import { secondsUntil } from './retry-after.ts'

/** A browser that is notified. */
export interface PushTarget {
  readonly endpoint: string
  /** Base64url: the browser's public key and authentication secret (RFC 8291). */
  readonly p256dh: string
  readonly auth: string
}

interface PushOptions {
  /** Seconds for which the push service keeps it for a browser that is away. */
  readonly ttl: number
  /** `high` also wakes a device that saves its battery (RFC 8030, 5.3). */
  readonly urgency: 'normal' | 'high'
}

export type PushResult =
  | { readonly kind: 'sent' }
  /** The subscription has ended. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'failed'
      /** What the push service did: the account says "Your browser’s push service" before it. */
      readonly reason: string
      /** Whether the same notification may be accepted later, and after how many seconds at the earliest. */
      readonly isTemporary: boolean
      readonly seconds: number
    }

/** Milliseconds for one request. */
const TIMEOUT_MS = 10_000

/** Bytes of a response that are read: its text is of no use. */
const MAX_RESPONSE_BYTES = 10_000

interface VapidKeys {
  /** Base64url, as browsers take it. */
  readonly publicKey: string
  readonly privateKey: string
}

/** The keys with which the server identifies itself to push services (RFC 8292); undefined when the operator has given none. */
export function vapidKeysOf({ env }: Pick<FunctionContext, 'env'>): VapidKeys | undefined {
  const [publicKey, privateKey] = [env['VAPID_PUBLIC_KEY'], env['VAPID_PRIVATE_KEY']]
  return publicKey && privateKey ? { publicKey, privateKey } : undefined
}

/** Origins that the operator allows besides the push services of browsers. */
export const allowedServices = ({ env }: Pick<FunctionContext, 'env'>): readonly string[] =>
  (env['PUSH_SERVICES'] ?? '').split(',').flatMap((origin) => (origin.trim() === '' ? [] : [origin.trim()]))

/** Sends a notification, encrypted for the browser, to its push service. Redirects are not followed. */
export async function sendPush(
  context: Pick<FunctionContext, 'env'>,
  { endpoint, p256dh, auth }: PushTarget,
  notification: PushNotification,
  { ttl, urgency }: PushOptions,
): Promise<PushResult> {
  const keys = vapidKeysOf(context)
  if (!keys) throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: no notification can be sent')
  if (!isPushService(endpoint, allowedServices(context))) return lasting('is not one that this server sends to')
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    Buffer.from(JSON.stringify(notification)),
    {
      vapidDetails: { subject: subjectOf(context), ...keys },
      TTL: ttl,
      urgency,
      topic: createHash('sha256').update(notification.tag).digest('base64url').slice(0, 32),
    },
  )
  const given = Object.entries(headers as Record<string, string | number>)
  try {
    const response = await fetch(endpoint, {
      method,
      // `fetch` sets the length itself.
      headers: given.flatMap(([name, value]): [string, string][] =>
        name === 'Content-Length' ? [] : [[name, String(value)]],
      ),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await dropBody(response)
    return resultOf(response)
  } catch {
    // Its text may name the endpoint, which is a secret.
    return { kind: 'failed', reason: 'could not be reached', isTemporary: true, seconds: 0 }
  }
}

const lasting = (reason: string): PushResult => ({ kind: 'failed', reason, isTemporary: false, seconds: 0 })

function resultOf({ status, headers }: Response): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const reason = `refused the last notification (${status})`
  if (status === 429 || status >= 500) {
    return { kind: 'failed', reason, isTemporary: true, seconds: secondsUntil(headers.get('retry-after')) }
  }
  return lasting(reason)
}

/** Reads the beginning of a body and cancels the rest, so that the connection ends. */
async function dropBody({ body }: Response): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  for (let bytes = 0; bytes < MAX_RESPONSE_BYTES;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
  }
  await reader.cancel()
}

/** Whom a push service may write to: Apple's takes neither an http URL nor an address without a domain. */
function subjectOf({ env }: Pick<FunctionContext, 'env'>): string {
  const site = env['PUBLIC_URL'] ?? ''
  return site.startsWith('https://') ? site : `mailto:${senderOf({ env })}`
}
