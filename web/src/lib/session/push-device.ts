import { local } from '../offline/storage.ts'
import { fetchSignedIn, storedSession, tables } from './client.ts'
import { config } from './config.ts'
import { serviceWorkers } from './service-workers.ts'
import { endSession } from './session.tsx'

/** Whether this browser can be notified, as far as it can be known without asking its user. */
export type PushSupport = 'supported' | 'not-installed' | 'unsupported'

/** What is known of this browser. */
export type PushState =
  /** `not-configured`: the server has no keys for notifications. */
  | { readonly kind: 'unsupported' | 'not-installed' | 'blocked' | 'not-configured' | 'off' | 'on' }
  /** The push service has not accepted the last notification. `reason` is what it did. */
  | { readonly kind: 'failing'; readonly reason: string; readonly isRetried: boolean }

/** The service worker is not installed, some seconds after the first page at the latest. */
const WORKER_TIMEOUT_MS = 10_000

/** Milliseconds that signing out waits for this browser to be removed; its notifications end with the session anyway. */
const REMOVAL_TIMEOUT_MS = 2000

/** Safari on iOS and iPadOS has them in an app that was added to the Home Screen alone. */
export function pushSupport(): PushSupport {
  if (serviceWorkers() && 'PushManager' in window && 'Notification' in window) return 'supported'
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

let last: Promise<unknown> = Promise.resolve()

/** Runs one after the other: a subscription that is just being added would be taken for another user's. */
function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  const result = last.then(run, run)
  last = result
  return result
}

/** Follows the user, and reads whether the server can notify a browser that is off. */
export const readPushState = () =>
  inTurn(async (): Promise<PushState> => {
    const state = await follow()
    return state.kind === 'off' && (await serverKey()) === null ? { kind: 'not-configured' } : state
  })

/**
 * Makes this browser the current user's: follows their session, since the one in which it was added may have ended, adds it again
 * when it has another subscription by now, and ends a subscription of another user.
 */
export const followUser = () => inTurn(follow)

async function follow(): Promise<PushState> {
  const support = pushSupport()
  if (support !== 'supported') return { kind: support }
  const mark = markOf()
  if (Notification.permission !== 'granted') return { kind: Notification.permission === 'denied' ? 'blocked' : 'off' }
  const subscription = await subscriptionHere()
  const device = subscription && (await knownDevice(subscription))
  if (device) {
    local.setItem(mark, '1')
    const { failure: reason, is_retried: isRetried } = device
    return reason === null ? { kind: 'on' } : { kind: 'failing', reason, isRetried }
  }
  if (subscription) {
    // Another user's, whose session a mailed link has replaced without signing out. At the server it ends with the next 410.
    await closeShown()
    await subscription.unsubscribe()
  }
  if (local.getItem(mark) === null) return { kind: 'off' }
  await add()
  return { kind: 'on' }
}

type Device = {
  readonly failure: string | null
  readonly is_retried: boolean
}

async function knownDevice({ endpoint }: PushSubscription): Promise<Device | null> {
  const { data } = await (await tables()).rpc('my_push_device', { endpoint }).throwOnError()
  return data as Device | null
}

/** In local storage, for a user who has turned notifications on here: a browser may replace its subscription by itself. */
const markOf = () => `push-device:${storedSession()?.user.id}`

/** Adds this browser, whose user has allowed it, to those of the user. @throws {Error} */
export const turnPushOn = () => inTurn(add)

async function add(): Promise<void> {
  const mark = markOf()
  const applicationServerKey = await serverKey()
  if (applicationServerKey === null) throw new Error('This server is not set up to send notifications.')
  const worker = await workerReady()
  // Another key than the server's, or one that does not arrive.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await bodyOf(await requestDevices({ method: 'POST', body: JSON.stringify(subscription) }))
  local.setItem(mark, '1')
}

/** Removes this browser from those of the user. */
export const turnPushOff = () =>
  inTurn(async () => {
    local.removeItem(markOf())
    await removeDevice()
  })

async function removeDevice(): Promise<void> {
  if (pushSupport() !== 'supported') return
  await closeShown()
  const subscription = await subscriptionHere()
  if (!subscription) return
  await (await tables()).rpc('remove_push_device', { endpoint: subscription.endpoint }).throwOnError()
  await subscription.unsubscribe()
}

/** Closes shown notifications: the next user must not see them. */
async function closeShown(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close()
}

/** Removes this browser while the session still works, and ends the session. */
export async function signOutOfPush(): Promise<void> {
  const mark = markOf()
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, REMOVAL_TIMEOUT_MS))
  await Promise.race([inTurn(removeDevice).catch(console.error), timeout])
  await endSession()
  local.removeItem(mark)
}

/** @returns null when the server cannot send notifications */
async function serverKey(): Promise<string | null> {
  const response = await requestDevices({ method: 'GET' })
  if (response.status === 501) return null
  return ((await bodyOf(response)) as { readonly public_key: string }).public_key
}

const requestDevices = (init: RequestInit) => fetchSignedIn(`${config().supabaseUrl}/functions/v1/push-devices`, init)

/** @throws {Error} with the server's reason */
async function bodyOf(response: Response): Promise<unknown> {
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
