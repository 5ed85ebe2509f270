// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
// Loaded before a test waits for them.
import '../routes/CommandBoard.tsx'
import '../routes/FounderBrain.tsx'
import '../routes/GrowthCommandChat.tsx'
import '../routes/ImportPage.tsx'
import '../features/traction/TractionByWeek.tsx'
import '../features/traction/TractionDashboard.tsx'
import './HiddenScreens.tsx'
import { navigate } from '../lib/navigation/navigate.ts'
import { address, renderApp } from '../testing/app.tsx'
import { serveFounder } from '../testing/founder.ts'
import { FOUNDER } from '../testing/people.ts'
import { advance, expectText, notices, press, setClock } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'

const server = stubServer()
beforeEach(() => {
  setClock('2026-03-04T10:00:00Z')
  vi.spyOn(document, 'createElement')
  serveFounder(server)
  server.rpc('comment_counts', () => [])
  server.rpc('recent_imports', () => [])
  server.on('POST auth/logout', () => undefined)
})

const opens = async (path: string, heading: string) => {
  renderApp(path, FOUNDER)
  await screen.findByRole('heading', { level: 1, name: heading })
}
const goTo = (item: string) => press(within(screen.getByRole('complementary')).getByRole('link', { name: item }))
const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)
const isAsked = (name: string) => server.sent(name).length > 0
const elements = () => vi.mocked(document.createElement).mock.results.map(({ value }) => value as HTMLElement)

/** Of the screens that are rendered and not in the document. */
const hosts = () => elements().filter((element) => element.className === 'contents' && !element.isConnected)
/** Their titles. */
const hidden = () => hosts().flatMap((host) => host.querySelector('h1')?.textContent ?? [])

/** The titles that navigating to a screen renders. */
async function renderedBy(item: string): Promise<(string | null)[]> {
  const before = elements().length
  await goTo(item)
  return elements()
    .slice(before)
    .filter(({ tagName }) => tagName === 'H1')
    .map(({ textContent }) => textContent)
}

/** Until the other screens are read and rendered. */
async function rendersAhead(...titles: string[]): Promise<void> {
  await advance(4000)
  await expect.poll(hidden, { timeout: 20_000 }).toEqual(titles)
}

