import { expect, test } from 'vitest'
import type { Credentials } from '../database/caller.ts'
import { readBinding } from './binding.ts'
import type { Change } from './change.ts'
import { Channel, type Reader } from './channel.ts'
import { tableKey, type Published } from './published.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const column = (name: string, type: string) => ({ name, type, sqlType: type, readableBy: ['authenticated'] as const })
const published: Published = new Map([
  [
    tableKey('public', 'goals'),
    {
      schema: 'public',
      name: 'goals',
      columns: [column('id', 'uuid'), column('user_id', 'uuid'), column('number', 'int8'), column('text', 'text')],
      primaryKey: ['id'],
      keys: ['id', 'number', 'user_id'],
      visible: { anon: 'false', authenticated: 'true', service_role: 'true' },
    },
  ],
])
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const credentials: Credentials = { keyRole: 'anon', token: undefined }
const readerOf = (userId: string): Reader => ({
  caller: { role: 'authenticated', claims: '{}', userId },
  credentials,
  key: userId,
})
const carrier = { send: () => undefined, dropped: () => undefined, readerChanged: () => undefined }
let bindings = 0

function channelOf(userId: string, asked: { filter?: string; schema?: string; table?: string }): Channel {
  const binding = readBinding(++bindings, { event: '*', schema: 'public', ...asked }, published, 'authenticated')
  if (!binding.ok) throw new Error(binding.failure.reason)
  const frame = { topic: 'realtime:x', joinRef: '1', ref: '1', event: 'phx_join', payload: {} }
  return new Channel(carrier, frame, [binding.value], readerOf(userId))
}

const changeOf = (keys: Record<string, unknown>): Change => ({
  schema: 'public',
  table: 'goals',
  type: 'INSERT',
  old: null,
  new: keys,
  commit_timestamp: '',
})

const examined = (index: SubscriptionIndex, keys: Record<string, unknown>) =>
  [...index.find(changeOf(keys))].flatMap(({ subscriptions }) => [...subscriptions])

test('a change examines the bindings on its own user alone, however many others have', () => {
  const index = new SubscriptionIndex(() => published)
  for (let founder = 1; founder <= 10_000; founder++) {
    index.add(channelOf(idOf(founder), { table: 'goals', filter: `user_id=eq.${idOf(founder)}` }))
  }
  expect(examined(index, { id: idOf(1), user_id: idOf(7) })).toHaveLength(1)
  expect(examined(index, { id: idOf(1), user_id: idOf(10_001) })).toHaveLength(0)
  expect([...index.find(changeOf({ user_id: idOf(7) }))]).toMatchObject([{ isOwn: true }])
})

test.each([
  ['a table without a filter', { table: 'goals' }, true],
  ['all tables of a schema', {}, true],
  ['all tables of all schemas', { schema: '*' }, true],
  ['one table in all schemas', { schema: '*', table: 'goals' }, true],
  ['a column that changes do not carry', { table: 'goals', filter: 'text=eq.a' }, true],
  ['the user in capitals', { table: 'goals', filter: `user_id=eq.${idOf(7).toUpperCase()}` }, true],
  ['another spelling of the user', { table: 'goals', filter: `user_id=eq.{${idOf(7)}}` }, true],
  ['a number', { table: 'goals', filter: 'number=eq.12' }, true],
  ['another spelling of a number', { table: 'goals', filter: 'number=eq.012' }, true],
  ['another number', { table: 'goals', filter: 'number=eq.13' }, false],
  ['several users', { table: 'goals', filter: `user_id=in.(${idOf(7)},${idOf(8)})` }, true],
  ['another user', { table: 'goals', filter: `user_id=eq.${idOf(8)}` }, false],
  ['a user and more', { table: 'goals', filter: `text=eq.a,user_id=eq.${idOf(8)}` }, false],
])('a binding on %s is found: %s', (_, asked, isFound) => {
  const index = new SubscriptionIndex(() => published)
  const channel = channelOf(idOf(7), asked)
  index.add(channel)
  const keys = { id: idOf(1), user_id: idOf(7), number: 12 }
  expect(examined(index, keys)).toHaveLength(isFound ? 1 : 0)
  index.remove(channel)
  expect(examined(index, keys)).toHaveLength(0)
})

test('a binding is misplaced once changes do not carry its column any more', () => {
  let current = published
  const index = new SubscriptionIndex(() => current)
  const channel = channelOf(idOf(7), { table: 'goals', filter: `user_id=eq.${idOf(7)}` })
  index.add(channel)
  expect(index.misplaced()).toEqual([])
  current = new Map([...published].map(([key, table]) => [key, { ...table, keys: ['id'] }]))
  expect(index.misplaced()).toEqual([channel])
})
