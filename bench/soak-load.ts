// The founders of the soak, in a process of their own: asked for a minute at a time, with websockets that stay open.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { PASSWORD, type Founder } from './cohort.ts'
import { HttpConnection, requestText } from './http-connection.ts'
import { join, TOPIC } from './join.ts'
import { percentile } from './statistics.ts'

export interface Span {
  readonly port: number
  readonly apiKey: string
  readonly founders: readonly Founder[]
  readonly seconds: number
  /** Requests to start, whether earlier ones are answered or not; undefined: as many as the connections can. */
  readonly perSecond: number | undefined
}

export interface SpanFigures {
  readonly perSecond: number
  readonly kinds: Readonly<Record<Kind, { readonly answers: number; readonly p99Ms: number }>>
  /** Unexpected responses: kind, status and count. */
  readonly failures: Readonly<Record<string, number>>
  readonly live: { readonly expected: number; readonly arrived: number; readonly p99Ms: number }
}

/** Shares of a thousand requests: as in docs/capacity.md, but for more sessions and mails. */
const shares = { read: 930, write: 57, question: 7, refresh: 3, signIn: 2, mail: 1 } as const
export type Kind = keyof typeof shares
const deck = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))

const CONNECTIONS = 64
/** Founders with an open page, of a thousand. */
const SOCKETS = 500
const JOINS_AT_ONCE = 50
/** As the official client does. */
const HEARTBEAT_MS = 25_000
/** Until a change must have arrived, in milliseconds. */
const LAST_ARRIVAL_MS = 2000

/** A founder with the tokens of the last refresh. */
interface Present {
  readonly founder: Founder
  accessToken: string
  refreshToken: string
  isRefreshing: boolean
  socket?: WebSocket
}

let present: Present[] = []
/** Index of the founder whose session is renewed next: in turn, so that no token expires. */
let turn = 0
let idle: HttpConnection[] = []
/** When each goal was written whose change has not arrived yet. */
const written = new Map<string, number>()
let arrivals: number[] = []

async function open({ port, apiKey, founders }: Span): Promise<void> {
  present = founders.map((founder) => {
    const { accessToken, refreshToken } = founder
    return { founder, accessToken, refreshToken, isRefreshing: false }
  })
  idle = Array.from({ length: CONNECTIONS }, () => new HttpConnection(port))
  const received = (goalId: string) => {
    const at = written.get(goalId)
    if (at === undefined || !written.delete(goalId)) return
    arrivals.push(performance.now() - at)
  }
  for (let from = 0; from < SOCKETS; from += JOINS_AT_ONCE) {
    const joining = present.slice(from, from + JOINS_AT_ONCE).map(async (who) => {
      who.socket = await join({ port, apiKey, founder: who.founder, bindings: 1, received })
    })
    await Promise.all(joining)
  }
  setInterval(() => present.forEach(({ socket }) => push(socket, 'phoenix', 'heartbeat', {})), HEARTBEAT_MS)
}

