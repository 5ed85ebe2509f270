// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveNames } from '../../../testing/founder.ts'
import { ADMIN } from '../../../testing/people.ts'
import { advance, expectFailure, expectText, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder } from './test-founder.tsx'
import { UserManagement } from './UserManagement.tsx'

const server = stubServer()

interface Found {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly created_at: string
  readonly email: string | null
  readonly owner: string | null
  readonly is_admin: boolean
}

/** Newest first. */
let founders: readonly Found[] = []

const newest = () => founders.at(0)!

const founder = (first_name: string, last_name = 'Founder', values: Partial<Found> = {}): Found => ({
  id: newId(),
  first_name,
  last_name,
  created_at: '2026-01-01T09:00:00Z',
  email: null,
  is_admin: false,
  owner: null,
  ...values,
})

beforeEach(() => {
  setClock('2026-03-02T09:00:00Z')
  hasFounder(server)
  server.has({ profiles: [], founder_invitations: [], saved_views: [] })
  serveNames(server)
  server.rpc('find_cohort', () => [])
  server.rpc('squad_members', () => [])
  founders = [founder('Cyd'), founder('Bob'), founder('Aba')]
  server.rpc('find_founders', ({ search, page_size, after_id }) => {
    const found = founders.filter((one) => `${one.first_name} ${one.last_name}`.includes(String(search)))
    const start = found.findIndex(({ id }) => id === after_id) + 1
    const admins = found.filter(({ is_admin }) => is_admin).length
    return found.slice(start, start + Number(page_size)).map((one) => ({ ...one, total: found.length, admins }))
  })
})

const show = async (path = '/admin/users?view=list') => {
  const shown = await renderScreen(<UserManagement />, { path, as: ADMIN })
  await advance(200)
  return shown
}
const names = () => [...document.querySelectorAll('[id^=name-]')].map(({ textContent }) => textContent)
async function finds(text: string): Promise<void> {
  await type('Search by name', text)
  await advance(200)
}

describe('the list', () => {
  test('a name leads to the founder’s page, and so do the details', async () => {
    const { place } = await show()
    expect(screen.getByRole('link', { name: 'Bob Founder' }).getAttribute('href')).toMatch(/^\/admin\/founders\//)
    const [details = ''] = screen.getAllByRole('button', { name: 'View Details' })
    await press(details)
    await press('Founder page', 'link')
    expect(place()).toBe(`/admin/founders/${newest().id}`)
  })

  test('is searched while the admin types, without the spaces around the words', async () => {
    await show()
    await expectText('3 in all')
    expect(names()).toEqual(['Cyd Founder', 'Bob Founder', 'Aba Founder'])
    await finds('  Bob  ')
    await expectText('1 found')
    expect(names()).toEqual(['Bob Founder'])
    await finds('no match')
    await expectText('No founder with that name.')
    await finds('')
    await expectText('3 in all')
    expect(names()).toEqual(['Cyd Founder', 'Bob Founder', 'Aba Founder'])
    const searches = server.sent('POST rpc/find_founders').map(({ body }) => (body as { search: string }).search)
    expect(searches.slice(0, 3)).toEqual(['', 'Bob', 'no match'])
  })

  test('counts founders; admins are listed beside them', async () => {
    founders = [founder('Cyd'), founder('Ada', 'Admin', { is_admin: true }), founder('Bob')]
    await show()
    await expectText('2 in all, and 1 admin')
    await finds('Admin')
    await expectText('0 found, and 1 admin')
    expect(names()).toEqual(['Ada Admin'])
  })

  test('is empty before the first sign-up', async () => {
    founders = []
    await show()
    await expectText('No founders yet.')
  })

  test('has 50 at a time, newest first; Load More Users loads the rest', async () => {
    founders = Array.from({ length: 52 }, (_, index) => founder(`Member${52 - index}`))
    await show()
    const newestFirst = founders.map(({ first_name }) => `${first_name} Founder`)
    await expectText('52 in all')
    expect(names()).toEqual(newestFirst.slice(0, 50))
    await press('Load More Users')
    await waitFor(() => expect(names()).toEqual(newestFirst))
    expect(screen.queryByRole('button', { name: 'Load More Users' })).toBeNull()
  })

  test('shows an error when it fails to load, with a retry', async () => {
    const allow = server.refuse('POST rpc/find_founders')
    await show()
    await expectFailure('Failed to load users')
    allow()
    await press('Try again')
    await waitFor(() => expect(names()).toHaveLength(3))
  })
})

test('the table is shown first, and what was chosen is remembered in this browser', async () => {
  const { leave } = await show('/admin/users')
  const isChosen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  expect([isChosen('List'), isChosen('Table')]).toEqual(['false', 'true'])
  await press('List')
  await waitFor(() => expect(names()).toHaveLength(3))
  leave()
  await show('/admin/users')
  expect([isChosen('List'), isChosen('Table')]).toEqual(['true', 'false'])
  await press('Table')
  expect(isChosen('Table')).toBe('true')
})

describe('the details', () => {
  const dialog = (name: string) => screen.findByRole('dialog', { name })

  test('lead to the founder before and after, at the same tab', async () => {
    await show()
    await press(screen.getAllByRole('button', { name: 'View Details' }).at(1)!)
    await dialog('Bob Founder')
    await expectText('2 of 3')
    await press('Decisions', 'tab')
    await press('Next founder')
    await dialog('Aba Founder')
    expect(screen.getByRole('tab', { name: 'Decisions' }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('button', { name: 'Next founder' }).getAttribute('aria-disabled')).toBe('true')
    await press('Next founder')
    await dialog('Aba Founder')
    await press('Previous founder')
    await press('Previous founder')
    await dialog('Cyd Founder')
    await expectText('1 of 3')
    expect(screen.getByRole('button', { name: 'Previous founder' }).getAttribute('aria-disabled')).toBe('true')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('are opened by the address at a tab, and closed with it', async () => {
    server.has({ profiles: [{ id: newest().id, first_name: 'Cyd', last_name: 'Founder' }] })
    const { place } = await show(`/admin/users?view=list&founder=${newest().id}&tab=runway`)
    await dialog('Cyd Founder')
    expect(screen.getByRole('tab', { name: 'Runway' }).getAttribute('aria-selected')).toBe('true')
    await press(within(await dialog('Cyd Founder')).getByRole('button', { name: 'Close' }))
    expect(place()).toBe('/admin/users?view=list')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('of a founder who does not exist say so', async () => {
    await show(`/admin/users?view=list&founder=${newId()}`)
    await expectText('This founder does not exist any more.')
  })

  test('of a founder who cannot be loaded say so, with a retry', async () => {
    const allow = server.refuse('GET profiles')
    server.has({ profiles: [{ id: newest().id, first_name: 'Cyd', last_name: 'Founder' }] })
    await show(`/admin/users?view=list&founder=${newest().id}`)
    await expectFailure('Failed to load user data')
    allow()
    await press('Try again')
    await dialog('Cyd Founder')
  })
})

test('the owner whom a colleague chooses is in the list at once', async () => {
  await show()
  await screen.findByText('3 in all')
  await server.goLive('founder_owners')
  founders = founders.map((one) => ({ ...one, owner: 'Maya' }))
  server.inserts('founder_owners', { user_id: newest().id, owner: ADMIN.id })
  await advance(200)
  await waitFor(() => expect(screen.getAllByText(/, owner Maya$/)).toHaveLength(3))
})
