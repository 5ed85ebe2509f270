import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { administer } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt } from '../built-server.ts'
import { RECEIVED_MS } from './deadlines.ts'
import { signUp } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Milliseconds until service has recovered after connections were terminated. */
const BACK_MS = 2000
const CUTS = 3

const cut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

beforeAll(ensureBuilt)

describe.runIf(engines.includes('postgres'))('when PostgreSQL terminates all connections', () => {
  test('requests succeed or get 503, and service and live changes recover automatically', async () => {
    const own = await openForTest('postgres')
    const { config } = own
    if (config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const server = await startForTest(own)
    const ana = await signUp(server, 'ana')
    const { received, statuses, stop } = await subscribe(server, ana)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })
    await ana.add('Received before')
    await vi.waitFor(() => expect(received).toEqual(['Received before']), { timeout: RECEIVED_MS })

    const answers: { status: number | undefined; sentAt: number }[] = []
    let isOver = false
    const requests = Array.from({ length: 4 }, async (_, index) => {
      for (let count = 0; !isOver; count++) {
        const sentAt = performance.now()
        const status = index % 2 === 0 ? (await ana.request('/goals?limit=5'))?.status : await ana.add(`Goal ${count}`)
        answers.push({ status, sentAt })
        await sleep(5)
      }
    })
    for (let count = 0; count < CUTS; count++) {
      await sleep(150)
      await administer(config.url, [cut])
    }
    const backAt = performance.now() + BACK_MS
    await sleep(BACK_MS + 500)
    isOver = true
    await Promise.all(requests)

    expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 503).sort()).toEqual([
      200, 201,
    ])
    const late = answers.filter(({ sentAt }) => sentAt > backAt)
    expect(late.length).toBeGreaterThan(10)
    expect(late.filter(({ status }) => status === 503)).toEqual([])

    expect(statuses).toContain('CHANNEL_ERROR')
    await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: 15_000 })
    expect(await ana.add('Received again')).toBe(201)
    await vi.waitFor(() => expect(received).toContain('Received again'), { timeout: RECEIVED_MS })
    await stop()
  })
})
