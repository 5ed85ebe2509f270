// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Routes } from '../lib/navigation/Router.tsx'
import { ADMIN, FOUNDER } from '../testing/people.ts'
import { addToOutbox } from '../lib/offline/outbox.ts'
import { advance, expectGone, expectText, notices, press, renderScreen, setClock } from '../testing/render.tsx'
import { signIn } from '../testing/session.ts'
import { stubServer } from '../testing/server.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { SignOutQuestion } from './SignOutQuestion.tsx'

const server = stubServer()

const PATHS = ['', '/squad', '/growth-squad', '/users', '/notes', '/programme', '/team', '/audit'].map(
  (path) => `/admin${path}`,
)

beforeEach(() => {
  server.has({ user_roles: [{ user_id: ADMIN.id, role: 'admin' }], runway_proposals: [] })
  server.rpc('overdue_conversations', () => ({ total: 0, mine: 0, hours: 24 }))
  server.rpc('waiting_conversations', () => 0)
})

const show = (path = '/admin', as = ADMIN) =>
  renderScreen(
    <>
      <Routes
        routes={[
          { path: '/admin/*', screen: () => <h1>The screen</h1>, layouts: [AdminLayout] },
          { path: '/', screen: () => <h1>The founder’s screen</h1> },
        ]}
      />
      <SignOutQuestion />
    </>,
    { path, as },
  )

const sidebar = async () => within(await screen.findByRole('complementary'))
const denied = () => screen.findByRole('heading', { name: 'Access Denied', level: 1 })

describe('the sidebar', () => {
  test('has its items in order, and marks the current one', async () => {
    await show('/admin/users')
    const menu = within(await screen.findByRole('navigation', { name: 'Admin' }))
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/admin'],
      ['Growth Squad', '/admin/squad'],
      ['Users', '/admin/users'],
      ['Founder Notes', '/admin/notes'],
      ['Programme', '/admin/programme'],
      ['Team', '/admin/team'],
      ['Audit', '/admin/audit'],
    ])
    expect([...document.querySelectorAll('[aria-current=page]')].map(({ textContent }) => textContent)).toEqual([
      'Users',
    ])
  })

  test('marks the inbox at its other address, too', async () => {
    await show('/admin/growth-squad')
    const link = (await sidebar()).getByRole('link', { name: 'Growth Squad' })
    expect(link.getAttribute('aria-current')).toBe('page')
  })

  test('greets the admin with the e-mail of the account', async () => {
    await show()
    const bar = await sidebar()
    expect(bar.getByText('Hello, Admin!').parentElement?.textContent).toBe(`Hello, Admin!${ADMIN.email}`)
  })

  test('leads back to the founder’s view', async () => {
    const { place } = await show()
    await press((await sidebar()).getByText('Back to Founder View'))
    expect(place()).toBe('/')
    await expectText('The founder’s screen')
  })

  describe('Sign Out, while something is not sent', () => {
    const askedToSignOut = async () => {
      const { place } = await show()
      server.setReachable(false)
      addToOutbox(ADMIN.id, 'goal', { text: 'Ten demos', period: 'weekly' })
      await press((await sidebar()).getByRole('button', { name: 'Sign Out' }))
      await screen.findByRole('alertdialog', { name: 'Sign out anyway?' })
      return place
    }

    test('leaves the screen there for who stays', async () => {
      const place = await askedToSignOut()
      await press('Stay Signed In')
      await expectGone(() => screen.queryByRole('alertdialog'))
      expect(place()).toBe('/admin')
      await expectText('The screen')
    })

    test('ends no session of someone else, who has signed in meanwhile', async () => {
      const place = await askedToSignOut()
      signIn(FOUNDER)
      await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign Out' }))
      await expectGone(() => screen.queryByRole('alertdialog'))
      expect(place()).toBe('/admin')
      expect(localStorage.getItem('sb-localhost-auth-token')).toContain(FOUNDER.id)
    })
  })

  test.each([
    [0, ['1,200 overdue in all']],
    [3, ['3 of yours overdue', '1,200 overdue in all']],
  ])('counts overdue answers, %i of them of the admin', async (mine, links) => {
    server.rpc('overdue_conversations', () => ({ total: 1200, mine, hours: 24 }))
    const { place } = await show()
    const overdue = within(await screen.findByRole('list', { name: 'Overdue answers' })).getAllByRole('link')
    expect(overdue.map(({ textContent }) => textContent)).toEqual(links)
    await press(overdue.at(0)!)
    expect(place()).toBe(`/admin/squad?show=${mine > 0 ? 'mine_overdue' : 'overdue'}&order=longest`)
  })

  test('counts the founders who wait for an answer, live, at Growth Squad and in the title', async () => {
    let waiting = 0
    server.rpc('waiting_conversations', () => waiting)
    document.title = 'Upswing - Users'
    await show('/admin/users')
    await server.goLive('squad_conversations')
    expect(document.title).toBe('Upswing - Users')
    waiting = 120
    server.reports('squad_conversations', 'UPDATE')
    const link = await screen.findByRole('link', { name: 'Growth Squad 120 waiting' })
    expect(link.textContent).toContain('99+')
    expect(document.title).toBe('(120) Upswing - Users')
    waiting = 0
    server.reports('squad_conversations', 'UPDATE')
    await screen.findByRole('link', { name: 'Growth Squad' })
    expect(document.title).toBe('Upswing - Users')
  })

  test('counts the founders who sent figures, live, and leads to them', async () => {
    const { place } = await show()
    await (await sidebar()).findByText('Hello, Admin!')
    const sent = { bank_balance: 1, monthly_revenue: 0, monthly_burn: 1, as_of: '2026-03-02', answered_at: null }
    await server.goLive('runway_proposals')
    expect(screen.queryByText(/sent figures/)).toBeNull()
    server.has({ runway_proposals: [{ user_id: FOUNDER.id, ...sent, answer: null }] })
    server.has({ runway_proposals: [{ user_id: ADMIN.id, ...sent, answer: 'kept' }] })
    server.reports('runway_proposals', 'INSERT')
    await press(await screen.findByRole('link', { name: '1 founder sent figures' }))
    expect(place()).toBe('/admin/users?view=table&runway=proposed')
  })
})

