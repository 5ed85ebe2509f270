import type { BrowserContext, Page } from '@playwright/test'
import type { PushNotification } from '../../domain/push.ts'
import { opens } from './account.ts'
import { expectAccessible } from './axe.ts'
import { isInstalled } from './installed.ts'
import { expect, test } from './product-with-push.ts'

test.use({ serviceWorkers: 'allow' })

/** Headless browsers have neither a push service nor notifications: both are the test's, what is between them is real. */
async function givePush(page: Page, subscription: object): Promise<void> {
  await page.evaluate(`{
    let permission = 'default'
    let subscribed = null
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => (permission = 'granted')
    PushManager.prototype.getSubscription = async () => subscribed
    PushManager.prototype.subscribe = async () => (subscribed = {
      endpoint: ${JSON.stringify(subscription)}.endpoint,
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => void (subscribed = null),
    })
  }`)
}

const workerOf = async (context: BrowserContext) => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

/** The service worker gets a push message. @returns what it shows */
async function arrives(page: Page, notification: PushNotification): Promise<unknown> {
  const worker = await workerOf(page.context())
  await worker.evaluate(`{
    self.shown = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })
  }`)
  const cdp = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registration,
    data: JSON.stringify(notification),
  })
  await expect.poll(() => worker.evaluate('shown.length')).toBe(1)
  return worker.evaluate('shown[0]')
}

/** The notification that is shown is pressed. */
const isPressed = async (page: Page) =>
  (await workerOf(page.context())).evaluate(`{
    const event = new Event('notificationclick')
    event.waitUntil = () => undefined
    event.notification = { ...shown[0], close: () => undefined }
    dispatchEvent(event)
  }`)

test('a founder turns notifications on, gets a reply’s, presses it, and signs out of them', async ({
  founder,
  service,
  push,
}) => {
  const { page } = founder
  await isInstalled(page)
  const user_id = await founder.id()
  // The browser's keys; its subscription is for the key that the server gives.
  const { id, ...subscription } = push.subscribe('')
  await givePush(page, subscription)
  const keyed = page.waitForResponse((response) => response.url().endsWith('/push-devices') && response.ok())
  const dialog = await opens(founder, 'Profile')
  await dialog.getByRole('button', { name: 'Turn On' }).press('Enter')
  push.trust(((await (await keyed).json()) as { public_key: string }).public_key)
  await expect(dialog.getByText('On, for as long as you’re signed in on this device.')).toBeVisible()
  await expectAccessible(page, 'notifications that are on')
  await dialog.getByLabel('Show names').focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel('Show names')).toBeChecked()
  await expect
    .poll(async () => (await service.from('push_settings').select('shows_names').eq('user_id', user_id)).data)
    .toEqual([{ shows_names: true }])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Traction' }).click()

  const reply = { user_id, content: 'Raise it', sender_type: 'squad', sender_name: 'Maya Reyes' } as const
  await service.from('squad_messages').insert(reply).throwOnError()
  await expect.poll(() => push.received.filter((message) => message.id === id).length, { timeout: 20_000 }).toBe(1)
  expect(push.faults).toEqual([])
  const notification = push.received.find((message) => message.id === id)!.notification
  expect(await arrives(page, notification)).toMatchObject({
    title: 'New reply',
    body: 'Maya Reyes has written to you.',
    tag: 'replies',
  })
  // The page goes there itself: what is on the screen is not loaded again.
  await page.evaluate('window.isSame = true')
  await isPressed(page)
  await expect(page).toHaveURL(/\/chat\?tab=squad/)
  await expect(page.getByRole('log').getByText('Raise it')).toBeVisible()
  expect(await page.evaluate('window.isSame')).toBe(true)

  const removed = page.waitForResponse((response) => response.url().endsWith('/rpc/remove_push_device'))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect((await removed).ok()).toBe(true)
  await expect(page).toHaveURL(/\/auth/)
})
