import { createStore, useStore } from '../data/store.ts'

/** Milliseconds between two probes of an unreachable server. */
const PROBE_INTERVAL_MS = 5000

/** Milliseconds a probe may take. */
const PROBE_TIMEOUT_MS = 4000

/**
 * Whether the server is unreachable. The browser's own events only say when to look: a laptop without a network reaches
 * a server on itself, and a phone with a network may not reach one.
 */
const offline = createStore(false)

export const isOffline = offline.current
/**
 * @example
 * import { act, renderHook } from '@testing-library/react'
 * const { result } = renderHook(useOffline)
 * act(() => setOffline(true))
 * result.current // true
 */
export const useOffline = (): boolean => useStore(offline)
export const onNetworkChange = offline.subscribe

/** The URL that a probe requests: until the API's origin is known, from the web app's own. */
let probed = '/config.json'

export function probeApi(origin: string): void {
  if (origin !== location.origin) probed = `${origin}/auth/v1/health`
}

let probing: Promise<boolean> | undefined
let nextProbe: ReturnType<typeof setTimeout> | undefined

/** Called once. */
export function watchNetwork(): void {
  // A probe in flight may have begun before.
  for (const event of ['offline', 'online']) addEventListener(event, () => void checkNetwork().then(checkNetwork))
}

/** Sends a probe. @returns whether the server is reachable */
export function checkNetwork(): Promise<boolean> {
  return (probing ??= probe().finally(() => (probing = undefined)))
}

async function probe(): Promise<boolean> {
  // The service worker does not answer a HEAD request.
  const init = { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }
  const response = await fetch(probed, init).catch(() => undefined)
  // Supabase refuses one without a key: then it is reachable.
  setOffline(response === undefined || response.status >= 500)
  return !isOffline()
}

export function setOffline(isOffline: boolean): void {
  clearTimeout(nextProbe)
  if (isOffline) nextProbe = setTimeout(() => void checkNetwork(), PROBE_INTERVAL_MS)
  if (isOffline !== offline.current()) offline.set(isOffline)
}

/**
 * Resolves once the server is reachable.
 * @example
 * setOffline(true)
 * const online = whenOnline().then(() => 'online')
 * setOffline(false)
 * await online // 'online'
 */
export async function whenOnline(): Promise<void> {
  if (!isOffline()) return
  await new Promise<void>((resolve) => {
    const unsubscribe = offline.subscribe(() => {
      if (isOffline()) return
      unsubscribe()
      resolve()
    })
  })
}
