// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectFailure, expectSuccess, expectText, press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { failure } from '../../testing/tables.ts'
import { Subscription } from './Subscription.tsx'

const server = stubServer()
let feeds: object[] = []
beforeEach(() => {
  feeds = []
  server.rpc('calendar_feed_state', () => feeds)
  server.rpc('new_calendar_feed', () => {
    feeds = [{ created_at: '2026-03-02T10:00:00Z', last_read_at: null }]
    return 'a-key'
  })
  server.rpc('revoke_calendar_feed', () => {
    feeds = []
  })
})

const confirms = (name: string) => press(screen.getAllByRole('button', { name }).at(-1)!)

test('an address that does not load, or cannot be made, is an error, with a retry', async () => {
  const allow = server.refuse('POST rpc/calendar_feed_state')
  await renderScreen(<Subscription />)
  await expectFailure('Failed to load your calendar address')
  allow()
  await press('Try again')
  const allowMaking = server.refuse('POST rpc/new_calendar_feed', { status: 400, code: '', message: 'No' })
  await press('Create Address')
  await expectFailure('No', 'Failed to create the address')
  allowMaking()
  await press('Create Address')
  await expectText('http://localhost:3000/functions/v1/calendar-feed?key=a-key')
})

test('an address that cannot be turned off still works, and is an error', async () => {
  feeds = [{ created_at: '2026-03-02T10:00:00Z', last_read_at: null }]
  server.on('POST rpc/revoke_calendar_feed', () => failure(400, '', 'No'))
  await renderScreen(<Subscription />)
  await press('Turn Off')
  await screen.findByRole('alertdialog', { name: 'Turn off your calendar address?' })
  await confirms('Turn Off')
  await expectFailure('No', 'Failed to turn it off. The address still works.')
  server.rpc('revoke_calendar_feed', () => {
    feeds = []
  })
  await press('Turn Off')
  await screen.findByRole('alertdialog', { name: 'Turn off your calendar address?' })
  await confirms('Turn Off')
  await expectSuccess('Your calendar address is turned off')
  expect(await screen.findByRole('button', { name: 'Create Address' })).toBeDefined()
})
