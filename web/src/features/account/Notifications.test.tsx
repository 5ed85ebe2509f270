// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { choose } from '../../testing/choose.ts'
import { FOUNDER } from '../../testing/people.ts'
import { stubPush } from '../../testing/push.ts'
import { expectFailure, expectText, press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { Notifications } from './Notifications.tsx'

const server = stubServer()
const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The endpoints that are this user's, with the reason why the last notification failed. */
let mine: Map<string, string | null>
let isRetried: boolean
beforeEach(() => {
  mine = new Map()
  isRetried = false
  server.has({ push_settings: [] })
  server.on('GET functions/push-devices', () => ({ public_key: 'BKey' }))
  server.on('POST functions/push-devices', ({ body }) => {
    mine.set((body as { endpoint: string }).endpoint, null)
    return {}
  })
  server.rpc('my_push_device', ({ endpoint }) =>
    mine.has(String(endpoint)) ? { failure: mine.get(String(endpoint)) ?? null, is_retried: isRetried } : null,
  )
  server.rpc('remove_push_device', ({ endpoint }) => void mine.delete(String(endpoint)))
})

const show = (isAdmin = false) => renderScreen(<Notifications user={FOUNDER.id} isAdmin={isAdmin} />)
const isOn = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).checked
/** A browser that gets notifications already. */
const turnedOn = (failure: string | null = null) => {
  const { browser } = stubPush('granted')
  browser.subscribed = { endpoint: 'https://push.example/0', key: 'BKey' }
  mine.set('https://push.example/0', failure)
  return browser
}

test('permission is asked by a press, not by looking, and then this browser is added', async () => {
  const { browser } = stubPush()
  await show()
  await expectText(/Your browser will ask for your permission\./)
  expect(browser.requestPermission).not.toHaveBeenCalled()
  await press('Turn On')
  await expectText('On, for as long as you’re signed in on this device.')
  expect(browser.subscribed).toEqual({ endpoint: 'https://push.example/1', key: 'BKey' })
  expect(server.sent('POST functions/push-devices').map(({ body }) => body)).toEqual([
    { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
  ])
})

test('who says no is told how to allow it, without a notice', async () => {
  const { browser } = stubPush()
  browser.answer = 'denied'
  await show()
  await press('Turn On')
  await expectText(/^Your browser blocks notifications from this site\./)
  expect(server.sent('POST functions/push-devices')).toEqual([])
  expect(screen.queryByText('Notifications are not on')).toBeNull()
})

test('a server without keys says so, before the browser asks', async () => {
  const { browser } = stubPush()
  server.on('GET functions/push-devices', () => Response.json({ error: 'No keys' }, { status: 501 }))
  await show()
  await expectText('This server isn’t set up to send notifications.')
  expect(screen.queryByRole('button')).toBeNull()
  expect(browser.requestPermission).not.toHaveBeenCalled()
})

test('a failure to add this browser is a notice, and it stays off', async () => {
  stubPush()
  server.on('POST functions/push-devices', () => Response.json({ error: 'Too many tries' }, { status: 429 }))
  await show()
  await press('Turn On')
  await expectFailure('Too many tries', 'Notifications are not on')
  expect(screen.getByRole('button', { name: 'Turn On' })).not.toBeNull()
})

test('the focus stays on the button, and goes to what is said when there is none any more; changes are announced', async () => {
  const { browser } = stubPush()
  await show()
  const button = await screen.findByRole('button', { name: 'Turn On' })
  const goOn = server.hold('POST functions/push-devices')
  await press(button)
  expect(await screen.findByRole('button', { name: 'Turning on...' })).toBe(document.activeElement)
  await press(button)
  goOn()
  expect(await screen.findByRole('button', { name: 'Turn Off' })).toBe(document.activeElement)
  expect(server.sent('POST functions/push-devices')).toHaveLength(1)
  expect(screen.getByRole('status').textContent).toBe('On, for as long as you’re signed in on this device.')
  await press('Turn Off')
  browser.permission = 'default'
  browser.answer = 'denied'
  await press('Turn On')
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Your browser blocks/))
  expect(screen.getByRole('status')).toBe(document.activeElement)
})

test('turning it off removes this browser', async () => {
  const browser = turnedOn()
  await show()
  await press('Turn Off')
  await screen.findByRole('button', { name: 'Turn On' })
  expect([[...mine], browser.subscribed]).toEqual([[], undefined])
})

test('a browser that has replaced its subscription by itself is added again, unless it was turned off', async () => {
  const { browser } = stubPush()
  const first = await show()
  await press('Turn On')
  await screen.findByRole('button', { name: 'Turn Off' })
  browser.subscribed = { endpoint: 'https://push.example/renewed', key: 'BKey' }
  mine.clear()
  const second = await first.reload()
  await expectText('On, for as long as you’re signed in on this device.')
  expect([...mine.keys()]).toEqual(['https://push.example/2'])
  await press('Turn Off')
  await screen.findByRole('button', { name: 'Turn On' })
  await second.reload()
  await screen.findByRole('button', { name: 'Turn On' })
  expect([...mine.keys()]).toEqual([])
})

