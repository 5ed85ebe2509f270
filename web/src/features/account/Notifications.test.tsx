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
beforeEach(() => {
  mine = new Map()
  server.has({ push_settings: [] })
  server.on('GET functions/push-devices', () => ({ public_key: 'BKey' }))
  server.on('POST functions/push-devices', ({ body }) => {
    mine.set((body as { endpoint: string }).endpoint, null)
    return {}
  })
  server.rpc('my_push_device', ({ endpoint }) =>
    mine.has(String(endpoint)) ? { failure: mine.get(String(endpoint)) ?? null } : null,
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
  await expectText(/Your browser asks first\./)
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

test('a server without notifications says so, and the browser stays off', async () => {
  stubPush()
  server.on('GET functions/push-devices', () => Response.json({ error: 'This server sends none' }, { status: 501 }))
  await show()
  await press('Turn On')
  await expectFailure('This server sends none', 'Notifications are not on')
  expect(screen.getByRole('button', { name: 'Turn On' })).not.toBeNull()
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

test('another user’s subscription in this browser is off', async () => {
  turnedOn()
  mine.clear()
  await show()
  expect(await screen.findByRole('button', { name: 'Turn On' })).not.toBeNull()
})

test('when the last one did not arrive the reason is shown, and the browser can be set up again', async () => {
  const browser = turnedOn('its push service answers 403')
  await show()
  await expectText(/its push service answers 403/)
  await press('Set Up Again')
  await expectText('On, for as long as you’re signed in on this device.')
  expect(browser.subscribed?.endpoint).toBe('https://push.example/1')
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
  await press(screen.getByLabelText('Show names'))
  await press(screen.getByLabelText('Quiet hours'))
  await waitFor(() => expect(stored()).toEqual([{ ...chosen, muted: [], shows_names: true }]))
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
