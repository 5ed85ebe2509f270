// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { pressFound, search } from '../../../testing/choose.ts'
import { serveNames } from '../../../testing/founder.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import {
  advance,
  card,
  expectFailure,
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
  server.rpc('find_founders', ({ search }) =>
    'ana founder'.includes(String(search).toLowerCase()) ? [{ ...ANA, email: null, is_admin: false, total: 1 }] : [],
  )
})

const show = () => renderScreen(<FounderNotes />, { as: ADMIN })
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
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Ana Founder']),
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
  about.getByText(/· Jan 1, 2100$/)
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
  const release = server.hold('GET notes')
  await press('Delete note: For Ana')
  await press('Delete')
  await expectFailure('Failed to delete note')
  expect(titles()).toEqual(['For Ana'])
  release()
})

test('an unsaved note survives leaving the screen', async () => {
  const { leave } = await show()
  await choosesAna()
  await type('Title', 'Half a note')
  leave()
  await show()
  expect([field('Founder').value, field('Title').value]).toEqual(['Ana Founder', 'Half a note'])
})

test('shows an error when the list fails to load, with a retry', async () => {
  const allow = server.refuse('GET notes')
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
