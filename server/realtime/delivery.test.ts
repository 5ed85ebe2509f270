import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Caller, Credentials, TokenFailure } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { parseBinding } from './binding.ts'
import { Channel } from './channel.ts'
import { createDelivery } from './delivery.ts'
import { tableKey, type Published } from './published.ts'
import { createReader, type Reader } from './reader.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const published: Published = new Map([
  [
    tableKey('public', 'goals'),
    {
      schema: 'public',
      name: 'goals',
      columns: [{ name: 'id', type: 'uuid', sqlType: 'pg_catalog.uuid', readableBy: ['authenticated'] }],
      primaryKey: ['id'],
      keys: ['id'],
      visible: { anon: 'true', authenticated: 'true', service_role: 'true' },
    },
  ],
])
const change = { schema: 'public', table: 'goals', type: 'INSERT', commit_timestamp: '', old: null, new: { id: '1' } }
const notification = JSON.stringify(change)

/** A token is `user/session`. */
function readerOf(token: string): Reader {
  const [sub = '', session_id = ''] = token.split('/')
  const caller: Caller = { role: 'authenticated', claims: JSON.stringify({ sub, session_id }), userId: sub }
  return createReader(caller, { keyRole: 'anon', token })
}

/** A delivery whose readers all see the one row. @param check whether a token is still valid */
function startDelivery(check: (token: string) => Promise<Result<undefined, TokenFailure>>) {
  const subscriptions = new SubscriptionIndex(() => published)
  let lastId = 0
  const identify = async ({ token = '' }: Credentials) => {
    const checked = await check(token)
    return checked.ok ? succeed(readerOf(token).caller) : checked
  }
  const delivery = createDelivery({
    database: {
      engine: 'pglite',
      asCaller: () => Promise.resolve(succeed({ rows: [['1', '{"id":"1"}', 't']] })),
    } as unknown as Database,
    identify,
    log: ({ kind }) => expect.unreachable(kind),
    published: () => published,
    subscriptions,
    lastId: () => lastId,
  })
  const join = (token: string) => {
    const events: string[] = []
    const binding = parseBinding(++lastId, { event: '*', schema: 'public', table: 'goals' }, published, 'authenticated')
    if (!binding.ok) throw new Error(binding.failure.reason)
    const connection = {
      send: ({ event }: { event: string }) => void events.push(event),
      removeChannel: (channel: Channel) => subscriptions.remove(channel),
      readerChanged: (channel: Channel) => {
        subscriptions.remove(channel)
        subscriptions.add(channel)
      },
    }
    const frame = { joinRef: '1', ref: '1', topic: 'realtime:x', event: 'phx_join', payload: {} }
    const channel = new Channel(connection, frame, [binding.value], readerOf(token))
    subscriptions.add(channel)
    return { channel, events }
  }
  return { ...delivery, join }
}

const valid = () => Promise.resolve(succeed(undefined))

test('a channel that is left during its token check receives no change', async () => {
  const { notified, join } = startDelivery(() => sleep(10, succeed(undefined)))
  const [left, kept] = [join('ana/1'), join('ana/1')]
  notified(notification)
  await sleep(2)
  left.channel.stop()
  await sleep(20)
  expect(kept.events).toEqual(['postgres_changes'])
  expect(left.events).toEqual([])
})

test('a channel that got a newer token during its token check continues with the newer one', async () => {
  const ended = fail<TokenFailure>({ kind: 'session-over' })
  const { notified, join } = startDelivery((token) => (token === 'ana/1' ? sleep(10, ended) : valid()))
  const { channel, events } = join('ana/1')
  notified(notification)
  await sleep(2)
  channel.renew(readerOf('ana/2'))
  await sleep(20)
  expect(channel.isJoined).toBe(true)
  expect(channel.reader.credentials.token).toBe('ana/2')
  expect(events).toEqual(['postgres_changes'])
})

test('a reader with more than 10,000 queued changes gets an error, joins again and receives the next change', async () => {
  const { notified, join } = startDelivery((token) => (token === 'ben/1' ? sleep(300, succeed(undefined)) : valid()))
  // On the embedded engine one reader at a time is served: ana waits for ben.
  const ben = join('ben/1')
  const ana = join('ana/1')
  for (let count = 0; count < 10_001; count++) notified(notification)
  expect(ana.events).toEqual(['system', 'phx_error'])
  ben.channel.stop()
  const again = join('ana/1')
  notified(notification)
  await expect.poll(() => again.events, { timeout: 5000 }).toEqual(['postgres_changes'])
})

test('a reader whose queue was cleared receives the next change', async () => {
  const { notified, clear, join } = startDelivery((token) =>
    token === 'ben/1' ? sleep(50, succeed(undefined)) : valid(),
  )
  join('ben/1')
  const ana = join('ana/1')
  notified(notification)
  clear()
  notified(notification)
  await expect.poll(() => ana.events, { timeout: 5000 }).toEqual(['postgres_changes'])
})