test('another user’s subscription in this browser is ended, with what it shows', async () => {
  const browser = turnedOn()
  mine.clear()
  await show()
  expect(await screen.findByRole('button', { name: 'Turn On' })).not.toBeNull()
  expect(browser.subscribed).toBeUndefined()
  expect(browser.shown[0]?.close).toHaveBeenCalled()
})

test('looking at the state while this browser is being added does not end its subscription', async () => {
  const { browser } = stubPush()
  await show()
  const goOn = server.hold('POST functions/push-devices')
  await press('Turn On')
  await waitFor(() => expect(server.sent('POST functions/push-devices')).toHaveLength(1))
  const { readPushState } = await import('../../lib/session/push-device.ts')
  const state = readPushState()
  goOn()
  expect(await state).toEqual({ kind: 'on' })
  expect(browser.subscribed?.endpoint).toBe('https://push.example/1')
})

test('when the last one did not arrive the reason is shown, and the browser can be set up again', async () => {
  const browser = turnedOn('refused the last notification (403)')
  await show()
  await expectText('Your browser’s push service refused the last notification (403).')
  await press('Set Up Again')
  await expectText('On, for as long as you’re signed in on this device.')
  expect(browser.subscribed?.endpoint).toBe('https://push.example/1')
})

test('one that is tried again is said to be', async () => {
  turnedOn('could not be reached')
  isRetried = true
  await show()
  await expectText('Your browser’s push service could not be reached. We’ll try again.')
})

test('a browser without Web Push says so; on an iPhone the app has to be installed', async () => {
  const { leave } = await show()
  await expectText('This browser can’t show notifications of web apps.')
  leave()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  await show()
  await expectText(/Add to Home Screen/)
})

test('kinds, names and quiet hours are the user’s choice, stored at once', async () => {
  turnedOn()
  await show()
  expect([await isOn('The squad replies'), await isOn('Show names'), await isOn('Quiet hours')]).toEqual([
    true, false, false,
  ]) // prettier-ignore
  const stored = () =>
    server.rows('push_settings').map(({ muted, shows_names, quiet_from, quiet_to, time_zone }) => ({
      muted, shows_names, quiet_from, quiet_to, time_zone,
    })) // prettier-ignore
  const chosen = { muted: ['reply'], shows_names: false, quiet_from: null, quiet_to: null, time_zone: HERE }
  await press(screen.getByLabelText('The squad replies'))
  await waitFor(() => expect(stored()).toEqual([chosen]))
  await press(screen.getByLabelText('Quiet hours'))
  await waitFor(() => expect(stored()).toEqual([{ ...chosen, quiet_from: 22, quiet_to: 7 }]))
  await choose('From', '11:00 PM')
  await waitFor(() => expect(stored()).toEqual([{ ...chosen, quiet_from: 23, quiet_to: 7 }]))
  await press(screen.getByLabelText('The squad replies'))
  await waitFor(() => expect(stored()).toMatchObject([{ muted: [] }]))
  await press(screen.getByLabelText('Show names'))
  await press(screen.getByLabelText('Quiet hours'))
  await waitFor(() => expect(stored()).toEqual([{ ...chosen, muted: [], shows_names: true }]))
})

test('a kind that only a newer server knows stays muted', async () => {
  turnedOn()
  server.has({
    push_settings: [
      { user_id: FOUNDER.id, muted: ['later'], shows_names: false, quiet_from: null, quiet_to: null, time_zone: HERE },
    ],
  })
  await show()
  await press(await screen.findByLabelText('The squad replies'))
  await waitFor(() => expect(server.row('push_settings').muted).toEqual(['later', 'reply']))
})

test('quiet hours do not end when they begin', async () => {
  turnedOn()
  server.has({
    push_settings: [
      { user_id: FOUNDER.id, muted: [], shows_names: false, quiet_from: 22, quiet_to: 7, time_zone: HERE },
    ],
  })
  await show()
  await screen.findByLabelText('To')
  const hours = [...screen.getByLabelText<HTMLSelectElement>('To').options].map(({ label }) => label)
  expect(hours).toHaveLength(23)
  expect(hours).not.toContain('10:00 PM')
})

test('admins choose among their own kinds', async () => {
  turnedOn()
  await show(true)
  expect(await isOn('A conversation is assigned to me')).toBe(true)
  expect(screen.queryByLabelText('The squad replies')).toBeNull()
})

test('a choice that is not saved is taken back, with a notice', async () => {
  turnedOn()
  await show()
  server.refuse('POST push_settings')
  await press(await screen.findByLabelText('Show names'))
  await expectFailure('Failed to save which notifications you get')
  await waitFor(async () => expect(await isOn('Show names')).toBe(false))
})
