// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { stubLayout } from '../../../testing/layout.ts'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { ADMIN } from '../../../testing/people.ts'
import { advance, expectFailure, expectText, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { UserManagement } from '../users/UserManagement.tsx'
import type { CohortRow } from './cohort-row.ts'

const server = stubServer()

const LABEL = 'c0000000-0000-4000-8000-000000000001'
const MAYA = 'a0000000-0000-4000-8000-000000000009'

let rows: readonly CohortRow[] = []
let labels: { id: string; name: string; founders: number }[] = []

const row = (first_name: string, values: Partial<CohortRow> = {}): CohortRow => ({
  id: `d0000000-0000-4000-8000-${first_name.padStart(12, '0')}`,
  first_name,
  last_name: 'Table',
  email: null,
  created_at: '2026-01-01T09:00:00Z',
  goals_open: 0,
  goals_completed: 0,
  conversions: 0,
  last_check_in: null,
  mood: null,
  moods: [],
  conversions_change: null,
  runway_months: null,
  has_proposal: false,
  last_message_at: null,
  waiting_since: null,
  risks: [],
  labels: [],
  owner: null,
  ...values,
})

interface Asked {
  readonly search: string
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string
  readonly descending: boolean
  readonly page_size: number
  readonly skip: number
}

/** The filters that are tested, as the database has them. */
const isListed =
  ({ search, filters }: Pick<Asked, 'search' | 'filters'>) =>
  (one: CohortRow) =>
    search.split(' ').every((word) => `${one.first_name} ${one.last_name}`.includes(word)) &&
    (filters['mood'] !== 'low' || (one.mood ?? 5) <= 2) &&
    (filters['check_in'] !== 'this_week' || one.last_check_in === '2026-03-02') &&
    (filters['owner'] === undefined || (filters['owner'] === MAYA ? one.owner !== null : one.owner === null)) &&
    (filters['label'] === undefined || one.labels.includes(filters['label']))

function find(asked: Asked) {
  const found = rows.filter(isListed(asked))
  const by = ({ first_name, mood }: CohortRow) => (asked.sort === 'mood' ? (mood ?? -Infinity) : first_name)
  // Founders without a value are the last ones, whatever the order.
  const sorted = found.toSorted((a, b) => {
    if (asked.sort === 'mood' && (a.mood === null || b.mood === null))
      return Number(a.mood === null) - Number(b.mood === null)
    return (by(a) < by(b) ? -1 : 1) * (asked.descending ? -1 : 1)
  })
  return sorted.slice(asked.skip, asked.skip + asked.page_size).map((one) => ({ ...one, total: found.length }))
}

beforeEach(() => {
  setClock('2026-03-04T09:00:00Z')
  stubLayout()
  server.has({ founder_invitations: [], saved_views: [] })
  rows = [
    row('Aba'),
    row('Bob', { mood: 1, last_check_in: '2026-03-02', moods: [1] }),
    row('Cyd', { mood: 5, last_check_in: '2026-03-02', moods: [5] }),
  ]
  labels = []
  server.rpc('find_cohort', (given) => find(given as unknown as Asked))
  server.rpc('cohort_ids', (given) => rows.filter(isListed(given as unknown as Asked)).map(({ id }) => id))
  server.rpc('list_labels', () => labels)
  server.rpc('squad_members', () => [{ id: MAYA, first_name: 'Maya', last_name: 'Member', email: null }])
  server.rpc('log_export', () => undefined)
})

async function show(query: Record<string, string> = {}) {
  const shown = await renderScreen(<UserManagement />, {
    path: `/admin/users?${new URLSearchParams({ view: 'table', ...query }).toString()}`,
    as: ADMIN,
  })
  await advance(200)
  return shown
}

const table = () => within(screen.getByRole('table', { name: 'Founders' }))
const names = () => [...document.querySelectorAll('[role=cell] a')].map(({ textContent }) => textContent)
const expectNames = (...firstNames: string[]) =>
  waitFor(() => expect(names()).toEqual(firstNames.map((name) => `${name} Table`)))
const header = (name: string) => table().getByRole('columnheader', { name })
const sortBy = (name: string) => press(within(header(name)).getByRole('button'))
const checkbox = (label: string) => table().getByLabelText<HTMLInputElement>(label)
const check = (label: string) => act(async () => fireEvent.click(checkbox(label)))
const chosen = () => screen.queryByRole('region', { name: 'Chosen founders' })?.querySelector('output')?.textContent

describe('the order', () => {
  test('is chosen by a column’s header, turned round by the next press, and in the URL', async () => {
    const { place } = await show({ search: 'Table' })
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(header('Mood, 12 weeks').getAttribute('aria-sort')).toBe('none')
    await sortBy('Mood, 12 weeks')
    await expectNames('Bob', 'Cyd', 'Aba')
    expect(header('Mood, 12 weeks').getAttribute('aria-sort')).toBe('ascending')
    await sortBy('Mood, 12 weeks')
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(header('Mood, 12 weeks').getAttribute('aria-sort')).toBe('descending')
    expect(table().getAllByRole('row').at(1)?.textContent).toContain('5')
    await sortBy('Name')
    await expectNames('Aba', 'Bob', 'Cyd')
    expect(place()).toBe('/admin/users?view=table&search=Table&sort=name&order=ascending')
  })

  test('is that of the URL', async () => {
    await show({ sort: 'name', order: 'ascending' })
    await expectNames('Aba', 'Bob', 'Cyd')
    expect(header('Name').getAttribute('aria-sort')).toBe('ascending')
  })

  test('has the list and the table at one address', async () => {
    server.rpc('find_founders', () => [])
    const { place } = await show()
    await press('List')
    expect(place()).toBe('/admin/users?view=list')
    await press('Table')
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(place()).toBe('/admin/users?view=table')
  })
})

describe('the filters', () => {
  test('are in the URL, shown, and removed one by one', async () => {
    const { place } = await show()
    await expectText('3 in all')
    await press('Filters')
    await choose('Last check-in', 'This week')
    await expectNames('Cyd', 'Bob')
    await expectText('2 found')
    await choose('Mood', '1 or 2')
    await expectNames('Bob')
    expect(place()).toBe('/admin/users?view=table&check_in=this_week&mood=low')
    await press('Remove the filter Last check-in: This week')
    await press('Remove the filter Mood: 1 or 2')
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(screen.queryByRole('list', { name: 'Filters in force' })).toBeNull()
  })

  test('are removed together', async () => {
    const { place } = await show({ check_in: 'this_week', mood: 'low' })
    await expectNames('Bob')
    await press('Remove all')
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(place()).toBe('/admin/users?view=table')
  })

  test('have a label that no founder has', async () => {
    labels = [{ id: LABEL, name: 'Batch', founders: 0 }]
    const { place } = await show()
    await press('Filters')
    await choose('Label', 'Batch')
    await expectText('No founder matches.')
    expect(place()).toBe(`/admin/users?view=table&label=${LABEL}`)
  })

  test('have the owners, by name and for whoever looks', async () => {
    rows = [row('Aba', { owner: 'Maya Member' }), row('Bob')]
    const { place } = await show()
    await press('Filters')
    await choose('Owner', 'Maya Member')
    await expectNames('Aba')
    expect(table().getAllByRole('row').at(1)?.textContent).toContain('Maya Member')
    expect(place()).toBe(`/admin/users?view=table&owner=${MAYA}`)
    await choose('Owner', 'Nobody')
    await expectNames('Bob')
    await choose('Owner', 'Me')
    expect(server.sent('POST rpc/find_cohort').at(-1)?.body).toMatchObject({ filters: { owner: 'mine' } })
    await press('Remove the filter Owner: Me')
    await expectNames('Bob', 'Aba')
  })

  test('ignore an owner that is none, and name one who has left the team', async () => {
    const { place } = await show({ owner: 'everybody' })
    await expectNames('Cyd', 'Bob', 'Aba')
    expect(screen.queryByRole('list', { name: 'Filters in force' })).toBeNull()
    await act(async () => setSearchParams({ view: 'table', owner: LABEL }))
    await press('Remove the filter Owner: a former admin')
    expect(place()).toBe('/admin/users?view=table')
  })

  test('name a deleted label, so that it can be removed', async () => {
    await show({ label: LABEL })
    await expectText('No founder matches.')
    await press('Remove the filter Label: deleted')
    await expectNames('Cyd', 'Bob', 'Aba')
  })
})

/** Presses Export CSV. @returns the name and the text of the file */
async function exports(): Promise<[name: string, text: string]> {
  let file: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    file = content as Blob
    return 'blob:file'
  })
  let name = ''
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  await press('Export CSV')
  await waitFor(() => expect(file).toBeDefined())
  // `text` would not have the byte order mark.
  const bytes = await file!.arrayBuffer()
  return [name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]
}

