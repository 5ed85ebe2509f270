// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { requestAction } from '../ui/actions.ts'
import { chooseTheme, currentTheme } from '../ui/theme.ts'
import { address, renderApp } from '../testing/app.tsx'
import { choose, chosen, expectOptions } from '../testing/choose.ts'
import { serveFounder } from '../testing/founder.ts'
import { FOUNDER } from '../testing/people.ts'
import { advance, expectGone, notices, press, pressKey, setClock, type } from '../testing/render.tsx'
import { writeDraft } from '../lib/offline/drafts.ts'
import { stubServer } from '../testing/server.ts'

const server = stubServer()
beforeEach(() => {
  serveFounder(server)
  server.on('POST auth/logout', () => undefined)
})

const screens = [
  { item: 'Command Board', path: '/', heading: 'Weekly Command Board' },
  { item: 'Traction', path: '/traction', heading: 'Traction Dashboard' },
  { item: 'Founder Brain', path: '/brain', heading: 'Founder Brain' },
  { item: 'Growth Chat', path: '/chat', heading: 'Growth Command Chat' },
]

const coming = ['Investor Readiness', 'Market Mapping', 'Runway Planner', 'Accounting & Tax Reporting', 'HR & Payroll']

const sidebar = () => within(screen.getByRole('complementary'))
const menu = () => within(sidebar().getByRole('navigation')).getAllByRole('link')
const isComing = (link: HTMLElement) => link.getAttribute('aria-disabled') === 'true'
const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)
const opens = async (path = '/traction') => {
  renderApp(path, FOUNDER)
  return screen.findByRole('heading', { level: 1, name: screens.find((one) => one.path === path)?.heading ?? '404' })
}

