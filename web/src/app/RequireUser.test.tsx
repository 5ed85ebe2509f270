// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { local } from '../lib/offline/storage.ts'
import { address, renderApp } from '../testing/app.tsx'
import { serveFounder } from '../testing/founder.ts'
import { FOUNDER } from '../testing/people.ts'
import { stubServer } from '../testing/server.ts'
import { SESSION_KEY, sessionOf, signIn } from '../testing/session.ts'

const server = stubServer()
beforeEach(() => serveFounder(server))

const REFRESH = 'POST auth/token'

/** Opens a path with a stored session that has expired. */
function opensExpired(path: string): void {
  const expired = sessionOf(FOUNDER, { isVerified: true })
  local.setItem(SESSION_KEY, JSON.stringify({ ...expired, expires_at: 1 }))
  renderApp(path, null)
}

const expectSignIn = async () => {
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeDefined()
  expect(address()).toBe('/auth')
}

test('a spinner shows while an expired session is refreshed, then the requested screen', async () => {
  server.on(REFRESH, () => sessionOf(FOUNDER))
  const release = server.hold(REFRESH)
  opensExpired('/traction')
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeDefined()
  expect(address()).toBe('/traction')
  release()
  expect(await screen.findByRole('heading', { name: 'Traction Dashboard' })).toBeDefined()
})

test('a rejected refresh removes the session', async () => {
  server.refuse(REFRESH, { status: 400, code: 'refresh_token_not_found' })
  opensExpired('/traction')
  await expectSignIn()
  expect(local.getItem(SESSION_KEY)).toBeNull()
})

test('a session that was revoked elsewhere ends with the next request', async () => {
  signIn(FOUNDER)
  server.refuse('GET traction_loops', { status: 401, code: 'PGRST301' })
  server.refuse('GET auth/user', { status: 403, code: 'session_not_found' })
  renderApp('/traction', null)
  await expectSignIn()
  expect(local.getItem(SESSION_KEY)).toBeNull()
})

test('channels are joined with the refreshed token: without one they get no changes', async () => {
  const refreshed = sessionOf(FOUNDER)
  server.on(REFRESH, () => refreshed)
  const release = server.hold(REFRESH)
  opensExpired('/')
  await screen.findByRole('status', { name: 'Loading' })
  release()
  await screen.findByRole('heading', { name: 'Weekly Command Board' })
  await server.goLive('goals', 'traction_loops')
  expect(new Set(server.liveTokens())).toEqual(new Set([refreshed.access_token]))
})
