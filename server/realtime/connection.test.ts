import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { succeed } from '../../domain/result.ts'
import type { Caller, CallerRole, Credentials } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Change } from './change.ts'
import { Connection } from './connection.ts'
import { tableKey, type Published } from './published.ts'
import { SocketLimits } from './socket-limits.ts'
import { SubscriptionIndex } from './subscription-index.ts'

const everyone = ['anon', 'authenticated', 'service_role'] as const
const table = (name: string, readableBy: readonly CallerRole[]) => ({
  schema: 'public',
  name,
  columns: [{ name: 'id', type: 'uuid', sqlType: 'pg_catalog.uuid', readableBy }],
  primaryKey: ['id'],
  keys: ['id'],
  visible: { anon: 'true', authenticated: 'true', service_role: 'true' },
})
const published: Published = new Map([
  [tableKey('public', 'goals'), table('goals', ['authenticated', 'service_role'])],
  [tableKey('public', 'posts'), table('posts', everyone)],
])
const change: Change = {
  schema: 'public',
  table: 'goals',
  type: 'INSERT',
  commit_timestamp: '',
  old: null,
  new: { id: '1' },
}

/** A token is `user/session`; without one, the key counts. */
function callerOf({ token, keyRole }: Credentials): Caller {
  if (token === undefined) return { role: keyRole ?? 'anon', claims: `{"role":"${keyRole}"}` }
  const [sub = '', session = ''] = token.split('/')
  return { role: 'authenticated', claims: JSON.stringify({ sub, session }), userId: sub, sessionId: session }
}

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly frames: unknown[][] = []
  readonly closedWith: number[] = []
  isTerminated = false
  send(text: string) {
    this.frames.push(JSON.parse(text) as unknown[])
  }
  pause() {}
  resume() {}
  close(code: number) {
    this.readyState = 2
    this.closedWith.push(code)
  }
  terminate() {
    this.readyState = 2
    this.isTerminated = true
  }
  receive(frame: unknown) {
    this.emit('message', Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), false)
  }
}

function serve() {
  const limits = new SocketLimits(1)
  const subscriptions = new SubscriptionIndex(() => published)
  let authenticated: Promise<unknown> = Promise.resolve()
  let lastId = 0
  return {
    subscriptions,
    /** Holds the next token checks until `promise` settles. */
    authenticateAfter: (promise: Promise<unknown>) => void (authenticated = promise),
    connect: (keyRole: Credentials['keyRole'] = 'anon') => {
      const socket = new FakeSocket()
      const use = limits.open('network')
      if (!use) throw new Error('too many sockets')
      const connection = new Connection(socket as unknown as WebSocket, '2.0.0', keyRole, use, {
        database: {} as Database,
        identify: async (credentials) => {
          await authenticated
          return succeed(callerOf(credentials))
        },
        roleOf: () => undefined,
        published: () => published,
        isListening: () => true,
        nextId: () => ++lastId,
        subscriptions,
        limits,
      })
      const frames = (count: number) => vi.waitFor(() => expect(socket.frames).toHaveLength(count), { interval: 1 })
      return { connection, socket, frames }
    },
  }
}

const goals = { event: '*', schema: 'public', table: 'goals' }
const join = (token: string | undefined, ...postgres_changes: object[]) =>
  ['1', '1', 'realtime:x', 'phx_join', { config: { postgres_changes }, access_token: token }] as const
const newToken = (token: string) => ['1', '2', 'realtime:x', 'access_token', { access_token: token }] as const

afterEach(() => {
  vi.useRealTimers()
})

test('a channel whose socket closes during a token check leaves the index', async () => {
  const { subscriptions, authenticateAfter, connect } = serve()
  const { socket, frames } = connect()
  socket.receive(join('ana/1', goals))
  await frames(2)
  expect([...subscriptions.find(change)]).toHaveLength(1)
  authenticateAfter(sleep(20))
  socket.receive(newToken('ana/2'))
  await sleep(5)
  socket.readyState = 3
  socket.emit('close')
  await sleep(30)
  expect([...subscriptions.find(change)]).toEqual([])
})

test.each([
  ['an unknown event', { ...goals, event: 'X' }],
  ['an unknown event of a table that anon may read', { ...goals, table: 'posts', event: 'X' }],
  ['an unknown column of a table that anon may read', { ...goals, table: 'posts', filter: 'none=eq.1' }],
])('rejects the publishable key alone with %s, and closes the socket after 15 s', async (_, request) => {
  vi.useFakeTimers()
  const { connect } = serve()
  const { socket } = connect()
  socket.receive(join(undefined, request))
  await vi.advanceTimersByTimeAsync(14_900)
  expect(socket.frames).toMatchObject([{ 3: 'phx_reply', 4: { status: 'error' } }])
  expect(socket.closedWith).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(socket.closedWith).toEqual([1008])
})

test.each([
  ['a user', 'ana/1', 'anon'],
  ['the secret key', undefined, 'service_role'],
] as const)('lets %s join with an unknown event, reports it, and keeps the socket', async (_, token, keyRole) => {
  vi.useFakeTimers()
  const { connect } = serve()
  const { socket } = connect(keyRole)
  socket.receive(join(token, { ...goals, event: 'X' }))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(socket.frames).toMatchObject([
    { 3: 'phx_reply', 4: { status: 'ok' } },
    { 3: 'system', 4: { status: 'error' } },
  ])
  expect(socket.closedWith).toEqual([])
})

test('a bad frame ends the socket: later frames are neither parsed nor answered', () => {
  const { socket } = serve().connect()
  const parse = vi.spyOn(JSON, 'parse')
  for (let count = 0; count < 3; count++) socket.receive('[')
  socket.receive([null, '1', 'phoenix', 'heartbeat', {}])
  expect(parse).toHaveBeenCalledTimes(1)
  parse.mockRestore()
  expect(socket.closedWith).toEqual([1007])
  expect(socket.isTerminated).toBe(true)
  expect(socket.frames).toEqual([])
})

test('a bad frame counts as a message', () => {
  const { socket } = serve().connect()
  const pause = vi.spyOn(socket, 'pause')
  socket.receive('x'.repeat(2 * 1024 * 1024))
  expect(pause).toHaveBeenCalled()
})

test('a newer token of another user ends the channel when that user has 500 bindings', async () => {
  const { connect } = serve()
  const fifty = Array.from({ length: 50 }, () => goals)
  const sockets = [connect(), connect(), connect()]
  for (const [index, { socket, frames }] of sockets.entries()) {
    for (let channel = 0; channel < (index === 2 ? 2 : 4); channel++) {
      const [joinRef, ref, , event, payload] = join('ana/1', ...fifty)
      socket.receive([joinRef, ref, `realtime:${channel}`, event, payload])
      await frames(2 * (channel + 1))
    }
  }
  const { socket, frames } = connect()
  socket.receive(join('ben/1', goals))
  await frames(2)
  socket.receive(newToken('ana/1'))
  await frames(4)
  expect(socket.frames.slice(2)).toMatchObject([
    { 3: 'system', 4: { status: 'error', message: expect.stringMatching(/^Too many subscriptions/) } },
    { 3: 'phx_error' },
  ])
})
