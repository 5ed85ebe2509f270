// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAction, type Action } from '../ui/actions.ts'
import { serveFounder } from '../testing/founder.ts'
import { ADMIN } from '../testing/people.ts'
import { expectGone, expectText, press, pressKey, renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { Search, SearchButton } from './Search.tsx'

const server = stubServer()
const ID = 'b0000000-0000-4000-8000-00000000f00d'

/** The server's results, for any words. */
let found: object[] = []
beforeEach(() => {
  found = []
  serveFounder(server)
  server.rpc('find_records', () => found)
})

const dialog = () => within(screen.getByRole('dialog', { name: 'Search' }))
const field = () => dialog().getByRole<HTMLInputElement>('combobox')
const options = (group: string) =>
  within(dialog().getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const chosen = () => dialog().getByRole('option', { selected: true })

async function opens(): Promise<void> {
  await pressKey('k', { ctrlKey: true })
  await screen.findByRole('dialog', { name: 'Search' })
}

async function types(text: string): Promise<void> {
  await act(async () => {
    field().focus()
    fireEvent.change(field(), { target: { value: text } })
  })
}

async function searches(text: string): Promise<void> {
  await opens()
  await types(text)
}

const record = (kind: string, title: string, more: object = {}) => ({
  kind, id: ID, title, excerpt: '', period: null, created_at: '2026-03-02T10:00:00Z', ...more,
}) // prettier-ignore

describe('the dialog', () => {
  test('opens with Ctrl K and with its button, lists screens and actions, and closes with Escape', async () => {
    await renderScreen(
      <>
        <input aria-label="Before" />
        <SearchButton size="md" className="" />
        <Search area="founder" />
      </>,
    )
    screen.getByLabelText('Before').focus()
    await opens()
    expect(document.activeElement).toBe(field())
    expect(options('Go to')).toHaveLength(10)
    expect(options('Start')).toHaveLength(6)
    expect(options('Account')).toEqual(['Account settings', 'Switch theme', 'Sign out'])
    await pressKey('Escape')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(document.activeElement).toBe(screen.getByLabelText('Before'))
    await press('Search')
    await screen.findByRole('dialog', { name: 'Search' })
  })

  test('arrow keys, Home and End choose, Enter opens, and the field names the chosen one', async () => {
    const { place } = await renderScreen(<Search area="founder" />)
    await opens()
    const expectChosen = async (key: string, text: string) => {
      await pressKey(key)
      expect(chosen().textContent).toBe(text)
    }
    expect(chosen().textContent).toBe('Command Board')
    await expectChosen('ArrowUp', 'Sign out')
    await expectChosen('Home', 'Command Board')
    await expectChosen('End', 'Sign out')
    await expectChosen('ArrowDown', 'Command Board')
    await expectChosen('ArrowDown', 'Traction')
    expect(field().getAttribute('aria-activedescendant')).toBe(chosen().id)
    await pressKey('Enter')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(place()).toBe('/traction')
  })

  test('does not open above another dialog', async () => {
    await renderScreen(
      <>
        <div role="alertdialog" aria-label="Another" />
        <Search area="founder" />
      </>,
    )
    await pressKey('k', { ctrlKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByLabelText('Search')).toBeNull()
  })

  test('says that it searches, finds nothing or failed, with a retry', async () => {
    await renderScreen(<Search area="founder" />)
    const release = server.hold('POST rpc/find_records')
    await searches('xyzzy')
    await expectText('Searching...')
    release()
    await expectText('Nothing found. Try fewer words, or the beginning of one.')
    const allow = server.refuse('POST rpc/find_records')
    await types('plugh')
    expect((await dialog().findByRole('alert')).textContent).toBe('Search failed')
    allow()
    await press('Try again')
    await expectText(/^Nothing found\./)
  })
})

test('half of "Sign out" offers nothing that signs out', async () => {
  await renderScreen(<Search area="founder" />)
  for (const words of ['sign', 'out', 'log ou', 'sign out of']) {
    await searches(words)
    expect(screen.queryByRole('option', { name: 'Sign out' })).toBeNull()
    await pressKey('Escape')
    await expectGone(() => screen.queryByRole('dialog'))
  }
})

test.each([
  { words: 'goal add', title: 'Add a goal', action: 'goal', to: '/' },
  { words: 'new goal', title: 'Add a goal', action: 'goal', to: '/' },
  { words: 'check in for', title: 'Check in for this week', action: 'check-in', to: '/' },
  { words: 'log', title: 'Log a decision', action: 'decision', to: '/brain?tab=decisions' },
  { words: 'ask', title: 'Ask the AI Co-Founder', action: 'question', to: '/chat' },
  { words: 'write', title: 'Write to the Growth Squad', action: 'message', to: '/chat?tab=squad' },
  { words: 'runway', title: 'Runway', action: 'runway', to: '/' },
  { words: 'account', title: 'Account settings', action: 'account', to: '/traction' },
  { words: 'dark', title: 'Switch theme', action: 'theme', to: '/traction' },
  { words: 'sign out', title: 'Sign out', action: 'sign-out', to: '/traction' },
  { words: 'book', title: 'Book a call with the squad', action: 'call', to: '/traction' },
] as const)('"$words" starts "$title" where it happens', async ({ words, title, action, to }) => {
  let started = 0
  function Started({ action }: { action: Action }) {
    useAction(action, () => started++)
    return null
  }
  const { place } = await renderScreen(
    <>
      <Started action={action} />
      <Search area="founder" />
    </>,
    { path: '/traction' },
  )
  await searches(words)
  expect(chosen().textContent).toBe(title)
  await pressKey('Enter')
  await expect.poll(() => started).toBe(1)
  expect(place()).toBe(to)
})

describe('records', () => {
  test.each([
    ['To: whole-squad Can you review our deck?', 'Can you review our deck?'],
    ['To: growth, product Can you review our deck?', 'To: Growth Expert, Product Advisor – Can you review our deck?'],
    ['… you review our deck?', '… you review our deck?'],
  ])('a message %j is shown as %j', async (excerpt, shown) => {
    found = [{ ...record('squad-message', ''), excerpt }]
    await renderScreen(<Search area="founder" />, { path: '/traction' })
    await searches('deck')
    expect((await dialog().findByRole('option', { name: /^You wrote/ })).textContent).toContain(shown)
    expect(chosen().textContent).not.toMatch(/whole-squad|growth,/)
  })

  test.each([
    { what: record('goal', 'Goal Quokka', { period: 'monthly' }), name: /^Goal Quokka/, to: `/?goals=monthly#${ID}` },
    { what: record('note', 'Note 30'), name: /^Note 30/, to: `/brain?tab=notes#${ID}` },
    { what: record('decision', 'Decision 30'), name: /^Decision 30/, to: `/brain?tab=decisions#${ID}` },
    { what: record('check-in', '2026-02-23'), name: /^Week of Feb 23, 2026/, to: `/brain?tab=check-ins#${ID}` },
    { what: record('squad-message', ''), name: /^You wrote to the squad/, to: `/chat?tab=squad#${ID}` },
    { what: record('squad-message', 'Upswing Team'), name: /^Upswing Team wrote/, to: `/chat?tab=squad#${ID}` },
    { what: record('cofounder-message', 'assistant'), name: /^AI Co-Founder answered/, to: `/chat#${ID}` },
    { what: record('cofounder-message', 'user'), name: /^You asked/, to: `/chat#${ID}` },
  ])('a $what.kind "$what.title" leads to its row', async ({ what, name, to }) => {
    found = [what]
    const { place } = await renderScreen(<Search area="founder" />, { path: '/traction' })
    await searches('xyzzy')
    const option = await dialog().findByRole('option', { name })
    expect(option).toBe(chosen())
    await pressKey('Enter')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(place()).toBe(to)
    expect(server.sent('POST rpc/find_records').at(-1)?.body).toEqual({ search: 'xyzzy', max_rows: 20 })
  })

  test('a traction loop is found by its name, and leads to the dashboard', async () => {
    server.has({ traction_loops: [{ name: 'Partner webinars', status: 'scaling' }, { name: 'Cold mails' }] })
    const { place } = await renderScreen(<Search area="founder" />, { path: '/chat' })
    await opens()
    expect(server.sent('GET traction_loops')).toEqual([])
    await types('webin')
    expect((await dialog().findByRole('option', { name: /^Partner webinars/ })).textContent).toContain('Scaling')
    expect(options('Traction loops')).toHaveLength(1)
    await types('webinars pa')
    await pressKey('Enter')
    expect(place()).toBe('/traction')
    expect(server.sent('GET traction_loops')).toHaveLength(1)
  })

  test.each([
    ['**To hire** 1. Wait\n[[ask:Why?]]', 'To hire 1. Wait'],
    ['- **Sign Hale** (open) - Call *Ana* - Wait', 'Sign Hale (open) · Call *Ana* · Wait'],
    ['… - Sign Hale', '… Sign Hale'],
    ['## This week > 3 demos `a-b` - 2 in full-time', 'This week 3 demos a-b · 2 in full-time'],
  ])('an answer %j of the co-founder is the line %j', async (excerpt, shown) => {
    found = [{ ...record('cofounder-message', 'assistant'), excerpt }]
    await renderScreen(<Search area="founder" />, { path: '/traction' })
    await searches('xyzzy')
    const option = await dialog().findByRole('option', { name: /^AI Co-Founder answered/ })
    expect(option.querySelectorAll('p')[2]?.textContent).toBe(shown)
  })

  test('a title is not repeated as the excerpt', async () => {
    const lines = () =>
      dialog().getAllByRole('option').map((option) => [...option.querySelectorAll('p')].map(({ textContent }) => textContent)) // prettier-ignore
    const long = 'Walk with Priya, Tuesday\n– She would pay more for the group view than for the forecast'
    const whole = long.replace('\n', ' ')
    found = [
      record('own-note', 'Ask Jo', { id: '1', excerpt: 'Ask Jo' }),
      record('own-note', long.slice(0, 80), { id: '2', excerpt: whole }),
      record('own-note', long.slice(0, 80), { id: '3', excerpt: '… pay more for the group view' }),
      record('note', 'Pricing', { id: '4', excerpt: 'Pricing' }),
      record('note', 'Hiring', { id: '5', excerpt: 'Hiring can wait' }),
    ]
    await renderScreen(<Search area="founder" />)
    await searches('xyzzy')
    await dialog().findByRole('option', { name: /^Ask Jo/ })
    const note = expect.stringMatching(/^(My Notes|Note) · /) as string
    expect(lines().slice(0, 5)).toEqual([
      ['Ask Jo', note],
      ['Walk with Priya, Tuesday – She would pay more for the group view than for the …', note, '… forecast'],
      [long.slice(0, 80).replace('\n', ' '), note, '… pay more for the group view'],
      ['Pricing', note],
      ['Hiring', note, 'Hiring can wait'],
    ])
  })

  test('marks what was found, however it is written', async () => {
    found = [
      record('note', 'Søren, Straße, Æsop and Łódź', { id: '1' }),
      record('note', 'Miles O’Brien', { id: '2', excerpt: '1,000 T\u2011shirts, less CO₂ in the ﬁnal o\u00adffer.' }),
      record('note', 'Interviews', { id: '3', excerpt: '東京で顧客インタビュー' }),
      record('note', 'قال مُحَمَّد', { id: '4', excerpt: 'Ο Οδυσσεύς' }),
    ]
    await renderScreen(<Search area="founder" />)
    await opens()
    const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
    for (const [search, marks] of [
      ['soren', ['Søren']],
      ['strasse aesop lodz', ['Straße', 'Æsop', 'Łódź']],
      ['obrien', ['O’Brien']],
      ['1000 tshirt', ['1,000', 'T\u2011shirts']],
      ['co2 final offer', ['CO₂', 'ﬁnal', 'o\u00adffer']],
      ['顧客', ['顧客']],
      ['محمد', ['مُحَمَّد']],
      ['ΟΔΥΣΣΕΥΣ', ['Οδυσσεύς']],
    ] as const) {
      await types(search)
      await expect.poll(marked).toEqual(marks)
    }
  })
})

describe('admins', () => {
  const founder = { id: ID, first_name: 'Ana', last_name: 'Founder', email: 'ana@example.com', created_at: '2026-03-02T10:00:00Z' } // prettier-ignore

  beforeEach(() => {
    server.has({
      squad_conversations: [{ user_id: ID, preview: 'How do we price it?', last_message_at: '2026-03-02T10:00:00Z' }],
    })
    server.rpc('find_founders', () => [founder])
    server.rpc('find_messages', () => [
      { id: ID, user_id: ID, first_name: 'Ana', last_name: 'Founder', sender_name: null, excerpt: 'Another quokka', created_at: '2026-03-02T10:00:00Z' }, // prettier-ignore
    ])
  })

  test.each([
    { name: /^Ana Founder.*Joined/, to: `/admin/founders/${ID}` },
    { name: /How do we price it\?/, to: `/admin/squad?founder=${ID}` },
    { name: /Another quokka/, to: `/admin/squad?founder=${ID}#${ID}` },
  ])('find founders, their conversations and messages: $name', async ({ name, to }) => {
    const { place } = await renderScreen(<Search area="admin" />, { path: '/admin', as: ADMIN })
    await searches('ana')
    await press(await dialog().findByRole('option', { name }))
    expect(place()).toBe(to)
    expect(server.sent('POST rpc/find_records')).toEqual([])
  })

  test('find their screens', async () => {
    const { place } = await renderScreen(<Search area="admin" />, { path: '/admin', as: ADMIN })
    await searches('notes')
    expect(chosen().textContent).toBe('Founder Notes')
    await pressKey('Enter')
    expect(place()).toBe('/admin/notes')
  })
})
