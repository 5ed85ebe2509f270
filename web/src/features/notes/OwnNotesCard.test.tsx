// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import {
  advance,
  card,
  expectFailure,
  expectSuccess,
  notices,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { OWN_NOTE_LIMIT } from './own-notes-api.ts'
import { OwnNotesCard } from './OwnNotesCard.tsx'

const server = stubServer()
beforeEach(() => server.has({ own_notes: [] }))

const show = () => renderScreen(<OwnNotesCard />)
const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label)
const has = (...contents: string[]) =>
  server.has({
    own_notes: contents.map((content, n) => ({
      content,
      created_at: new Date(Date.UTC(2026, 2, 30 - n)).toISOString(),
    })),
  })
const shown = () => screen.queryAllByRole('article').map((note) => note.querySelector('p')?.textContent)

test('without notes it says what they are for, and who reads them', async () => {
  await show()
  await screen.findByText('No notes yet. Write down what you want to remember.')
  expect(
    card('My Notes').getByText('Only you can read these. Your AI co-founder finds them when you ask.'),
  ).toBeDefined()
})

test('a note is saved once without the blanks around it, and the next one can be typed', async () => {
  await show()
  await type('New note', '  \n')
  await press('Save')
  expect(screen.getByText('Write something first.')).toBeDefined()
  expect(document.activeElement).toBe(await field('New note'))
  await type('New note', ' Is Jo happy here?\n')
  await press('Save')
  await expectSuccess('Note saved')
  await waitFor(() => expect(shown()).toEqual(['Is Jo happy here?']))
  expect(server.sent('POST own_notes')).toHaveLength(1)
  expect(server.rows('own_notes')).toMatchObject([{ user_id: FOUNDER.id, content: 'Is Jo happy here?' }])
  const next = await field('New note')
  expect(next.value).toBe('')
  expect(document.activeElement).toBe(next)
})

test('a note that is too long is not saved, which is said beside its field', async () => {
  await show()
  await type('New note', 'x'.repeat(OWN_NOTE_LIMIT + 1))
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^At most \S+ characters, please\.$/)
  expect(document.activeElement).toBe(await field('New note'))
  expect(server.sent('POST own_notes')).toEqual([])
})

test.each([{ ctrlKey: true }, { metaKey: true }])('Enter with %o saves', async (modifier) => {
  await show()
  await type('New note', 'Is Jo happy here?')
  ;(await field('New note')).focus()
  await pressKey('Enter', modifier)
  await expectSuccess('Note saved')
})

test('without a network a note waits, is put back into the field to be changed, and is sent later', async () => {
  await show()
  await screen.findByText(/^No notes yet/)
  server.setReachable(false)
  await type('New note', 'Is Jo happy here?')
  await press('Save')
  await press(await screen.findByRole('button', { name: /^Edit/ }))
  expect((await field('New note')).value).toBe('Is Jo happy here?')
  server.setReachable(true)
  await press('Save')
  await expectSuccess('Note saved')
  expect(server.rows('own_notes')).toMatchObject([{ content: 'Is Jo happy here?' }])
})

test('without a network a note waits at once, before the others could be loaded in vain', async () => {
  server.setReachable(false)
  await show()
  await type('New note', 'Is Jo happy here?')
  await press('Save')
  const waiting = within(await screen.findByRole('list', { name: 'Not sent yet' }, { timeout: 800 }))
  expect(waiting.getByText('Is Jo happy here?')).toBeDefined()
  expect(screen.getByText('Waiting for a connection. It will be sent when you’re back online.')).toBeDefined()
})

test('notes that are not saved on this device have not failed, and are loaded when the network is back', async () => {
  setClock('2026-03-02T09:00:00Z')
  has('Six more months')
  server.setReachable(false)
  await show()
  // Retried after 1 s and 2 s.
  await advance(3000)
  await screen.findByText('Not saved on this device.')
  expect(notices()).toEqual([])
  expect(screen.queryByText('Failed to load notes')).toBeNull()
  server.setReachable(true)
  await press('Try again')
  await screen.findByText('Six more months')
})

test('newest first, ten at a time', async () => {
  const all = Array.from({ length: 12 }, (_, n) => `Note ${n}`)
  has(...all)
  await show()
  await screen.findByText('Note 0')
  expect(shown()).toEqual(all.slice(0, 10))
  await press('Load More Notes')
  await screen.findByText('Note 11')
  expect(shown()).toEqual(all)
})

test('a note is changed in its place; a failed change brings back both texts', async () => {
  has('Is Jo happy here?', 'Six more months')
  await show()
  await press(await screen.findByRole('button', { name: 'Edit note: Is Jo happy here?' }))
  const editor = await field('Edit note: Is Jo happy here?')
  expect(document.activeElement).toBe(editor)
  await type('Edit note: Is Jo happy here?', 'Jo is happy here')
  const save = () => within(screen.getByLabelText('Edit note: Is Jo happy here?').closest('form')!).getByText('Save')
  const allow = server.lose('PATCH own_notes')
  await press(save())
  await expectFailure('Failed to update note')
  expect((await field('Edit note: Is Jo happy here?')).value).toBe('Jo is happy here')
  expect(server.rows('own_notes')[0]).toMatchObject({ content: 'Is Jo happy here?' })
  allow()
  await press(save())
  await expectSuccess('Note saved')
  await waitFor(() => expect(shown()).toEqual(['Jo is happy here', 'Six more months']))
})

test('Escape leaves a note as it was', async () => {
  has('Is Jo happy here?')
  await show()
  await press(await screen.findByRole('button', { name: 'Edit note: Is Jo happy here?' }))
  await type('Edit note: Is Jo happy here?', 'Jo')
  await pressKey('Escape')
  expect(shown()).toEqual(['Is Jo happy here?'])
  expect(server.sent('PATCH own_notes')).toEqual([])
})

test('a note is deleted once that is confirmed; a failed deletion brings it back', async () => {
  has('Is Jo happy here?')
  await show()
  const allow = server.lose('DELETE own_notes')
  const remove = async () => {
    await press(await screen.findByRole('button', { name: 'Delete note: Is Jo happy here?' }))
    await press(within(await screen.findByRole('alertdialog')).getByText('Delete'))
  }
  await remove()
  await expectFailure('Failed to delete note')
  expect(shown()).toEqual(['Is Jo happy here?'])
  allow()
  await remove()
  await expectSuccess('Note deleted')
  await screen.findByText(/^No notes yet/)
})

test('what is half typed survives leaving the screen', async () => {
  has('Six more months')
  const { leave } = await show()
  await type('New note', 'Is Jo')
  await press(await screen.findByRole('button', { name: 'Edit note: Six more months' }))
  await type('Edit note: Six more months', 'Nine more')
  leave()
  await show()
  expect((await field('New note')).value).toBe('Is Jo')
  expect((await field('Edit note: Six more months')).value).toBe('Nine more')
})

test('shows an error when it fails to load, with a retry', async () => {
  setClock('2026-03-02T09:00:00Z')
  const allow = server.refuse('GET own_notes')
  await show()
  await expectFailure('Failed to load notes')
  allow()
  await press('Try again')
  await screen.findByText(/^No notes yet/)
})
