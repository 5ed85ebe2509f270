import { expect, test, vi } from 'vitest'
import { openPressed, showPush, type OpenRequest } from './notifications.ts'

const SITE = 'https://growth.example'
const reply = { title: 'New reply', body: 'Maya has written to you.', tag: 'replies', url: '/chat?tab=squad#m1' }

type Scope = Parameters<typeof showPush>[0]
type Client = Awaited<ReturnType<Scope['clients']['matchAll']>>[number]

/** A page, whose app follows links unless it is still loading. */
const page = (isLoading = false) => {
  const followed: string[] = []
  const [focus, navigate] = [vi.fn<Client['focus']>(), vi.fn<Client['navigate']>()]
  const client: Client = {
    focus,
    navigate,
    postMessage: (request: OpenRequest, [port]: Transferable[]) => {
      if (isLoading) return
      followed.push(request.open)
      ;(port as MessagePort).postMessage('opened')
    },
  }
  focus.mockImplementation(async () => client)
  navigate.mockImplementation(async () => client)
  return { client, focus, navigate, followed }
}

function scopeOf(...pages: Client[]) {
  const showNotification = vi.fn(async (_title: string, _options?: NotificationOptions) => undefined)
  const openWindow = vi.fn(async (_url: string) => null)
  const scope: Scope = {
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    location: new URL(SITE),
  }
  return { scope, showNotification, openWindow }
}
const pressed = (url: unknown = reply.url) => {
  const close = vi.fn()
  return { close, notification: { close, data: { url } as unknown } }
}
const message = (text: string) => ({ json: () => JSON.parse(text) as unknown })

test('a push message is shown with its tag, so that the next one about the same replaces it', async () => {
  const { scope, showNotification } = scopeOf()
  await showPush(scope, message(JSON.stringify(reply)))
  expect(showNotification).toHaveBeenCalledWith('New reply', {
    body: 'Maya has written to you.',
    tag: 'replies',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: '/chat?tab=squad#m1' },
  })
})

test.each([null, message('no JSON'), message('{}'), message('null')])(
  'something is shown for a message that cannot be read: browsers require it',
  async (data) => {
    const { scope, showNotification } = scopeOf()
    await showPush(scope, data)
    expect(showNotification).toHaveBeenCalledWith('Something new', expect.objectContaining({ data: { url: '/' } }))
  },
)

test('a press focuses the open page, whose app goes there without being loaded again', async () => {
  const open = page()
  const { scope, openWindow } = scopeOf(open.client)
  const { close, notification } = pressed()
  await openPressed(scope, notification)
  expect(close).toHaveBeenCalled()
  expect(open.focus).toHaveBeenCalled()
  expect(open.followed).toEqual([`${SITE}/chat?tab=squad#m1`])
  expect(open.navigate).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a page that does not answer is navigated by the browser', async () => {
  const { client, navigate } = page(true)
  const { scope } = scopeOf(client)
  await openPressed(scope, pressed().notification)
  expect(navigate).toHaveBeenCalledWith(`${SITE}/chat?tab=squad#m1`)
})

test('without an open page a press opens one, and a page that the browser does not navigate is replaced', async () => {
  const none = scopeOf()
  await openPressed(none.scope, pressed().notification)
  expect(none.openWindow).toHaveBeenCalledWith(`${SITE}/chat?tab=squad#m1`)
  const { client, navigate } = page(true)
  navigate.mockRejectedValue(new Error('not controlled'))
  const other = scopeOf(client)
  await openPressed(other.scope, pressed().notification)
  expect(other.openWindow).toHaveBeenCalledWith(`${SITE}/chat?tab=squad#m1`)
})

test.each(['https://attacker.example/', '//attacker.example/', undefined, 7])(
  'a press opens this site alone: %s',
  async (url) => {
    const { scope, openWindow } = scopeOf()
    await openPressed(scope, pressed(url).notification)
    expect(new URL(openWindow.mock.calls[0]?.[0] ?? '').origin).toBe(SITE)
  },
)
