import { createStore, useStore } from './store.ts'

/** Milliseconds between two probes of an unreachable server. */
const PROBE_INTERVAL_MS = 10_000

/** Milliseconds a probe may take. */
const PROBE_TIMEOUT_MS = 5000

/**
 * Whether the server is unreachable. The browser's own events only say when to look: a laptop without a network reaches
 * a server on itself, and a phone with a network may not reach one.
 */
const offline = createStore(false)

export const isOffline = offline.current
export const useOffline = (): boolean => useStore(offline)

let probing: Promise<boolean> | undefined
let nextProbe: ReturnType<typeof setTimeout> | undefined

/** Called once. */
export function watchNetwork(): void {
  addEventListener('offline', () => void checkNetwork())
  // A probe in flight may have begun before.
  addEventListener('online', () => void checkNetwork().then((isReachable) => isReachable || checkNetwork()))
}

/** Sends a probe. @returns whether the server is reachable */
export function checkNetwork(): Promise<boolean> {
  return (probing ??= probe().finally(() => (probing = undefined)))
}

async function probe(): Promise<boolean> {
  // The service worker does not answer a HEAD request.
  const init = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) } as const
  const isReachable = await fetch('/config.json', init).then(
    ({ ok }) => ok,
    () => false,
  )
  setOffline(!isReachable)
  return isReachable
}

export function setOffline(isOffline: boolean): void {
  clearTimeout(nextProbe)
  if (isOffline) nextProbe = setTimeout(() => void checkNetwork(), PROBE_INTERVAL_MS)
  if (isOffline !== offline.current()) offline.set(isOffline)
}

/** Resolves once the server is reachable. */
export function whenOnline(): Promise<void> {
  return new Promise((resolve) => {
    if (!isOffline()) return resolve()
    const leave = offline.subscribe(() => {
      if (isOffline()) return
      leave()
      resolve()
    })
  })
}