async function run(span: Span): Promise<SpanFigures> {
  if (present.length === 0) await open(span)
  const latencies = Object.fromEntries(Object.keys(shares).map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >
  const failures: Record<string, number> = {}
  const startedAt = performance.now()
  const until = startedAt + span.seconds * 1000
  const running = new Set<Promise<void>>()
  let expected = 0
  arrivals = []

  const fail = (what: string, goalId: string | undefined) => {
    failures[what] = (failures[what] ?? 0) + 1
    if (goalId !== undefined && written.delete(goalId)) expected--
  }
  const sendOne = async (dueAt: number, connection: HttpConnection) => {
    const kind = deck[Math.floor(Math.random() * deck.length)] as Kind
    const at = kind === 'refresh' ? turn++ % present.length : Math.floor(Math.random() * present.length)
    const who = present[at] as Present
    const request = requestOf(kind, who, span.apiKey)
    if (request === undefined) return void idle.push(connection)
    if (request.goalId !== undefined && !written.has(request.goalId)) {
      written.set(request.goalId, performance.now())
      expected++
    }
    try {
      const { status, body } = await connection.send(request.text)
      latencies[kind].push(performance.now() - dueAt)
      if (status >= 300) fail(`${kind} ${status} ${body.toString().slice(0, 100)}`, request.goalId)
      else if (kind === 'refresh') renew(who, body.toString())
      idle.push(connection)
    } catch (error) {
      fail(`${kind} ${String(error)}`, request.goalId)
      idle.push(new HttpConnection(span.port))
    }
    if (kind === 'refresh') who.isRefreshing = false
  }

  for (let started = 0; performance.now() < until;) {
    const now = performance.now()
    const dueAt = span.perSecond === undefined ? now : startedAt + (started * 1000) / span.perSecond
    // In turn, so that none stays idle until the server closes it.
    const connection = dueAt <= now ? idle.shift() : undefined
    if (!connection) {
      await sleep(1)
      continue
    }
    started++
    const work = sendOne(dueAt, connection.isClosed ? new HttpConnection(span.port) : connection).finally(() =>
      running.delete(work),
    )
    running.add(work)
  }
  const answers = Object.values(latencies).reduce((sum, { length }) => sum + length, 0)
  await Promise.all(running)
  for (const end = performance.now() + LAST_ARRIVAL_MS; written.size > 0 && performance.now() < end;) await sleep(10)
  written.clear()
  return {
    perSecond: answers / span.seconds,
    kinds: Object.fromEntries(
      Object.entries(latencies).map(([kind, all]) => [kind, { answers: all.length, p99Ms: percentile(all, 99) }]),
    ) as SpanFigures['kinds'],
    failures,
    live: { expected, arrived: arrivals.length, p99Ms: percentile(arrivals, 99) },
  }
}

/** @returns undefined when this founder's tokens are being renewed already */
function requestOf(kind: Kind, who: Present, apiKey: string): { text: string; goalId?: string } | undefined {
  const { founder, accessToken: token } = who
  const { id, email, goalIds } = founder
  const post = (path: string, body: object, own?: string) =>
    requestText({ method: 'POST', path, apiKey, body, ...(own !== undefined && { token: own }) })
  switch (kind) {
    case 'read': {
      const path = `/rest/v1/goals?select=id,text,period,completed,created_at&user_id=eq.${id}&order=created_at.desc`
      return { text: requestText({ method: 'GET', path, apiKey, token }) }
    }
    case 'write': {
      const goalId = goalIds[Math.floor(Math.random() * goalIds.length)] ?? ''
      const path = `/rest/v1/goals?id=eq.${goalId}`
      const text = requestText({ method: 'PATCH', path, apiKey, token, body: { completed: Math.random() < 0.5 } })
      return who.socket ? { text, goalId } : { text }
    }
    case 'question': {
      const messages = [{ role: 'user', content: 'How is my runway?' }]
      return { text: post('/functions/v1/growth-chat', { messages, userId: id, turn: randomUUID() }, token) }
    }
    case 'refresh':
      if (who.isRefreshing) return undefined
      who.isRefreshing = true
      return { text: post('/auth/v1/token?grant_type=refresh_token', { refresh_token: who.refreshToken }) }
    case 'signIn':
      return { text: post('/auth/v1/token?grant_type=password', { email, password: PASSWORD }) }
    case 'mail':
      return { text: post('/auth/v1/recover', { email }) }
  }
}

function renew(who: Present, body: string): void {
  const { access_token, refresh_token } = JSON.parse(body) as { access_token: string; refresh_token: string }
  who.accessToken = access_token
  who.refreshToken = refresh_token
  push(who.socket, TOPIC, 'access_token', { access_token })
}

function push(socket: WebSocket | undefined, topic: string, event: string, payload: object): void {
  socket?.send(JSON.stringify({ topic, event, payload, ref: null }))
}

process.on('message', (span: Span) => {
  run(span).then(
    (figures) => process.send?.({ figures }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