test('a screen that was not open yet is there at once, with its rows, its title and the focus', async () => {
  server.has({ notes: [{ user_id: FOUNDER.id, title: 'Talk to ten' }] })
  await opens('/', 'Weekly Command Board')
  expect(isAsked('GET notes')).toBe(false)
  await rendersAhead('Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  expect(headings()).toEqual(['Weekly Command Board'])
  server.hold('GET notes')
  expect(await renderedBy('Founder Brain')).toEqual([])
  expect(headings()).toEqual(['Founder Brain'])
  expect(screen.getByText('Talk to ten')).toBeDefined()
  expect(document.title).toBe('Upswing - Founder Brain')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a screen that was left starts again from its first state, rendered ahead', async () => {
  await opens('/brain', 'Founder Brain')
  await rendersAhead('Weekly Command Board', 'Traction Dashboard', 'Growth Command Chat')
  await goTo('Growth Chat')
  await goTo('Founder Brain')
  await press('Write Document')
  await screen.findByRole('dialog')
  await act(async () => navigate('/traction'))
  expect(headings()).toEqual(['Traction Dashboard'])
  await advance(1000)
  expect(await renderedBy('Founder Brain')).toEqual([])
  expect(headings()).toEqual(['Founder Brain'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what has changed since a screen was rendered is there at its first sight', async () => {
  server.has({ traction_loops: [{ id: 'l1', user_id: FOUNDER.id, name: 'Cold mail' }] })
  await opens('/', 'Weekly Command Board')
  await rendersAhead('Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  // Its parts are loaded then.
  await goTo('Traction')
  await expectText('Cold mail')
  await goTo('Command Board')
  await advance(500)
  await expect.poll(hidden).toContain('Traction Dashboard')
  await server.goLive('traction_loops')
  server.updates('traction_loops', { name: 'Warm mail' })
  await expectText('Warm mail')
  server.hold('GET traction_loops')
  // Before the screen's effects, which would correct it after a frame.
  const firstSight = vi.spyOn(HTMLElement.prototype, 'append')
  const texts: (string | null)[] = []
  firstSight.mockImplementation(function (this: HTMLElement, part) {
    texts.push((part as HTMLElement).textContent)
    this.appendChild(part as HTMLElement)
  })
  await goTo('Traction')
  expect(texts).toEqual([expect.stringContaining('Warm mail')])
  expect(texts).not.toEqual([expect.stringContaining('Cold mail')])
})

test('a link to a part of a screen leads to that part', async () => {
  await opens('/', 'Weekly Command Board')
  await rendersAhead('Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  await act(async () => navigate('/brain?tab=decisions'))
  expect((await screen.findByRole('tab', { name: /^Decisions/ })).getAttribute('aria-selected')).toBe('true')
  await act(async () => navigate('/brain'))
  expect(screen.getByRole('tab', { name: /^Notes/ }).getAttribute('aria-selected')).toBe('true')
})

test('unread replies are there at once: the chat is rendered with their tab, as its link opens it', async () => {
  server.rpc('mark_replies_read', () => undefined)
  server.has({
    read_receipts: [{ user_id: FOUNDER.id, unread: 1, squad_read_until: null }],
    squad_messages: [{ user_id: FOUNDER.id, content: 'How was the demo?', sender_type: 'squad', sender_name: 'Jo' }],
  })
  await opens('/', 'Weekly Command Board')
  await rendersAhead('Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  // Loads the parts that come after the screen, among them what counts replies.
  fireEvent.input(document.body)
  await expect.poll(() => isAsked('GET squad_messages')).toBe(true)
  await expect
    .poll(() => hosts().map(({ textContent }) => textContent))
    .toContainEqual(expect.stringMatching('How was'))
  server.hold('GET squad_messages')
  expect(await renderedBy('Growth Chat 1 unread')).toEqual([])
  expect(within(screen.getByRole('log')).getByText('How was the demo?')).toBeDefined()
})

test('a read ahead that fails says nothing: the screen reads again when it is opened', async () => {
  server.refuse('GET notes', {}, { times: 1 })
  server.has({ notes: [{ user_id: FOUNDER.id, title: 'Talk to ten' }] })
  await opens('/', 'Weekly Command Board')
  await rendersAhead('Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  expect(notices()).toEqual([])
  await goTo('Founder Brain')
  await expectText('Talk to ten')
  expect(notices()).toEqual([])
})

test('a screen that cannot be rendered fails when it is opened, not before', async () => {
  // As rows that a damaged store has kept.
  server.has({ traction_loops: [{ id: 'l1', user_id: FOUNDER.id, name: { no: 'text' } as never }] })
  await opens('/brain', 'Founder Brain')
  await rendersAhead('Weekly Command Board', 'Growth Command Chat')
  expect(headings()).toEqual(['Founder Brain'])
  await expect(goTo('Traction')).rejects.toThrow('Objects are not valid as a React child')
})

test('nothing is read ahead without a network, until it is back', async () => {
  await opens('/', 'Weekly Command Board')
  server.setReachable(false)
  await advance(6000)
  expect(isAsked('GET notes')).toBe(false)
  server.setReachable(true)
  await waitFor(() => expect(isAsked('GET notes')).toBe(true))
})

test('a screen that is none of the menu is rendered when it is opened, and leaves none behind', async () => {
  await opens('/import', 'Import')
  await rendersAhead('Weekly Command Board', 'Traction Dashboard', 'Founder Brain', 'Growth Command Chat')
  expect(headings()).toEqual(['Import'])
  await goTo('Traction')
  expect(headings()).toEqual(['Traction Dashboard'])
  await act(async () => navigate('/import'))
  await waitFor(() => expect(headings()).toEqual(['Import']))
  expect(address()).toBe('/import')
})
