// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openAccount, serveAccount } from '../../testing/account.tsx'
import { expectFailure, expectSuccess, expectText, press } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()

const ASSISTANT = {
  client: { id: 'a1', name: 'Assistant', registration_type: 'dynamic' },
  scopes: ['records:read', 'squad:write'],
  granted_at: '2026-03-01T08:00:00Z',
  last_used_at: '2026-03-02T09:30:00Z',
}
const CHECKED = {
  client: { id: 'a2', name: '', registration_type: 'manual' },
  scopes: ['records:read'],
  granted_at: '2026-02-01T08:00:00Z',
}

const apps = async () => {
  const region = within(await screen.findByRole('region', { name: 'Connected apps' }))
  const buttons = await region.findAllByRole('button', { name: /^Disconnect/ })
  return buttons.map((button) => button.closest('li')?.textContent)
}

test('an app is listed with what it may do, since when, and whether anybody has checked it', async () => {
  serveAccount(server, { apps: [ASSISTANT, CHECKED] })
  await openAccount('Security')
  const [first, second] = await apps()
  expect(first).toMatch(
    /^AssistantNot verifiedRead your goals.*Send messages.*Connected Mar 1, 2026, last used Mar 2, 2026/,
  )
  expect(second).toMatch(/^An app without a nameRead your goals.*Connected Feb 1, 2026/)
  expect(second).not.toContain('Not verified')
})

test('on Supabase, whose server knows no scopes of ours, what an app may do comes from the database', async () => {
  serveAccount(server, {
    apps: [
      { ...ASSISTANT, scopes: ['email'] },
      { ...CHECKED, scopes: ['email'] },
    ],
  })
  server.rpc('allowed_apps', () => [{ client_id: 'a1', scopes: ['records:read'] }])
  await openAccount('Security')
  const [first, second] = await apps()
  expect(first).toMatch(/^AssistantNot verifiedRead your goals/)
  // Its sessions have ended: it may do nothing until it is connected again.
  expect(second).toMatch(/^An app without a nameConnected Feb 1, 2026/)
})

/** Presses the button of the question. */
const confirm = async (name: string) =>
  press(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

test('an app is disconnected once that is confirmed', async () => {
  const account = serveAccount(server, { apps: [ASSISTANT] })
  server.on('DELETE auth/user/oauth/grants', () => {
    account.apps = []
    return new Response(null, { status: 204 })
  })
  await openAccount('Security')
  await press('Disconnect Assistant')
  await confirm('Cancel')
  expect(server.sent('DELETE auth/user/oauth/grants')).toEqual([])
  await press('Disconnect Assistant')
  await confirm('Disconnect')
  await expectSuccess('It can no longer see or change anything here.', 'Assistant is disconnected')
  await expectText('No app is connected.')
  expect(server.sent('DELETE auth/user/oauth/grants')[0]?.query.get('client_id')).toBe('a1')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy the address for assistants' })),
  )
})

test('the app below a disconnected one has the focus', async () => {
  const account = serveAccount(server, { apps: [ASSISTANT, CHECKED] })
  server.on('DELETE auth/user/oauth/grants', () => {
    account.apps = [CHECKED]
    return new Response(null, { status: 204 })
  })
  await openAccount('Security')
  await press('Disconnect Assistant')
  await confirm('Disconnect')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Disconnect An app without a name' })),
  )
})

test('a user who has gone elsewhere meanwhile keeps the focus there', async () => {
  const account = serveAccount(server, { apps: [ASSISTANT, CHECKED] })
  const release = server.hold('DELETE auth/user/oauth/grants')
  server.on('DELETE auth/user/oauth/grants', () => {
    account.apps = [CHECKED]
    return new Response(null, { status: 204 })
  })
  await openAccount('Security')
  await press('Disconnect Assistant')
  await confirm('Disconnect')
  const elsewhere = screen.getAllByRole('tab')[0]
  await act(async () => elsewhere?.focus())
  release()
  await expectSuccess('It can no longer see or change anything here.', 'Assistant is disconnected')
  await waitFor(async () => expect(await apps()).toHaveLength(1))
  expect(document.activeElement).toBe(elsewhere)
})

test('an app that cannot be disconnected stays, and the reason is said', async () => {
  serveAccount(server, { apps: [ASSISTANT] })
  server.refuse('DELETE auth/user/oauth/grants', { status: 503, message: 'Not now' })
  await openAccount('Security')
  await press('Disconnect Assistant')
  await confirm('Disconnect')
  await expectFailure('Not now', 'The app is still connected')
  expect(await apps()).toHaveLength(1)
})

test('apps that cannot be loaded say so, with a retry', async () => {
  serveAccount(server, { apps: [ASSISTANT] })
  const allow = server.refuse('GET auth/user/oauth/grants', { status: 500 })
  await openAccount('Security')
  await expectFailure('Failed to load your connected apps')
  allow()
  await press('Try again')
  expect(await apps()).toHaveLength(1)
})

test('a server without connected apps has none', async () => {
  serveAccount(server)
  server.refuse('GET auth/user/oauth/grants', { status: 404, code: 'not_found' })
  await openAccount('Security')
  await expectText('No app is connected.')
  expect(screen.queryByText('Address for assistants')).toBeNull()
})

test('the address for assistants is shown and copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  serveAccount(server)
  await openAccount('Security')
  await expectText('http://localhost:3000/mcp')
  await press('Copy the address for assistants')
  await expectSuccess('Address copied')
  expect(write).toHaveBeenCalledWith('http://localhost:3000/mcp')
})
