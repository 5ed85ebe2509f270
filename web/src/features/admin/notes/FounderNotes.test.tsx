// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { choose, chosen, pressFound, search } from '../../../testing/choose.ts'
import { serveNames } from '../../../testing/founder.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import {
  advance,
  card,
  expectFailure,
  expectGone,
  expectSuccess,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { FounderNotes } from './FounderNotes.tsx'

const server = stubServer()

const ANA = { id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', created_at: '2026-01-01T00:00:00Z' }

beforeEach(() => {
  server.has({ notes: [], profiles: [ANA] })
  serveNames(server)
  server.rpc('note_categories', () => [])
  server.rpc('note_authors', () => [{ id: ADMIN.id, name: 'Adele Admin' }])
  server.rpc('find_notes', ({ search = '', category, author, page_size, after_id }) => {
    const found = server
      .rows('notes')
      .filter((one) => one.title.includes(String(search)) && (category === undefined || one.category === category))
      .filter(() => author === undefined || author === ADMIN.id)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    const from = found.findIndex(({ id }) => id === after_id) + 1
    return found.slice(from, from + Number(page_size)).map((note) => ({ note, author_name: 'Adele Admin' }))
  })
  server.rpc('find_founders', ({ search }) =>
    'ana founder'.includes(String(search).toLowerCase()) ? [{ ...ANA, email: null, is_admin: false, total: 1 }] : [],
  )
})

const show = (query = '') => renderScreen(<FounderNotes />, { path: `/admin/notes${query}`, as: ADMIN })
const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Note' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const titles = () => card('All Notes').queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent) // prettier-ignore
const note = async (title: string) =>
  within((await card('All Notes').findByRole('heading', { name: title })).closest('article')!)

/** Types part of the name and waits for what is found. */
async function finds(text: string): Promise<void> {
  setClock('2026-03-02T09:00:00Z')
  await search('Founder', text)
  await advance(200)
}

async function choosesAna(): Promise<void> {
  await finds('AN')
  await pressFound('Ana Founder')
}

test('a founder is found by part of the name only, by keyboard', async () => {
  await show()
  await finds('no such founder')
  await screen.findByText('No founder with that name.')
  await finds('NA')
  await waitFor(() =>
    expect(screen.getAllByRole('option', { name: /Founder$/ }).map(({ textContent }) => textContent)).toEqual([
      'Ana Founder',
    ]),
  )
  await pressKey('ArrowDown')
  await pressKey('Enter')
  expect(field('Founder').value).toBe('Ana Founder')
})

test('submitting twice creates one note', async () => {
  await show()
  await choosesAna()
  await type('Content', 'Lock-in')
  await type('Title', 'What they fear')
  const form = create().closest('form')!
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
  })
  await note('What they fear')
  expect(create().textContent).toBe('Create Note')
  expect(server.sent('POST notes')).toHaveLength(1)
  expect(server.rows('notes')).toMatchObject([{ title: 'What they fear', user_id: FOUNDER.id }])
})

test('founder, title and content are required', async () => {
  await show()
  expect(create().disabled).toBe(true)
  await type('Title', 'What buyers fear')
  await type('Content', 'Lock-in')
  expect(create().disabled).toBe(true)
  await choosesAna()
  expect(create().disabled).toBe(false)
  for (const label of ['Title', 'Content']) {
    const typed = field(label).value
    await type(label, '  ')
    expect(create().disabled).toBe(true)
    await type(label, typed)
    expect(create().disabled).toBe(false)
  }
})

test('the category is buyer-insights unless another is typed; a created note empties the form, except for the founder', async () => {
  await show()
  expect(field('Category').value).toBe('buyer-insights')
  await choosesAna()
  await type('Title', 'What buyers fear')
  await type('Content', 'Lock-in')
  await press('Create Note')
  await expectSuccess('Note created successfully')
  expect([field('Title').value, field('Content').value]).toEqual(['', ''])
  expect(field('Founder').value).toBe('Ana Founder')

  await type('Category', 'pricing')
  await type('Title', 'What buyers pay')
  await type('Content', 'Little')
  await press('Create Note')
  await note('What buyers pay')
  expect(field('Category').value).toBe('buyer-insights')
  expect(server.rows('notes')).toMatchObject([
    { user_id: FOUNDER.id, title: 'What buyers fear', category: 'buyer-insights', content: 'Lock-in' },
    { user_id: FOUNDER.id, title: 'What buyers pay', category: 'pricing', content: 'Little' },
  ])
})

