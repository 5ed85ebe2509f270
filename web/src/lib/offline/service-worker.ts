/** Milliseconds between the end of loading and the registration: precaching must not slow the first screen. */
const REGISTRATION_DELAY_MS = 3000

/** The id of this page's build; the development server has none. */
export const BUILD = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/**
 * Registers the service worker, which opens the app without a network. As long as this page is open it holds a lock with
 * the name of its build's cache, so that a worker of a newer build keeps that cache.
 */
export function registerServiceWorker(): void {
  // Both exist only on https and localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !('locks' in navigator)) return
  // The listener keeps the promise: one that nothing refers to is collected, and its lock released.
  const untilClosed = () =>
    new Promise<void>((resolve) => addEventListener('pagehide', (e) => e.persisted || resolve()))
  void navigator.locks.request(`build:${BUILD}`, { mode: 'shared' }, untilClosed).catch(console.error)
  const register = async () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  addEventListener('load', () => setTimeout(() => void register().catch(console.error), REGISTRATION_DELAY_MS))
}
