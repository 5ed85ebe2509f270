// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createQueryClient } from '../../lib/data/query-client.ts'
import { FOUNDER } from '../../testing/people.ts'
import { signIn } from '../../testing/session.ts'
import { stubServer } from '../../testing/server.ts'
import { ownGoalsQuery, proposedMessagesQuery } from './proposals.ts'
import { recordsQuery } from './references.ts'

const server = stubServer()

const id = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const user_id = FOUNDER.id

test('the records, goals and messages of an answer are stored as JSON for offline use', async () => {
  const record = { id, kind: 'goal', title: 'Ten demos', period: 'weekly' }
  const goal = { id, text: 'Ten demos', period: 'weekly', completed: false } as const
  server.has({
    founder_records: [{ ...record, user_id }],
    goals: [{ ...goal, user_id }],
    squad_messages: [{ id, user_id }],
  })
  signIn(FOUNDER)
  const queries = createQueryClient()
  const read = [
    await queries.fetchQuery(recordsQuery(user_id, [id])),
    await queries.fetchQuery(ownGoalsQuery(user_id, [id])),
    await queries.fetchQuery(proposedMessagesQuery(user_id, [id])),
  ]
  expect(JSON.parse(JSON.stringify(read))).toEqual([[record], [goal], [{ id }]])
})
