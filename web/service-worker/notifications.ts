import type { PushNotification } from '../../domain/push.ts'

/** A window of the app. */
interface Page {
  focus(): Promise<Page>
  navigate(url: string): Promise<unknown>
  postMessage(message: OpenRequest, transfer: Transferable[]): void
}

/** The part of the worker's scope that notifications need. */
export interface NotifyingScope {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly location: { readonly origin: string }
}

/** What a page gets, with a port to confirm it, when a notification is pressed. */
export interface OpenRequest {
  readonly open: string
}

/** Milliseconds for a page to confirm that it follows a link: one without its router yet is navigated by the browser. */
const CONFIRM_MS = 1000

/** Shows what the server has sent. Browsers take the right to send from a worker that shows nothing. */
export async function showPush({ registration }: NotifyingScope, data: { json(): unknown } | null): Promise<void> {
  const { title, body, tag, url } = notificationIn(data)
  await registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  })
}

/** Text of a build that the worker does not know is still worth a look. */
function notificationIn(data: { json(): unknown } | null): PushNotification {
  try {
    const { title, body, tag, url } = (data?.json() ?? {}) as Partial<PushNotification>
    if (title !== undefined) return { title, body: body ?? '', tag: tag ?? '', url: url ?? '/' }
  } catch {
    // Below.
  }
  return { title: 'Something new', body: 'Open the app to see it.', tag: '', url: '/' }
}

/** Opens what a notification is about: in the page that was used last, or in a new one. */
export async function openPressed(
  scope: NotifyingScope,
  notification: Pick<Notification, 'close' | 'data'>,
): Promise<void> {
  notification.close()
  const given = (notification.data as { url?: unknown } | null)?.url
  const target = new URL(typeof given === 'string' ? given : '/', scope.location.origin)
  const url = target.origin === scope.location.origin ? target.href : scope.location.origin
  const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) {
    await scope.clients.openWindow(url)
    return
  }
  // Where the browser does not let it have the focus, it shows the right screen at least.
  const focused = await page.focus().catch(() => page)
  if (!(await isFollowed(focused, url))) await focused.navigate(url).catch(() => scope.clients.openWindow(url))
}

/** Asks a page to go there itself: a navigation by the browser would load it again. */
function isFollowed(page: Page, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (isDone: boolean) => {
      clearTimeout(timer)
      port1.close()
      resolve(isDone)
    }
    const timer = setTimeout(() => end(false), CONFIRM_MS)
    port1.addEventListener('message', () => end(true))
    port1.start()
    page.postMessage({ open: url }, [port2])
  })
}
