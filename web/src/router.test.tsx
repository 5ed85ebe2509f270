// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
// Loaded before a test waits for them.
import './features/squad/inbox/AdminSquad.tsx'
import './routes/AdminPanel.tsx'
import { address, renderApp } from './testing/app.tsx'
import { ADMIN } from './testing/people.ts'
import { expectText } from './testing/render.tsx'
import { stubServer } from './testing/server.ts'

const server = stubServer()

const PATHS = [
  '/', '/command', '/traction', '/brain', '/chat', '/nowhere',
  ...['', '/squad', '/growth-squad', '/users', '/notes', '/programme', '/audit'].map((path) => `/admin${path}`),
] // prettier-ignore

beforeEach(() => {
  server.has({ user_roles: [{ user_id: ADMIN.id, role: 'admin' }], runway_proposals: [] })
  server.rpc('overdue_conversations', () => ({ total: 0, mine: 0, hours: 24 }))
  server.rpc('waiting_conversations', () => 0)
  server.rpc('find_conversations', () => [])
  server.rpc('count_conversations', () => ({}))
  server.rpc('squad_members', () => [])
})

test.each(PATHS)('a signed-out visitor of %s is redirected to /auth', async (path) => {
  renderApp(path, null)
  await waitFor(() => expect(address()).toBe('/auth'))
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeDefined()
})

test.each(['/admin/squad', '/admin/growth-squad'])('%s is the inbox of the squad', async (path) => {
  renderApp(path)
  await screen.findByRole('heading', { name: 'Growth Squad', level: 1 })
  expect(address()).toBe(path)
  expect(document.title).toBe('Upswing - Growth Squad')
})

test.each(['/admin/nowhere', '/nowhere', '/command'])('%s shows the 404 page and logs the path', async (path) => {
  renderApp(path)
  await screen.findByRole('heading', { name: '404' })
  await expectText('Oops! Page not found')
  expect(console.error).toHaveBeenCalledWith(expect.any(String), path)
  expect(screen.getByText('Return to Home').getAttribute('href')).toBe('/')
  expect(screen.getAllByRole('main')).toHaveLength(1)
})
