// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, chosen, expectOptions, pressFound, search } from '../../../testing/choose.ts'
import { serveNames } from '../../../testing/founder.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { advance, expectFailure, expectText, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { Audit } from './Audit.tsx'

const server = stubServer()

interface Entry {
  readonly id: number
  readonly created_at: string
  readonly user_id: string | null
  readonly admin_id: string
  readonly admin_name: string
  readonly founder_name: string | null
  readonly table_name: string
  readonly row_id?: string
  readonly action: string
  readonly before: object | null
  readonly after: object | null
}

/** Newest first. */
let entries: readonly Entry[] = []

const runway: Entry = {
  id: 2,
  created_at: '2026-03-02T09:05:00Z',
  user_id: FOUNDER.id,
  admin_id: ADMIN.id,
  admin_name: 'Maya',
  founder_name: 'Ana Founder',
  table_name: 'runway_data',
  action: 'update',
  before: { monthly_burn: 20_000 },
  after: { monthly_burn: 18_000 },
}
const note: Entry = {
  ...runway,
  id: 1,
  table_name: 'notes',
  action: 'insert',
  before: null,
  after: { title: 'Buyers' },
}

beforeEach(() => {
  entries = [runway, note]
  server.has({ profiles: [{ id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder' }] })
  serveNames(server)
  server.rpc('audited_admins', () => [{ id: ADMIN.id, name: 'Maya' }])
  server.rpc('find_founders', () => [
    { id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', created_at: '2026-01-01T00:00:00Z', total: 1 },
  ])
  server.rpc('find_audit', (given) => {
    const { kind, founder, admin, after_id, page_size } = given
    const { since = '2000-01-01', until = '3000-01-01' } = given as { since?: string; until?: string }
    const found = entries.filter(
      (entry) =>
        (kind ?? entry.table_name) === entry.table_name &&
        (founder ?? entry.user_id) === entry.user_id &&
        (admin ?? entry.admin_id) === entry.admin_id &&
        Date.parse(entry.created_at) >= Date.parse(since) &&
        Date.parse(entry.created_at) < Date.parse(until),
    )
    const start = found.findIndex(({ id }) => id === after_id) + 1
    return found.slice(start, start + Number(page_size))
  })
})

const show = (query = '') => renderScreen(<Audit />, { path: `/admin/audit${query}`, as: ADMIN })
const articles = () => screen.queryAllByRole('article')
const expectEntries = (count: number) => waitFor(() => expect(articles()).toHaveLength(count))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('a message or a note to many is one entry, which opens to whom it went', async () => {
  const after = { content: 'Demo day is on Friday', founders: 2, sender_name: 'Maya' }
  const batch = { ...note, user_id: null, founder_name: null, table_name: 'message_batches', row_id: 'batch' }
  const added = { title: 'Demo day', category: 'news', content: 'Bring slides', founders: 3 }
  entries = [
    { ...batch, id: 10, table_name: 'note_batches', row_id: 'notes', action: 'insert', before: null, after: added },
    { ...batch, id: 9, action: 'delete', before: after, after: null },
    { ...batch, id: 8, action: 'insert', before: null, after },
  ]
  server.rpc('batch_recipients', () => ({
    count: 1002,
    founders: [{ id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', email: null }],
  }))
  const batches = () => server.sent('POST rpc/batch_recipients').map(({ body }) => (body as { batch: string }).batch)
  await renderScreen(<Audit />, { as: ADMIN })
  await expectText('took back a message to 2 founders before it was sent')
  await expectText('wrote to 2 founders: “Demo day is on Friday”')
  expect(batches()).toEqual([])
  await press(screen.getAllByText('To whom').at(-1)!)
  expect((await screen.findByRole('link', { name: 'Ana Founder' })).getAttribute('href')).toBe(
    `/admin/founders/${FOUNDER.id}`,
  )
  await expectText('and 1,001 more')
  await expectText('added the note “Demo day” for 3 founders')
  await press(screen.getAllByText('To whom').at(0)!)
  await waitFor(() => expect(batches()).toEqual(['batch', 'notes']))
})

test('an entry says who did what for whom, with the values before and after', async () => {
  await show()
  await expectEntries(2)
  const newest = articles().at(0)!
  expect(newest.textContent).toContain('Maya changed the runway of Ana Founder: burn 20,000 → 18,000')
  expect(newest.textContent).toContain('Mar 2, 2026, ')
  expect(within(newest).queryByRole('table')).toBeNull()
  const details = newest.querySelector('details')!
  await act(async () => {
    details.open = true
    fireEvent(details, new Event('toggle'))
  })
  const rows = within(newest).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['FieldBeforeAfter', 'Monthly burn20,00018,000'])
})

test('the name of the founder in an entry leads to their page', async () => {
  entries = [runway]
  await show()
  const link = await screen.findByRole('link', { name: 'Ana Founder' })
  expect(link.getAttribute('href')).toBe(`/admin/founders/${FOUNDER.id}`)
  expect(link.closest('p')?.textContent).toBe('Maya changed the runway of Ana Founder: burn 20,000 → 18,000')
})

describe('the filters', () => {
  test('are in the URL: admin, founder and kind', async () => {
    const { place } = await show()
    await expectEntries(2)
    setClock('2026-03-02T10:00:00Z')
    await search('Founder', 'Ana')
    await advance(200)
    await pressFound('Ana Founder')
    expect(place()).toBe(`/admin/audit?founder=${FOUNDER.id}`)
    await choose('What', 'Runway')
    expect(place()).toBe(`/admin/audit?founder=${FOUNDER.id}&kind=runway_data`)
    await expectEntries(1)
    await expectOptions('Admin', ['Anyone', 'Maya'])
    await choose('Admin', 'Maya')
    expect(place()).toBe(`/admin/audit?founder=${FOUNDER.id}&kind=runway_data&admin=${ADMIN.id}`)
    await choose('What', 'Check-ins')
    await expectText('No entry with these filters.')
    await press('Clear filters')
    expect(place()).toBe('/admin/audit')
    expect(field('Founder')).toBe('')
    await expectEntries(2)
  })

  test('of the URL are shown', async () => {
    await show(`?founder=${FOUNDER.id}&kind=runway_data&from=2026-01-01&admin=${ADMIN.id}`)
    await expectEntries(1)
    await waitFor(() => expect(field('Founder')).toBe('Ana Founder'))
    expect(field('From')).toBe('2026-01-01')
    expect(chosen('What')).toBe('Runway')
    await waitFor(() => expect(chosen('Admin')).toBe('Maya'))
  })

  test('that are invalid count as none', async () => {
    await show('?founder=ana&kind=secrets&from=yesterday&admin=1')
    await expectEntries(2)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear filters' }).disabled).toBe(true)
  })

  test('days are those of the browser, both included', async () => {
    const { place } = await show()
    await type('From', '2026-03-03')
    await expectText('No entry with these filters.')
    await type('From', '2026-03-02')
    await type('To', '2026-03-02')
    await expectEntries(2)
    expect(place()).toBe('/admin/audit?from=2026-03-02&to=2026-03-02')
    const { since, until } = server.sent('POST rpc/find_audit').at(-1)!.body as { since: string; until: string }
    expect([since, until]).toEqual([
      new Date('2026-03-02T00:00:00').toISOString(),
      new Date('2026-03-03T00:00:00').toISOString(),
    ])
    await press('Clear filters')
    expect([field('From'), field('To')]).toEqual(['', ''])
  })
})

test('the next fifty entries come at a press, and the focus moves to the first of them', async () => {
  entries = Array.from({ length: 60 }, (_, index) => ({ ...note, id: 60 - index }))
  await show()
  await expectEntries(50)
  await press('Load More Entries')
  await expectEntries(60)
  expect(document.activeElement).toBe(articles().at(50)!.closest('li'))
  expect(screen.queryByRole('button', { name: 'Load More Entries' })).toBeNull()
})

test('while it loads and when it is empty the screen says so', async () => {
  entries = []
  const release = server.hold('POST rpc/find_audit')
  await show()
  expect(screen.queryByText('Loading...')).not.toBeNull()
  release()
  await expectText('No entries yet.')
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('when it fails the screen says so, with a retry', async () => {
  const allow = server.refuse('POST rpc/find_audit')
  await show()
  await expectFailure('Failed to load the audit')
  allow()
  await press('Try again')
  await expectEntries(2)
  expect(document.querySelector('[data-state=failed]')).toBeNull()
})
