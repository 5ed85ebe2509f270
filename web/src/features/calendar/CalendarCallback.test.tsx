// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderApp } from '../../testing/app.tsx'
import { serveFounder } from '../../testing/founder.ts'
import { FOUNDER } from '../../testing/people.ts'
import { advance, expectFailure, expectSuccess, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()
beforeEach(() => {
  setClock('2026-03-02T12:00:00Z')
  serveFounder(server)
})
afterEach(() => history.replaceState(null, '', '/'))

const FAILED = ['Failed to complete calendar connection. Please try again.', 'Connection Error'] as const
const expectHome = async () => {
  await expect.poll(() => location.pathname).toBe('/')
}

test('a code connects the calendar, and the board opens after 1.5 s, in place of this page', async () => {
  server.on('POST functions/google-calendar-auth', () => ({}))
  const release = server.hold('POST functions/google-calendar-auth')
  renderApp('/calendar-callback?code=a-code&state=a-state', FOUNDER)
  expect(await screen.findByText('Connecting your calendar...')).toBeDefined()
  expect(screen.getByRole('status', { name: 'Connecting' })).toBeDefined()
  release()
  await expectSuccess('Your Google Calendar has been successfully connected.', 'Calendar Connected!')
  expect(screen.getByText('Calendar connected successfully!')).toBeDefined()
  const [sent] = server.sent('POST functions/google-calendar-auth')
  expect(sent?.body).toEqual({ code: 'a-code', state: 'a-state' })
  expect(sent?.headers.get('Authorization')).toMatch(/^Bearer ey/)
  await advance(1400)
  expect(location.pathname).toBe('/calendar-callback')
  await advance(100)
  await expectHome()
})

test.each([
  {
    what: 'denied consent',
    query: 'error=access_denied',
    notice: ['Failed to connect Google Calendar. Please try again.', 'Connection Failed'],
  },
  { what: 'no code', query: 'state=a', notice: ['No authorization code received.', 'Invalid Response'] },
  { what: 'another founder’s code', query: 'code=foreign&state=foreign', notice: FAILED },
] as const)('$what is an error, keeps the session, and the board opens after 2 s', async ({ query, notice }) => {
  server.on('POST functions/google-calendar-auth', () => Response.json({ error: 'No' }, { status: 400 }))
  renderApp(`/calendar-callback?${query}`, FOUNDER)
  await expectFailure(notice[0], notice[1])
  expect(screen.getByText('Connection failed')).toBeDefined()
  expect(server.sent('POST functions/google-calendar-auth')).toHaveLength(query.startsWith('code') ? 1 : 0)
  await advance(1900)
  expect(location.pathname).toBe('/calendar-callback')
  await advance(200)
  await expectHome()
  expect(await screen.findByRole('heading', { name: 'Weekly Command Board' })).toBeDefined()
})

test('a founder who signed out meanwhile is not connected', async () => {
  renderApp('/calendar-callback?code=late&state=late', null)
  await expectFailure(...FAILED)
  expect(server.requests).toEqual([])
  await advance(2000)
  await expect.poll(() => location.pathname).toBe('/auth')
})
