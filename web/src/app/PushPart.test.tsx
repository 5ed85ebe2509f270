// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { currentLocation } from '../lib/navigation/navigate.ts'
import { local } from '../lib/offline/storage.ts'
import { auth, storedSession } from '../lib/session/client.ts'
import { signOut } from '../lib/session/session.tsx'
import { ADMIN } from '../testing/people.ts'
import { stubPush } from '../testing/push.ts'
import { renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { accountOf, sessionOf } from '../testing/session.ts'
import { DataProvider } from './DataProvider.tsx'
import { PushPart } from './PushPart.tsx'

const server = stubServer()

// Loaded in a test, it would run in the next one.
beforeAll(() => import('../lib/session/push-device.ts'))

test('a pressed notification is opened by the page, which confirms it', async () => {
  const { worker } = stubPush()
  await renderScreen(<PushPart />)
  const { port1, port2 } = new MessageChannel()
  const confirmed = new Promise((resolve) => port1.addEventListener('message', resolve))
  port1.start()
  const message = { data: { open: `${location.origin}/chat?tab=squad#m1` }, ports: [port2] }
  worker.dispatchEvent(Object.assign(new Event('message'), message))
  await confirmed
  port1.close()
  const { pathname, search, hash } = currentLocation()
  expect(pathname + search + hash).toBe('/chat?tab=squad#m1')
  worker.dispatchEvent(Object.assign(new Event('message'), { data: null, ports: [] }))
})

test('the app hands this browser to the session of its user when it starts', async () => {
  const { browser } = stubPush('granted')
  browser.subscribed = { endpoint: 'https://push.example/1', key: 'k' }
  server.rpc('my_push_device', () => ({ failure: null, is_retried: false }))
  await renderScreen(<PushPart />)
  await waitFor(() =>
    expect(server.sent(/rpc\/my_push_device/).map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example/1' },
    ]),
  )
})

/** A browser that gets the user's notifications, and the endpoints that are the user's at the server. */
function turnedOn() {
  const { browser } = stubPush('granted')
  browser.subscribed = { endpoint: 'https://push.example/0', key: 'BKey' }
  const mine = new Set([browser.subscribed.endpoint])
  server.on('GET functions/push-devices', () => ({ public_key: 'BKey' }))
  server.on('POST functions/push-devices', ({ body }) => void mine.add((body as { endpoint: string }).endpoint))
  server.rpc('my_push_device', ({ endpoint }) =>
    mine.has(String(endpoint)) ? { failure: null, is_retried: false } : null,
  )
  server.rpc('remove_push_device', ({ endpoint }) => void mine.delete(String(endpoint)))
  server.on('POST auth/logout', () => undefined)
  return { browser, mine }
}

/** The app has seen whose this browser is. */
const isFollowed = () => waitFor(() => expect(local.keys('push-device:')).toHaveLength(1))

test('a session that replaces another user’s ends the notifications that browser gets, and closes those it shows', async () => {
  const { browser, mine } = turnedOn()
  server.on('GET auth/user', () => accountOf(ADMIN))
  await renderScreen(
    <DataProvider>
      <PushPart />
    </DataProvider>,
  )
  await isFollowed()
  expect(browser.shown[0]?.close).not.toHaveBeenCalled()
  // They are the other user's.
  mine.clear()
  await act(() => auth().setSession(sessionOf(ADMIN)))
  await waitFor(() => expect(browser.subscribed).toBeUndefined())
  expect(browser.shown[0]?.close).toHaveBeenCalled()
})

test('signing out removes this browser and what it shows', async () => {
  const { browser, mine } = turnedOn()
  await renderScreen(<PushPart />)
  await isFollowed()
  await act(signOut)
  expect([...mine]).toEqual([])
  expect(browser.subscribed).toBeUndefined()
  expect(browser.shown[0]?.close).toHaveBeenCalled()
  expect(local.keys('push-device:')).toEqual([])
})

test('signing out does not fail, nor wait for long, when this browser cannot be removed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  turnedOn()
  onTestFinished(server.hold('POST rpc/remove_push_device'))
  await renderScreen(<PushPart />)
  await isFollowed()
  const at = Date.now()
  await act(signOut)
  expect(Date.now() - at).toBeLessThan(4000)
  expect(storedSession()).toBeUndefined()
})
