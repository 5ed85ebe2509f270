import { expect, test } from 'vitest'
import type { Credentials } from '../database/caller.ts'
import { parseBinding } from './binding.ts'
import type { Change } from './change.ts'
import { Channel } from './channel.ts'
import { tableKey, type Published } from './published.ts'
import type { Reader } from './reader.ts'
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
const connection = { send: () => undefined, removeChannel: () => undefined, readerChanged: () => undefined }
let bindings = 0

function channelOf(userId: string, request: { filter?: string; schema?: string; table?: string }): Channel {
  const binding = parseBinding(++bindings, { event: '*', schema: 'public', ...request }, published, 'authenticated')
  if (!binding.ok) throw new Error(binding.failure.reason)
  const frame = { topic: 'realtime:x', joinRef: '1', ref: '1', event: 'phx_join', payload: {} }
  return new Channel(connection, frame, [binding.value], readerOf(userId))
}

const changeOf = (keys: Record<string, unknown>): Change => ({
  schema: 'public',
  table: 'goals',
  type: 'INSERT',
  old: null,
  new: keys,
  commit_timestamp: '',
})

const candidates = (index: SubscriptionIndex, keys: Record<string, unknown>) =>
  [...index.find(changeOf(keys))].flatMap(({ subscriptions }) => [...subscriptions])

test('a change finds only the subscriptions of its own user among 10,000 others', () => {
  const index = new SubscriptionIndex(() => published)
  for (let founder = 1; founder <= 10_000; founder++) {
    index.add(channelOf(idOf(founder), { table: 'goals', filter: `user_id=eq.${idOf(founder)}` }))
  }
  expect(candidates(index, { id: idOf(1), user_id: idOf(7) })).toHaveLength(1)
  expect(candidates(index, { id: idOf(1), user_id: idOf(10_001) })).toHaveLength(0)
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
])('a change finds a subscription to %s: %s', (_, request, isFound) => {
  const index = new SubscriptionIndex(() => published)
  const channel = channelOf(idOf(7), request)
  index.add(channel)
  const keys = { id: idOf(1), user_id: idOf(7), number: 12 }
  expect(candidates(index, keys)).toHaveLength(isFound ? 1 : 0)
  index.remove(channel)
  expect(candidates(index, keys)).toHaveLength(0)
})

test('a channel is outdated once changes no longer carry its filter column', () => {
  let current = published
  const index = new SubscriptionIndex(() => current)
  const channel = channelOf(idOf(7), { table: 'goals', filter: `user_id=eq.${idOf(7)}` })
  index.add(channel)
  expect(index.outdated()).toEqual([])
  current = new Map([...published].map(([key, table]) => [key, { ...table, keys: ['id'] }]))
  expect(index.outdated()).toEqual([channel])
})
