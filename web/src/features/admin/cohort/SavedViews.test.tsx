// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { stubLayout } from '../../../testing/layout.ts'
import { ADMIN } from '../../../testing/people.ts'
import { advance, expectFailure, expectGone, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { UserManagement } from '../users/UserManagement.tsx'

const server = stubServer()

const BATCH = {
  id: 'c0000000-0000-4000-8000-000000000001',
  name: 'Batch 7',
  admin_id: ADMIN.id as string | null,
  query: { search: 'ana', filters: { mood: 'low', height: 'tall' }, sort: 'owner', descending: false, columns: ['owner', 'x'] }, // prettier-ignore
}
const BATCH_PARAMS = 'search=ana&mood=low&sort=owner&order=ascending&columns=owner'

beforeEach(() => {
  setClock('2026-03-04T09:00:00Z')
  stubLayout()
  server.has({ founder_invitations: [], saved_views: [] })
  server.rpc('squad_members', () => [])
  server.rpc('list_labels', () => [])
  // As many as filters and words.
  server.rpc('find_cohort', ({ search, filters, page_size }) => {
    const total = 9 - Object.keys(filters as object).length - (search === '' ? 0 : 1)
    return page_size === 1 ? [{ id: 'x', total }] : []
  })
})

async function show(query = 'view=table') {
  const shown = await renderScreen(<UserManagement />, { path: `/admin/users?${query}`, as: ADMIN })
  await advance(200)
  return shown
}

const views = () => within(screen.getByRole('navigation', { name: 'Views' }))
const listed = () => views().getAllByRole('link').map(({ textContent }) => textContent) // prettier-ignore
const current = () => views().queryByRole('link', { current: true })?.textContent
const choose = (name: RegExp) => act(async () => fireEvent.click(views().getByRole('link', { name })))
const inDialog = () => within(screen.getByRole('dialog'))

test('all founders and the admin’s own are there from the start, with their counts', async () => {
  const { place } = await show()
  await waitFor(() => expect(listed()).toEqual(['All 9', 'Mine 8']))
  expect(current()).toBe('All 9')
  await choose(/Mine/)
  expect(place()).toBe('/admin/users?view=table&owner=mine')
  expect(current()).toBe('Mine 8')
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull()
})

test('views that fail to load say so beside the others, with a retry', async () => {
  server.has({ saved_views: [BATCH] })
  const allow = server.refuse('GET saved_views')
  await show()
  await expectFailure('Failed to load the views')
  expect(listed()).toEqual(['All 9', 'Mine 8'])
  expect(views().queryByText('Failed to load the views')).toBeNull()
  allow()
  await press('Try again')
  await waitFor(() => expect(listed()).toEqual(['All 9', 'Mine 8', 'Batch 7 7']))
})

describe('a saved view', () => {
  beforeEach(() => server.has({ saved_views: [BATCH] }))

  test('is a link with all that it shows, without what this version does not have', async () => {
    const { place } = await show()
    await waitFor(() => expect(listed()).toEqual(['All 9', 'Mine 8', 'Batch 7 7']))
    await choose(/Batch 7/)
    expect(place()).toBe(`/admin/users?view=table&saved=${BATCH.id}&${BATCH_PARAMS}`)
    expect(current()).toBe('Batch 7 7')
    expect(screen.getByLabelText<HTMLInputElement>('Search by name').value).toBe('ana')
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull()
  })

  test('that is changed is saved again, or as another one', async () => {
    await show(`view=table&saved=${BATCH.id}&${BATCH_PARAMS}`)
    await press('Remove the filter Mood: 1 or 2')
    await press('Save changes')
    await waitFor(() =>
      expect(server.rows('saved_views')).toMatchObject([
        { name: 'Batch 7', query: { search: 'ana', sort: 'owner', descending: false, columns: ['owner'] } },
      ]),
    )
    await expectGone(() => screen.queryByRole('button', { name: 'Save changes' }))
    expect(current()).toMatch(/Batch 7/)
  })

  test('is renamed and shared with the team', async () => {
    await show(`view=table&saved=${BATCH.id}&${BATCH_PARAMS}`)
    await press('Change the view Batch 7')
    await type('Name', ' Batch 8 ')
    await act(async () => fireEvent.click(inDialog().getByRole('checkbox')))
    await press('Save')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(server.rows('saved_views')).toMatchObject([{ name: 'Batch 8', admin_id: null, query: BATCH.query }])
    await views().findByRole('link', { name: /Batch 8/, current: true })
  })

  test('of the team becomes the admin’s own under another id, or is gone already', async () => {
    server.deletes('saved_views')
    const team = { ...BATCH, admin_id: null }
    server.has({ saved_views: [team] })
    const kept = 'c0000000-0000-4000-8000-000000000002'
    server.rpc('keep_view', () => null)
    const { place } = await show(`view=table&saved=${BATCH.id}&${BATCH_PARAMS}`)
    await press('Change the view Batch 7')
    await act(async () => fireEvent.click(inDialog().getByRole('checkbox')))
    inDialog().getByText('The team loses this view: it will be yours alone.')
    await press('Save')
    await expectFailure('This view no longer exists. Another admin may have deleted it.')
    server.rpc('keep_view', ({ view, name }) => {
      server.deletes('saved_views', ({ id }) => id === view)
      server.has({ saved_views: [{ ...team, id: kept, name: String(name), admin_id: ADMIN.id }] })
      return kept
    })
    await press('Save')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(place()).toContain(`saved=${kept}`)
    await views().findByRole('link', { name: /Batch 7/, current: true })
  })

  test('that a colleague shares, renames or deletes is there at once', async () => {
    await show()
    await server.goLive('saved_views')
    server.inserts('saved_views', { name: 'Autumn', admin_id: null, query: {} })
    await views().findByRole('link', { name: /Autumn/ })
    server.deletes('saved_views', ({ name }) => name === 'Autumn')
    await expectGone(() => views().queryByRole('link', { name: /Autumn/ }))
  })

  test('is deleted after a question; the founders stay in the table', async () => {
    const { place } = await show(`view=table&saved=${BATCH.id}&${BATCH_PARAMS}`)
    await press('Change the view Batch 7')
    await press('Delete')
    await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await expectGone(() => screen.queryByRole('dialog'))
    expect(server.rows('saved_views')).toEqual([])
    expect(place()).toBe(`/admin/users?view=table&${BATCH_PARAMS}`)
  })

  test('of a colleague shows its founders without the name', async () => {
    await show(`view=table&saved=${ADMIN.id}&owner=none`)
    await waitFor(() => expect(listed()).toHaveLength(3))
    expect(current()).toBeUndefined()
    screen.getByRole('button', { name: 'Remove the filter Owner: Nobody' })
  })
})

test('a view is saved under a name, which stays when it fails, and is then the one that is shown', async () => {
  const { place } = await show('view=table&mood=low')
  await press('Save as a view…')
  await type('Name', ' Low ')
  const allow = server.refuse('POST saved_views', { status: 409, code: '23505' })
  await press('Save')
  await expectFailure('There is a view with this name already.')
  expect(inDialog().getByLabelText<HTMLInputElement>('Name').value).toBe(' Low ')
  allow()
  await press('Save')
  await expectGone(() => screen.queryByRole('dialog'))
  const [saved] = server.rows('saved_views')
  expect(saved).toMatchObject({ name: 'Low', admin_id: ADMIN.id, query: { filters: { mood: 'low' } } })
  expect(place()).toBe(`/admin/users?view=table&mood=low&saved=${saved?.id}`)
  await views().findByRole('link', { name: /Low/, current: true })
})