describe('the sidebar', () => {
  test('four items in order open their screens, and the current one is marked; the bar of a phone has the same', async () => {
    await opens('/')
    expect(textsOf(menu().filter((link) => !isComing(link)))).toEqual(screens.map(({ item }) => item))
    const bar = within(screen.getByRole('navigation', { name: 'Screens' })).getAllByRole('link')
    expect(bar.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      screens.map(({ item, path }) => [item, path]),
    )
    for (const { item, path, heading } of screens.toReversed()) {
      await press(sidebar().getByRole('link', { name: item }))
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
      expect(address()).toBe(path)
      await expect.poll(() => document.title).toBe(`Upswing - ${heading}`)
      const current = [...document.querySelectorAll<HTMLElement>('[aria-current=page]')]
      // In the bar at the bottom too, which a phone shows.
      expect(textsOf(current)).toEqual([item, item])
    }
  })

  test('what a screen shows is read once its link is pointed at, or has the focus', async () => {
    await opens('/')
    const asked = () => server.requests.map(({ name }) => name)
    expect(asked()).not.toContain('GET rpc/traction_history')
    fireEvent.pointerEnter(sidebar().getByRole('link', { name: 'Traction' }))
    await expect.poll(asked).toContain('GET rpc/traction_history')
    expect(asked()).not.toContain('GET notes')
    fireEvent.focus(sidebar().getByRole('link', { name: 'Founder Brain' }))
    await expect.poll(asked).toContain('GET notes')
    expect(asked()).not.toContain('GET ai_conversations')
    fireEvent.focus(sidebar().getByRole('link', { name: 'Growth Chat' }))
    await expect.poll(asked).toContain('GET ai_conversations')
  })

  test('Growth Chat opens the squad’s tab while a reply is unread, and the co-founder’s otherwise', async () => {
    server.has({ read_receipts: [{ user_id: FOUNDER.id, unread: 1, squad_read_until: null }] })
    server.rpc('mark_replies_read', () => {
      server.updates('read_receipts', { unread: 0 })
    })
    const link = (name: string) => sidebar().findByRole('link', { name })
    await opens()
    expect((await link('Growth Chat')).getAttribute('href')).toBe('/chat')
    // Loads the parts that come after the screen.
    fireEvent.input(document.body)
    await press(await link('Growth Chat 1 unread'))
    expect(address()).toBe('/chat?tab=squad')
    expect((await screen.findByRole('tab', { name: /^Growth Squad/ })).getAttribute('aria-selected')).toBe('true')
  })

  test('five items are COMING SOON, announced as unavailable, without a tab stop, and ignore clicks', async () => {
    await opens()
    const items = menu().filter(isComing)
    expect(textsOf(items)).toEqual(coming.map((item) => `${item}COMING SOON`))
    for (const item of items) {
      fireEvent.click(item)
      expect(item.hasAttribute('tabindex')).toBe(false)
    }
    expect(address()).toBe('/traction')
  })

  test.each(['/investor', '/market', '/runway', '/command'])('%s has no screen yet', async (path) => {
    expect(await opens(path)).toBeDefined()
  })

  test('"Welcome back" with the first name, once it is loaded', async () => {
    const release = server.hold('GET profiles')
    await opens()
    expect(sidebar().getByText('Welcome back')).toBeDefined()
    expect(sidebar().queryByText(FOUNDER.firstName)).toBeNull()
    release()
    expect(await sidebar().findByText(FOUNDER.firstName)).toBeDefined()
  })

  test('a failed profile fetch is only logged', async () => {
    server.refuse('GET profiles')
    await opens()
    await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0)
    expect(notices()).toEqual([])
  })

  test('Sign Out ends the session and shows the sign-in screen', async () => {
    await opens('/')
    await type('Add a goal', 'half a goal')
    await type('Add a goal', '')
    await press(sidebar().getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('button', { name: 'Sign In' })
    expect(address()).toBe('/auth')
    expect(server.sent('POST auth/logout')[0]?.query.get('scope')).toBe('local')
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull()
  })

  test('Sign Out asks before it deletes what is typed, and not for what is chosen', async () => {
    await opens('/')
    await type('Add a goal', 'half a goal')
    writeDraft(FOUNDER.id, 'choice:conversation', 'an id')
    await press(sidebar().getByRole('button', { name: 'Sign Out' }))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out anyway?' })
    expect(question.textContent).toContain('What you have typed and not sent or saved is lost when you sign out now.')
    await press('Stay Signed In')
    await expectGone(() => screen.queryByRole('alertdialog'))
    expect(server.sent('POST auth/logout')).toEqual([])
    expect((await screen.findByLabelText<HTMLInputElement>('Add a goal')).value).toBe('half a goal')
    await press(sidebar().getByRole('button', { name: 'Sign Out' }))
    await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('button', { name: 'Sign In' })
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('half a goal')
  })

  test('the theme and Sign Out are started from elsewhere, on any screen', async () => {
    await opens()
    const themeButton = () =>
      sidebar()
        .getByRole('button', { name: /^Switch to/ })
        .getAttribute('aria-label')
    const before = themeButton()
    await act(async () => requestAction('theme'))
    await expect.poll(themeButton).not.toBe(before)
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(before?.split(' ')[2])
    // Changed by another sidebar: the next press changes what is shown.
    chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')
    const shown = currentTheme()
    await act(async () => requestAction('theme'))
    await expect.poll(currentTheme).not.toBe(shown)
    delete document.documentElement.dataset['theme']
    await act(async () => requestAction('sign-out'))
    await screen.findByRole('button', { name: 'Sign In' })
  })

  test('a write that does not end delays Sign Out by five seconds and a question, and leaves nothing', async () => {
    setClock('2026-03-02T09:00:00Z')
    await opens('/')
    await type('Add a goal', 'a goal')
    const release = server.hold('POST goals')
    await pressKey('Enter')
    const pressedAt = Date.now()
    await press(sidebar().getByRole('button', { name: 'Sign Out' }))
    const isAsked = async () => {
      await advance(500)
      return screen.queryByRole('alertdialog', { name: 'Sign out anyway?' }) !== null
    }
    await expect.poll(isAsked).toBe(true)
    expect(Date.now() - pressedAt).toBeGreaterThan(5000)
    await press('Stay Signed In')
    await expectGone(() => screen.queryByRole('alertdialog'))
    expect(address()).toBe('/')
    await press(sidebar().getByRole('button', { name: 'Sign Out' }))
    await expect.poll(isAsked).toBe(true)
    await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('button', { name: 'Sign In' })
    server.on('POST goals', () => {
      throw new TypeError('Failed to fetch')
    })
    release()
    await advance(1000)
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('a goal')
  })
})