test('all founders’ notes are listed, newest first, each with its owner, ten at a time', async () => {
  const ben = 'b0000000-0000-4000-8000-00000000000b'
  const numbers = Array.from({ length: 15 }, (_, index) => 15 - index)
  server.has({
    profiles: [{ id: ben, first_name: 'Ben', last_name: 'Second' }],
    notes: [
      ...numbers.map((n) => ({ title: `Note ${n}`, created_at: new Date(Date.UTC(2100, 0, 1, 0, n)).toISOString() })),
      { user_id: ben, title: 'About Ben', created_at: '2100-01-01T00:30:00.000Z' },
    ],
  })
  await show()
  const about = await note('About Ben')
  const expected = ['About Ben', ...numbers.map((n) => `Note ${n}`)]
  expect(titles()).toEqual(expected.slice(0, 10))
  await about.findByText('Ben Second')
  about.getByText(/· Jan 1, 2100 · by Adele Admin$/)
  ;(await note('Note 15')).getByText('Ana Founder')
  await press('Load More Notes')
  await note('Note 1')
  expect(titles()).toEqual(expected)
  expect(screen.queryByRole('button', { name: 'Load More Notes' })).toBeNull()
})

test('the name of a note’s founder leads to their page', async () => {
  server.has({ notes: [{ title: 'For Ana' }] })
  await show()
  const link = await screen.findByRole('link', { name: 'Ana Founder' })
  expect(link.getAttribute('href')).toBe(`/admin/founders/${FOUNDER.id}`)
})