describe('access', () => {
  test.each(PATHS)('a founder sees Access Denied at %s, and Back to App leads to /', async (path) => {
    const { place } = await show(path, FOUNDER)
    await denied()
    screen.getByText("You don't have admin privileges.")
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByText('The screen')).toBeNull()
    await press('Back to App')
    expect(place()).toBe('/')
    await expectText('The founder’s screen')
  })

  test('a failed role check is only logged, and denies access', async () => {
    server.refuse('GET user_roles')
    await show()
    await denied()
    expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ code: '42501' }))
    expect(notices()).toEqual([])
  })

  test('the role is read on load and after the subscription, without polling', async () => {
    setClock('2026-03-02T09:00:00Z')
    await show()
    await expectText('The screen')
    await server.goLive('user_roles')
    await waitFor(() => expect(server.sent('GET user_roles')).toHaveLength(2))
    await advance(20_000)
    expect(server.sent('GET user_roles')).toHaveLength(2)
  })

  test('an open page shows a granted role, and a revoked one', async () => {
    await show('/admin/users', FOUNDER)
    await denied()
    await server.goLive('user_roles')
    server.inserts('user_roles', { user_id: FOUNDER.id, role: 'admin' })
    await expectText('The screen')
    server.deletes('user_roles', ({ user_id }) => user_id === FOUNDER.id)
    await denied()
    expect(screen.queryByText('The screen')).toBeNull()
  })

  test('a role revoked without a websocket is noticed within 5 s', async () => {
    setClock('2026-03-02T09:00:00Z')
    await show()
    await expectText('The screen')
    server.deletes('user_roles')
    await advance(5000)
    await denied()
  })

  test('a check that fails later changes nothing', async () => {
    setClock('2026-03-02T09:00:00Z')
    await show()
    await expectText('The screen')
    const reads = server.sent('GET user_roles').length
    server.refuse('GET user_roles')
    await advance(5000)
    await waitFor(() => expect(server.sent('GET user_roles').length).toBeGreaterThan(reads))
    screen.getByText('The screen')
    expect(notices()).toEqual([])
  })
})
