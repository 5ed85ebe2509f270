import { local } from '../offline/storage.ts'
import { fetchSignedIn, storedSession, tables } from './client.ts'
import { config } from './config.ts'

/** Whether this browser can be notified, as far as it can be known without asking its user. */
export type PushSupport = 'supported' | 'not-installed' | 'unsupported'

/** What is known of this browser: `off` also when it is another user's. */
export type PushState =
  | { readonly kind: 'unsupported' | 'not-installed' | 'blocked' | 'off' | 'on' }
  /** The push service has not accepted the last notification. */
  | { readonly kind: 'failing'; readonly reason: string }

/** The service worker is not installed, some seconds after the first page at the latest. */
const WORKER_TIMEOUT_MS = 10_000

/** Safari on iOS and iPadOS has them in an app that was added to the Home Screen alone. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported'
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  return isApple() && !isInstalled ? 'not-installed' : 'unsupported'
}

/** iPads say that they are Macs, which have no touch screens. */
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/**
 * Follows the session of the user too: the one in which the browser was added may have ended. Adds the browser again when it has
 * another subscription by now.
 */
export async function readPushState(): Promise<PushState> {
  const support = pushSupport()
  if (support !== 'supported') return { kind: support }
  if (Notification.permission === 'denied') return { kind: 'blocked' }
  const subscription = Notification.permission === 'granted' ? await subscriptionHere() : null
  const device = subscription && (await knownDevice(subscription))
  if (device) return device.failure === null ? { kind: 'on' } : { kind: 'failing', reason: device.failure }
  if (Notification.permission !== 'granted' || local.getItem(markOf()) === null) return { kind: 'off' }
  await turnPushOn()
  return { kind: 'on' }
}

async function knownDevice({ endpoint }: PushSubscription): Promise<{ readonly failure: string | null } | null> {
  const { data } = await (await tables()).rpc('my_push_device', { endpoint }).throwOnError()
  return data as { readonly failure: string | null } | null
}

/** In local storage, for a user who has turned notifications on here: a browser may replace its subscription by itself. */
const markOf = () => `push-device:${storedSession()?.user.id}`

/** Adds this browser, whose user has allowed it, to those of the user. @throws {Error} */
export async function turnPushOn(): Promise<void> {
  const { public_key } = (await devices({ method: 'GET' })) as { readonly public_key: string }
  const worker = await workerReady()
  // Another key than the server's, or one that does not arrive.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  await devices({ method: 'POST', body: JSON.stringify(subscription) })
  local.setItem(markOf(), '1')
}

/** Removes this browser from those of the user. */
export async function turnPushOff(): Promise<void> {
  if (pushSupport() !== 'supported') return
  local.removeItem(markOf())
  const subscription = await subscriptionHere()
  if (!subscription) return
  await (await tables()).rpc('remove_push_device', { endpoint: subscription.endpoint }).throwOnError()
  await subscription.unsubscribe()
}

/** @throws {Error} with the server's reason */
async function devices(init: RequestInit): Promise<unknown> {
  const response = await fetchSignedIn(`${config().supabaseUrl}/functions/v1/push-devices`, init)
  const body = (await response.json().catch(() => ({}))) as { readonly error?: string }
  if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`)
  return body
}

function workerReady(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The app is still being installed in this browser.')), WORKER_TIMEOUT_MS),
  )
  return Promise.race([navigator.serviceWorker.ready, timeout])
}
