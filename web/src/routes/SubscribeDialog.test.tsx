// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serveAccount } from '../testing/account.tsx'
import { expectText, press, pressKey, renderScreen, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { SubscribeDialog } from './SubscribeDialog.tsx'

const server = stubServer()

test('a while after signing in, an address takes a proof first', async () => {
  serveAccount(server)
  let feeds: object[] = []
  server.rpc('calendar_feed_state', () => feeds)
  server.rpc('new_calendar_feed', () => {
    feeds = [{ created_at: '2026-03-02T10:00:00Z', last_read_at: null }]
    return 'a-key'
  })
  server.on('POST auth/reauthenticate', () => ({}))
  const refusal = { status: 403, code: '42501', hint: 'reauthentication_needed' }
  server.refuse('POST rpc/new_calendar_feed', refusal, { times: 1 })
  await renderScreen(<SubscribeDialog onClose={() => undefined} />)
  await press('Create Address')
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await type('Password', 'secret123')
  await pressKey('Enter')
  await expectText('http://localhost:3000/functions/v1/calendar-feed?key=a-key')
  expect(server.sent('POST auth/reauthenticate')[0]?.body).toEqual({ password: 'secret123' })
})

test('an Enter before it is loaded does not close it', async () => {
  serveAccount(server)
  server.rpc('calendar_feed_state', () => [])
  const release = server.hold(/rpc\/calendar_feed_state/)
  const onClose = vi.fn()
  await renderScreen(<SubscribeDialog onClose={onClose} />)
  const dialog = await screen.findByRole('dialog', { name: 'Subscribe' })
  await expect.poll(() => document.activeElement).toBe(dialog)
  await pressKey('Enter')
  expect(onClose).not.toHaveBeenCalled()
  release()
  await screen.findByRole('button', { name: 'Create Address' })
})
