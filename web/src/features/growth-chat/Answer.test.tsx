// @vitest-environment happy-dom
import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { Answer } from './Answer.tsx'

const GOAL = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const DECISION = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a12'
const goal = { id: GOAL, kind: 'goal', title: 'Ten demos', period: 'weekly' }
const decision = { id: DECISION, kind: 'decision', title: 'Raise prices', period: null }

/** The requests that wait, oldest first. */
const waiting: ((rows: readonly object[]) => void)[] = []

vi.mock('../../lib/session.tsx', () => ({ useAccount: () => ({ id: 'ada' }) }))
vi.mock('../../lib/client.ts', () => ({
  storedSession: () => null,
  tables: async () =>
    new PostgrestClient('http://localhost/rest/v1', {
      fetch: () => new Promise((resolve) => waiting.push((rows) => resolve(Response.json(rows)))),
    }),
}))

afterEach(cleanup)
// Files of tests share their modules: the next one has a client of its own.
afterAll(() => {
  vi.resetModules()
})

test('links stay while an answer grows and the records that it refers to next are looked up', async () => {
  const queries = createQueryClient()
  const shown = (text: string) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Answer id="1" text={text} isComplete={false} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const links = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)
  const respond = async (rows: readonly object[]) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.(rows)
  }
  const { rerender } = render(shown(`Your goal [[goal:${GOAL}]]`))
  await act(() => respond([goal]))
  await screen.findByRole('link')
  rerender(shown(`Your goal [[goal:${GOAL}]] and [[decision:${DECISION}]]`))
  expect(links()).toEqual(['Ten demos'])
  await act(() => respond([goal, decision]))
  await screen.findByRole('link', { name: 'Raise prices' })
  expect(links()).toEqual(['Ten demos', 'Raise prices'])
})
