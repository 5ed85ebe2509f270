import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signUp } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { ownPostgres } from './own-postgres.ts'
import { startForTest } from './own-server.ts'

const AWAY_MS = 1500
const WRITERS = 8

if (postgresPrograms === undefined) console.warn('No programs of PostgreSQL: stopping it is not tested')

beforeAll(ensureBuilt)

describe.runIf(postgresPrograms !== undefined)('PostgreSQL restarts under write load', () => {
  test.each(['fast', 'immediate'] as const)(
    'stop mode %s: acknowledged writes are kept, and all others got an error',
    async (mode) => {
      const postgres = await ownPostgres()
      const server = await startForTest(postgres)
      const ana = await signUp(server, 'ana')
      const { received, statuses, stop } = await subscribe(server, ana)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })

      const acknowledged: string[] = []
      const refusals = new Set<number | undefined>()
      let isOver = false
      const writing = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let count = 0; !isOver; count++) {
          const text = `Goal ${writer} ${count}`
          const status = await ana.add(text)
          if (status === 201) acknowledged.push(text)
          else refusals.add(status)
          await sleep(status === 201 ? 5 : 50)
        }
      })
      await sleep(500)
      await postgres.stop(mode)
      const before = acknowledged.length
      expect(before).toBeGreaterThan(0)
      await sleep(AWAY_MS)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const ready = await fetch(`${server.url}/readyz`)
      expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, null])

      await postgres.start()
      const startedAt = performance.now()
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), { timeout: BACK_MS })
      await vi.waitFor(() => expect(statuses.at(-1)).toBe('SUBSCRIBED'), { timeout: BACK_MS })
      expect(performance.now() - startedAt).toBeLessThan(BACK_MS)
      isOver = true
      await Promise.all(writing)
      expect([...refusals]).toEqual([503])

      const stored = new Set(await ana.texts())
      expect(acknowledged.filter((text) => !stored.has(text))).toEqual([])
      await ana.add('Received again')
      await vi.waitFor(() => expect(received).toContain('Received again'), { timeout: RECEIVED_MS })
      await stop()
    },
  )
})