describe('the exported file', () => {
  test('has the columns of the table, and is in the audit', async () => {
    rows = [row('Aba', { last_check_in: '2026-03-02' }), row('=Bob')]
    const { place } = await show({ sort: 'name', order: 'ascending' })
    await press('Columns')
    const columns = within(screen.getByRole('group', { name: 'Columns' }))
    const gone = ['Risk', 'Mood, 12 weeks', 'Goals done', 'Conversions', 'Conversions in 7 days', 'Runway, months', 'Last message', 'Labels', 'Owner', 'Joined'] // prettier-ignore
    for (const column of gone) await act(async () => fireEvent.click(columns.getByLabelText(column)))
    expect(table().getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Choose all 2',
      'Name',
      'Last check-in',
    ]) // prettier-ignore
    expect(place()).toMatch(/&columns=check_in$/)
    expect(await exports()).toEqual([
      'founders-2026-03-04.csv',
      "\ufeffName,Last check-in\r\n'=Bob Table,\r\nAba Table,2026-03-02\r\n",
    ])
    expect(server.sent('POST rpc/log_export').map(({ body }) => body)).toEqual([
      { founders: 2, columns: ['name', 'check_in'] },
    ])
  })

  test('has twelve moods and since when an answer is waited for, and each founder although one moved', async () => {
    const at = '2026-03-02T09:00:00+00:00'
    rows = [
      row('Aba', { mood: 4, moods: [null, 3, null, 4, null] }),
      row('Bob', { last_message_at: at, waiting_since: at }),
    ]
    await show({ sort: 'name', order: 'ascending', columns: 'mood,change,message' })
    await expectNames('Aba', 'Bob')
    let reads = 0
    server.rpc('find_cohort', (given) => {
      const found = find(given as unknown as Asked)
      // A founder has moved to a page before this one.
      return reads++ === 0 ? found.slice(1) : found
    })
    const written = new Date(at).toLocaleString('sv')
    expect((await exports())[1]).toBe(
      '\ufeffName,"Mood, 12 weeks",Last mood,Conversions in 7 days,Last message,Waiting since\r\n' +
        `Aba Table,3 - 4 -,4,,,\r\nBob Table,,,,${written},${written}\r\n`,
    )
    expect(reads).toBe(2)
  })

  test('is not saved unless the audit has noted it', async () => {
    server.lose('POST rpc/log_export')
    const saved = vi.spyOn(URL, 'createObjectURL')
    await show()
    await press('Export CSV')
    await expectFailure('Failed to export the founders')
    expect(saved).not.toHaveBeenCalled()
  })
})

