// @vitest-environment happy-dom
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { ownGoalsQuery, proposedMessagesQuery } from './proposals.ts'
import { recordsQuery } from './references.ts'

const ID = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const row = { id: ID, kind: 'goal', title: 'Ten demos', text: 'Ten demos', period: 'weekly' }

vi.mock('../../lib/client.ts', () => ({
  storedSession: () => null,
  tables: async () => new PostgrestClient('http://localhost/rest/v1', { fetch: async () => Response.json([row]) }),
}))

// Files of tests share their modules: the next one has a client of its own.
afterAll(() => {
  vi.resetModules()
})

test('the records, goals and messages of an answer are stored as JSON for offline use', async () => {
  const queries = createQueryClient()
  const read = [
    await queries.fetchQuery(recordsQuery('ada', [ID])),
    await queries.fetchQuery(ownGoalsQuery('ada', [ID])),
    await queries.fetchQuery(proposedMessagesQuery('ada', [ID])),
  ]
  expect(JSON.parse(JSON.stringify(read))).toEqual([[row], [row], [row]])
})
