// @vitest-environment happy-dom
import { PostgrestClient } from '@supabase/postgrest-js'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Proposal } from '../../../../domain/proposals.ts'
import { useAction, type Action } from '../../lib/actions.ts'
import { forgetDrafts, keepDrafts, readDraft, writeDraft } from '../../lib/drafts.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { Proposals } from './Proposals.tsx'

vi.mock('../../lib/session.tsx', () => ({ useAccount: () => ({ id: 'ada', email: 'ada@example.com' }) }))
vi.mock('../../lib/client.ts', () => ({
  tables: async () => new PostgrestClient('http://localhost/rest/v1', { fetch: async () => Response.json([]) }),
}))

beforeEach(() => {
  keepDrafts('ada')
  return () => {
    cleanup()
    forgetDrafts()
  }
})

function Address() {
  const { pathname, search } = useLocation()
  return <p>{`Address: ${pathname}${search}`}</p>
}

/** Shows an answer's proposals. @returns what is called when the form of `action` is opened */
function show(proposals: readonly Proposal[], action: Action) {
  const opened = vi.fn<() => void>()
  const Form = () => {
    useAction(action, opened)
    return null
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/chat']}>
        <Address />
        <Form />
        <Proposals message="0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11" proposals={proposals} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return opened
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))

test('a proposed decision opens its form with title and reason', async () => {
  const opened = show([{ kind: 'decision', text: 'Raise the price', reason: 'Churn is low' }], 'decision')
  press('Log decision: Raise the price')
  expect(readDraft('ada', 'decision', {})).toEqual({ title: 'Raise the price', reason: 'Churn is low' })
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  screen.getByText('Address: /brain?tab=decisions')
})

test.each([
  ['a typed title, without the reason of another decision', { title: 'Hire a designer', reason: '' }, {}],
  ['a typed reason', { title: '', reason: 'Costs rise', category: 'Growth' }, { title: 'Raise the price' }],
  ['what was filled in before and edited', { title: 'Raise the price', reason: 'Churn is 1 %' }, {}],
])('a proposed decision keeps %s', (_, typed, filledIn) => {
  writeDraft('ada', 'decision', typed)
  show([{ kind: 'decision', text: 'Raise the price', reason: 'Churn is low' }], 'decision')
  press('Log decision: Raise the price')
  expect(readDraft('ada', 'decision', {})).toEqual({ ...typed, ...filledIn })
})