describe('founders', () => {
  test('are chosen one by one, and all that match at once', async () => {
    await show()
    await expectNames('Cyd', 'Bob', 'Aba')
    await check('Choose Aba Table')
    expect(chosen()).toBe('1 founder chosen')
    await check('Choose all 3')
    await waitFor(() => expect(chosen()).toBe('3 founders chosen'))
    await check('Choose Bob Table')
    expect(chosen()).toBe('2 founders chosen')
    await press('Clear selection')
    expect(chosen()).toBeUndefined()
    expect(checkbox('Choose Aba Table').checked).toBe(false)
  })

  test('are chosen until another search, and again when it is undone', async () => {
    await show({ search: 'Aba' })
    await expectNames('Aba')
    await check('Choose all 1')
    await waitFor(() => expect(chosen()).toBe('1 founder chosen'))
    await type('Search by name', 'Bob')
    await advance(200)
    await expectNames('Bob')
    expect(checkbox('Choose all 1').checked).toBe(false)
    expect(chosen()).toBeUndefined()
    await type('Search by name', 'Aba')
    await advance(200)
    await waitFor(() => expect(checkbox('Choose all 1').checked).toBe(true))
    expect(chosen()).toBe('1 founder chosen')
  })

  test('who cannot be chosen all at once stay as they are, with a notice', async () => {
    server.lose('POST rpc/cohort_ids')
    await show()
    await expectNames('Cyd', 'Bob', 'Aba')
    await check('Choose all 3')
    await expectFailure('Failed to choose all founders')
    expect(chosen()).toBeUndefined()
  })
})

test('says when it cannot load, and tries again', async () => {
  const allow = server.refuse('POST rpc/find_cohort')
  await show()
  await expectFailure('Failed to load the founders')
  allow()
  await press('Try again')
  await expectNames('Cyd', 'Bob', 'Aba')
})

test('the owner whom a colleague chooses is there at once', async () => {
  await show({ owner: MAYA })
  await screen.findByText('0 found')
  await server.goLive('founder_owners')
  const aba = row('Aba', { owner: 'Maya Member' })
  rows = [aba]
  server.inserts('founder_owners', { user_id: aba.id, owner: MAYA })
  await advance(500)
  await expectNames('Aba')
})

test('is empty before the first sign-up', async () => {
  rows = []
  await show()
  await expectText('No founders yet.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true)
})
