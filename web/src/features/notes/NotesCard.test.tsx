// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from '../../lib/navigation/navigate.ts'
import { renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { NotesCard } from './NotesCard.tsx'

const server = stubServer()

test('after a link from the board, the notes that it counts are marked as new', async () => {
  server.has({
    notes: [
      { title: 'Older', created_at: '2026-03-01T10:00:00Z' },
      { title: 'Newer', created_at: '2026-03-03T10:00:00Z' },
    ],
  })
  await renderScreen(<NotesCard />)
  const marked = () =>
    screen.queryAllByText('New').map((badge) => badge.closest('article')?.querySelector('h3')?.textContent)
  await screen.findByText('Newer')
  expect(marked()).toEqual([])
  act(() => navigate('/brain?tab=notes', { state: { newSince: '2026-03-02T10:00:00Z' } }))
  expect(marked()).toEqual(['Newer'])
})