test('a note is edited in its place; Escape leaves it as it was', async () => {
  server.has({ notes: [{ title: 'For Ana', category: 'pricing', content: 'Ask $40' }] })
  await show()
  await press('Edit note: For Ana')
  const form = () => within(screen.getByRole('form', { name: 'Edit note: For Ana' }))
  const title = () => form().getByLabelText<HTMLInputElement>('Title')
  expect(document.activeElement).toBe(title())
  await type(title(), 'Not this')
  await pressKey('Escape')
  expect(titles()).toEqual(['For Ana'])
  await press('Edit note: For Ana')
  await type(title(), ' ')
  expect(form().getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await type(title(), 'For Ana and Ben')
  await type(form().getByLabelText('Content'), 'Ask $50')
  await press(form().getByRole('button', { name: 'Save' }))
  await expectSuccess('Note updated')
  expect(titles()).toEqual(['For Ana and Ben'])
  expect(server.rows('notes')).toMatchObject([{ title: 'For Ana and Ben', category: 'pricing', content: 'Ask $50' }])
})

test('an edit that cannot be saved is undone, and what was typed is there when it is edited again', async () => {
  server.has({ notes: [{ title: 'For Ana', content: 'Ask $40' }] })
  server.lose('PATCH notes')
  await show()
  await press('Edit note: For Ana')
  const form = () => within(screen.getByRole('form', { name: 'Edit note: For Ana' }))
  await type(form().getByLabelText('Content'), 'Ask $50')
  await press(form().getByRole('button', { name: 'Save' }))
  await expectFailure('Failed to update note')
  ;(await note('For Ana')).getByText('Ask $40')
  await press('Edit note: For Ana')
  expect(form().getByLabelText<HTMLTextAreaElement>('Content').value).toBe('Ask $50')
})

test('a note is deleted after confirmation', async () => {
  server.has({ notes: [{ title: 'For Ana' }] })
  await show()
  await press('Delete note: For Ana')
  await screen.findByRole('alertdialog', { name: 'Delete this note?' })
  await press('Cancel')
  expect(titles()).toEqual(['For Ana'])
  await press('Delete note: For Ana')
  await press('Delete')
  await expectSuccess('Note deleted successfully')
  await screen.findByText('No notes yet.')
  expect(server.rows('notes')).toEqual([])
})

test('a failed save shows an error and keeps the form; a failed deletion restores the note', async () => {
  await show()
  await choosesAna()
  await type('Category', 'pricing')
  await type('Title', 'For Ana')
  await type('Content', 'Lock-in')
  const allow = server.lose('POST notes')
  await press('Create Note')
  await expectFailure('Failed to save note')
  expect(['Founder', 'Category', 'Title', 'Content'].map((label) => field(label).value)).toEqual([
    'Ana Founder',
    'pricing',
    'For Ana',
    'Lock-in',
  ])
  allow()
  await press('Create Note')
  await expectSuccess('Note created successfully')
  await note('For Ana')

  server.lose('DELETE notes')
  // The note is there before the list is read again.
  const release = server.hold('POST rpc/find_notes')
  await press('Delete note: For Ana')
  await press('Delete')
  await expectFailure('Failed to delete note')
  expect(titles()).toEqual(['For Ana'])
  release()
})

test('an unsaved note survives leaving the screen, and a reload', async () => {
  const { leave } = await show()
  await choosesAna()
  await type('Title', 'Half a note')
  leave()
  const { reload } = await show()
  expect([field('Founder').value, field('Title').value]).toEqual(['Ana Founder', 'Half a note'])
  await reload()
  expect([field('Founder').value, field('Title').value]).toEqual(['Ana Founder', 'Half a note'])
})

test('shows an error when the list fails to load, with a retry', async () => {
  const allow = server.refuse('POST rpc/find_notes')
  await show()
  await expectFailure('Failed to load notes')
  allow()
  await press('Try again')
  await screen.findByText('No notes yet.')
})

test('the categories of other notes are suggested', async () => {
  server.rpc('note_categories', () => ['buyer-insights', 'pricing'])
  await show()
  const field = await screen.findByLabelText<HTMLInputElement>('Category')
  await waitFor(() =>
    expect(
      [...(field.list?.options ?? document.querySelectorAll('datalist option'))].map(
        (option) => (option as HTMLOptionElement).value,
      ),
    ).toEqual(['buyer-insights', 'pricing']),
  )
  expect(field.getAttribute('list')).toBe(document.querySelector('datalist')?.id)
})

describe('the list', () => {
  beforeEach(() => {
    setClock('2026-03-02T09:00:00Z')
    server.rpc('note_categories', () => ['buyer-insights', 'pricing'])
    const lockIn = { title: 'Lock-in', category: 'buyer-insights', content: 'They fear it' }
    server.has({ notes: [{ title: 'Tiers', category: 'pricing' }, lockIn] })
  })
  const list = () => card('All Notes')
  const asked = () => server.sent('POST rpc/find_notes').at(-1)?.body

  test('is searched once typing pauses; the URL has the words', async () => {
    const { place } = await show()
    await note('Tiers')
    await search('Search notes', 'Lock')
    await advance(200)
    await waitFor(() => expect(titles()).toEqual(['Lock-in']))
    expect(place()).toBe('/admin/notes?search=Lock')
    await search('Search notes', 'zebra')
    await advance(200)
    await list().findByText('No notes match.')
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
    const release = server.hold('POST rpc/find_notes')
    await search('Search notes', 'Tiers')
    await advance(200)
    await expectGone(() => list().queryByText('No notes match.'))
    release()
    await note('Tiers')
    await search('Search notes', '')
    await advance(200)
    await waitFor(() => expect(titles()).toHaveLength(2))
    expect(place()).toBe('/admin/notes')
  })

  test('is filtered by category and author, from a link too', async () => {
    const { place } = await show(`?category=pricing&author=${ADMIN.id}`)
    await note('Tiers')
    expect(titles()).toEqual(['Tiers'])
    expect(asked()).toMatchObject({ search: '', category: 'pricing', author: ADMIN.id })
    expect(chosen('Filter by author')).toBe('Adele Admin')
    await choose('Filter by category', 'Buyer insights')
    await note('Lock-in')
    expect(titles()).toEqual(['Lock-in'])
    await choose('Filter by author', 'Anyone')
    expect(place()).toBe('/admin/notes?category=buyer-insights')
    await choose('Filter by category', 'Any category')
    expect(place()).toBe('/admin/notes')
    await waitFor(() => expect(titles()).toHaveLength(2))
  })

  test('names what the URL has and no list does, and ignores an author that is none', async () => {
    const { place } = await show(`?search=i&category=old-one&author=${FOUNDER.id}`)
    await list().findByText('No notes match.')
    expect([chosen('Filter by category'), chosen('Filter by author')]).toEqual(['Old one', 'A former admin'])
    await press('Clear filters')
    await note('Tiers')
    expect(place()).toBe('/admin/notes?search=i')
    await act(async () => setSearchParams({ author: 'everybody' }))
    expect(chosen('Filter by author')).toBe('Anyone')
    expect(asked()).not.toHaveProperty('author')
  })

  test('loads more of what matches', async () => {
    server.has({ notes: Array.from({ length: 11 }, (_, n) => ({ title: `Lock ${n}` })) })
    await show('?search=Lock')
    await waitFor(() => expect(titles()).toHaveLength(10))
    await press('Load More Notes')
    await waitFor(() => expect(titles()).toHaveLength(12))
    expect(asked()).toMatchObject({ search: 'Lock', after_id: expect.any(String) as string })
  })

  test('a note that is changed or deleted in a search is so at once', async () => {
    await show('?search=Lock')
    await press('Edit note: Lock-in')
    const release = server.hold('POST rpc/find_notes')
    await type(screen.getByLabelText('Title', { selector: 'form[aria-label] input' }), 'Locked')
    await press('Save')
    await waitFor(() => expect(titles()).toEqual(['Locked']))
    await press('Delete note: Locked')
    await press('Delete')
    await expectSuccess('Note deleted successfully')
    expect(titles()).toEqual([])
    release()
  })
})
