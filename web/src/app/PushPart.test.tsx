// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { currentLocation } from '../lib/navigation/navigate.ts'
import { beforeSignOut } from '../lib/session/session.tsx'
import { stubPush } from '../testing/push.ts'
import { renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
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
  server.rpc('my_push_device', () => ({ failure: null }))
  await renderScreen(<PushPart />)
  await waitFor(() =>
    expect(server.sent(/rpc\/my_push_device/).map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example/1' },
    ]),
  )
})

test('signing out removes this browser and what it shows', async () => {
  const { browser } = stubPush('granted')
  browser.subscribed = { endpoint: 'https://push.example/1', key: 'k' }
  server.rpc('my_push_device', () => ({ failure: null }))
  const removed: unknown[] = []
  server.rpc('remove_push_device', (given) => void removed.push(given))
  await renderScreen(<PushPart />)
  await beforeSignOut.current?.()
  expect(removed).toEqual([{ endpoint: 'https://push.example/1' }])
  expect(browser.subscribed).toBeUndefined()
  expect(browser.shown[0]?.close).toHaveBeenCalled()
})

test('signing out does not fail, nor wait for long, when this browser cannot be removed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { browser } = stubPush('granted')
  browser.subscribed = { endpoint: 'https://push.example/1', key: 'k' }
  server.rpc('my_push_device', () => ({ failure: null }))
  server.rpc('remove_push_device', () => new Promise(() => undefined))
  await renderScreen(<PushPart />)
  const at = Date.now()
  await beforeSignOut.current?.()
  expect(Date.now() - at).toBeLessThan(4000)
})
