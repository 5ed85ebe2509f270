/** The browser's; undefined where it has none, or forbids storage, which reading them then says. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