test('the link of the current screen closes the drawer, and one of another does', async () => {
  await opens('/')
  const openMenu = async () => {
    await press('Open menu')
    return within(await screen.findByRole('dialog', { name: 'Menu' }))
  }
  const drawer = await openMenu()
  expect(textsOf(drawer.getAllByRole('link'))).toEqual([
    ...screens.map(({ item }) => item), ...coming.map((item) => `${item}COMING SOON`),
  ]) // prettier-ignore
  await press(drawer.getByRole('link', { name: 'Command Board' }))
  await expectGone(() => screen.queryByRole('dialog'))
  expect(address()).toBe('/')
  await press((await openMenu()).getByRole('link', { name: 'Traction' }))
  await expectGone(() => screen.queryByRole('dialog'))
  expect(await screen.findByRole('heading', { name: 'Traction Dashboard' })).toBeDefined()
})

describe('the dialog that schedules a call', () => {
  const members = [
    { id: 'whole-squad', name: 'Whole Growth Squad' },
    { id: 'strategy', name: 'Strategy Lead' },
    { id: 'growth', name: 'Growth Expert' },
    { id: 'product', name: 'Product Advisor' },
  ]
  const dialog = () => within(screen.getByRole('dialog', { name: 'Schedule a Call' }))
  const go = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Continue to Booking' })
  const opensDialog = async () => {
    await press(sidebar().getByRole('button', { name: 'Schedule Call with Squad' }))
    await screen.findByRole('dialog', { name: 'Schedule a Call' })
  }

  beforeEach(() => server.on('POST functions/booking', () => ({ token: 'a-token' })))

  test('is opened by the action "call" on any screen', async () => {
    await opens()
    await act(async () => requestAction('call'))
    expect(await screen.findByRole('dialog', { name: 'Schedule a Call' })).toBeDefined()
    expect(address()).toBe('/traction')
  })

  test('has a title, a text, a placeholder, and Continue is disabled until a member is chosen', async () => {
    await opens()
    await opensDialog()
    expect(dialog().getByText("Choose who you'd like to speak with")).toBeDefined()
    expect(chosen('Team Member')).toBe('Select team member...')
    expect(go().disabled).toBe(true)
    await choose('Team Member', 'Strategy Lead')
    expect(chosen('Team Member')).toBe('Strategy Lead')
    expect(go().disabled).toBe(false)
  })

  test('each of four members opens their booking page in a new tab; the dialog closes and resets the choice', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await opens()
    await opensDialog()
    await expectOptions('Team Member', members.map(({ name }) => name)) // prettier-ignore
    for (const { id, name } of members) {
      await choose('Team Member', name)
      await press(go())
      expect(open).toHaveBeenLastCalledWith(`/booking/${id}#token=a-token`, '_blank', 'noopener')
      await expectGone(() => screen.queryByRole('dialog'))
      expect(address()).toBe('/traction')
      await opensDialog()
      expect(chosen('Team Member')).toBe('Select team member...')
      expect(go().disabled).toBe(true)
    }
  })

  test('an external booking page is opened without data about the founder', async () => {
    server.configure({ booking: { url: 'https://elsewhere.example/{member}' } })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await opens()
    await opensDialog()
    await choose('Team Member', 'Whole Growth Squad')
    await press(go())
    expect(open).toHaveBeenCalledWith('https://elsewhere.example/whole-squad', '_blank', 'noopener')
    expect(server.sent('POST functions/booking')).toEqual([])
  })
})

test('the 404 page shows its text and a link to home, and logs the path', async () => {
  await opens('/no/such/page?with=this')
  expect(screen.getByText('Oops! Page not found')).toBeDefined()
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeDefined()
  expect(vi.mocked(console.error)).toHaveBeenCalledWith(expect.stringContaining('404'), '/no/such/page')
  await press('Return to Home')
  expect(address()).toBe('/')
  expect(await screen.findByText('Welcome back')).toBeDefined()
})
