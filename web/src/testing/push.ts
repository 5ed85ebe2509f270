import { afterEach, vi } from 'vitest'

interface Subscribed {
  readonly endpoint: string
  readonly key: unknown
}

/** A browser with Web Push in place of the test's, which has none: its service worker is installed. */
export function stubPush(permission: NotificationPermission = 'default') {
  const browser = {
    permission,
    /** What the user answers. */
    answer: 'granted' as NotificationPermission,
    subscribed: undefined as Subscribed | undefined,
    shown: [{ close: vi.fn<() => void>() }],
    requestPermission: vi.fn(async () => (browser.permission = browser.answer)),
  }
  let count = 0
  const subscription = () =>
    browser.subscribed && {
      endpoint: browser.subscribed.endpoint,
      toJSON: () => ({ endpoint: browser.subscribed?.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => void (browser.subscribed = undefined),
    }
  const registration = {
    getNotifications: async () => browser.shown,
    pushManager: {
      getSubscription: async () => subscription() ?? null,
      subscribe: async ({ applicationServerKey: key }: PushSubscriptionOptionsInit) => {
        browser.subscribed = { endpoint: `https://push.example/${++count}`, key }
        return subscription()
      },
    },
  }
  const worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    startMessages: () => undefined,
  })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: browser.requestPermission,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  return { browser, worker }
}

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
