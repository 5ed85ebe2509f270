// Founders with an open browser, in its own process: joins, writes at a steady rate, and measures the latency of changes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Founder } from './cohort.ts'
import { HttpConnection, requestText } from './http-connection.ts'
import { join } from './join.ts'
import { percentile } from './statistics.ts'

export interface SubscriberOptions {
  readonly port: number
  readonly apiKey: string
  /** One websocket for each of them; one founder may come many times, as many tabs would. */
  readonly listeners: readonly Founder[]
  /** Further sockets with many bindings, on their own founder's rows: nothing is written to those. */
  readonly bystanders: readonly Founder[]
  readonly bindingsEach: number
  readonly writesPerSecond: number
  readonly seconds: number
}

export interface DeliveryFigures {
  /** From sending the write to its arrival at a websocket. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** From the answer to the write, 0 when the websocket was faster. */
  readonly afterAnswerP50Ms: number
  readonly afterAnswerP99Ms: number
  readonly arrived: number
  readonly expected: number
}

/** A write whose arrivals are awaited. */
interface Write {
  readonly sentAt: number
  answeredAt: number | undefined
  readonly arrivedAt: number[]
}

/** Writers at a time; a late answer does not hold the next write up. */
const WRITERS = 8
const LAST_ARRIVAL_TIMEOUT_MS = 2000
const JOINS_AT_ONCE = 50

async function run(options: SubscriberOptions): Promise<DeliveryFigures> {
  const { port, apiKey, listeners, bystanders, bindingsEach, writesPerSecond, seconds } = options
  const current = new Map<string, Write>()
  const received = (goalId: string) => current.get(goalId)?.arrivedAt.push(performance.now())
  const sockets: WebSocket[] = []
  const joinAll = async (founders: readonly Founder[], bindings: number) => {
    for (let from = 0; from < founders.length; from += JOINS_AT_ONCE) {
      const some = founders.slice(from, from + JOINS_AT_ONCE)
      sockets.push(...(await Promise.all(some.map((founder) => join({ port, apiKey, founder, bindings, received })))))
    }
  }
  await joinAll(bystanders, bindingsEach)
  await joinAll(listeners, 1)
  const tabs = new Map<string, number>()
  for (const { id } of listeners) tabs.set(id, (tabs.get(id) ?? 0) + 1)
  const writers = Array.from({ length: WRITERS }, () => new HttpConnection(port))
  const done: Write[] = []
  let expected = 0
  const writing: Promise<void>[] = []
  const startedAt = performance.now()
  for (let count = 0; count < writesPerSecond * seconds; count++) {
    await sleep(startedAt + (count * 1000) / writesPerSecond - performance.now())
    const founder = listeners[Math.floor(Math.random() * listeners.length)]
    const writer = writers.pop()
    const goalId = founder?.goalIds[count % founder.goalIds.length]
    if (!founder || !writer || goalId === undefined) continue
    const write: Write = { sentAt: performance.now(), answeredAt: undefined, arrivedAt: [] }
    current.set(goalId, write)
    done.push(write)
    expected += tabs.get(founder.id) ?? 0
    const answered = writer.send(tick(apiKey, founder, goalId)).then(({ status }) => {
      if (status !== 204) throw new Error(`a write was answered ${status}`)
      write.answeredAt = performance.now()
      writers.push(writer)
    })
    writing.push(answered)
  }
  await Promise.all(writing)
  await sleep(LAST_ARRIVAL_TIMEOUT_MS)
  for (const socket of sockets) socket.terminate()
  for (const writer of writers) writer.close()
  const fromSend = done.flatMap(({ sentAt, arrivedAt }) => arrivedAt.map((at) => at - sentAt))
  const fromAnswer = done.flatMap(({ answeredAt = 0, arrivedAt }) =>
    arrivedAt.map((at) => Math.max(0, at - answeredAt)),
  )
  return {
    p50Ms: percentile(fromSend, 50),
    p99Ms: percentile(fromSend, 99),
    afterAnswerP50Ms: percentile(fromAnswer, 50),
    afterAnswerP99Ms: percentile(fromAnswer, 99),
    arrived: fromSend.length,
    expected,
  }
}

const tick = (apiKey: string, { accessToken }: Founder, goalId: string): string =>
  requestText({
    method: 'PATCH',
    path: `/rest/v1/goals?id=eq.${goalId}`,
    apiKey,
    token: accessToken,
    body: { completed: true },
  })

process.on('message', (options: SubscriberOptions) => {
  run(options).then(
    (figures) => process.send?.({ figures }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
