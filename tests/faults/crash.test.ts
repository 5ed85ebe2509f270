import { beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ensureBuilt } from '../built-server.ts'
import { signedIn, signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const WRITES = 2000
const KILLED_AFTER = 1000
const AT_ONCE = 32

beforeAll(ensureBuilt)

describe.each(engines)('a server that is killed during writes, on %s', (engine) => {
  test('keeps every acknowledged write after a kill and restart', { timeout: 60_000 }, async () => {
    const own = await openForTest(engine)
    const server = await startForTest(own)
    const founder = await signUp(server, 'ana')
    const acknowledged: string[] = []
    let next = 0
    let killed: Promise<unknown> | undefined
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < WRITES) {
          const text = `Goal ${next++}`
          const status = await founder.add(text)
          if (status === undefined) return
          expect(status).toBe(201)
          acknowledged.push(text)
          if (acknowledged.length === KILLED_AFTER) killed = server.end('SIGKILL')
        }
      }),
    )
    expect(await killed).toMatchObject({ signal: 'SIGKILL' })
    expect(next).toBeLessThan(WRITES)

    const again = await startForTest(own)
    const stored = new Set(await signedIn(again, founder).texts())
    expect(acknowledged.filter((text) => !stored.has(text))).toEqual([])
    expect(stored.size).toBeLessThanOrEqual(acknowledged.length + AT_ONCE)
  })
})
