import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt, envOf, runBuilt } from '../built-server.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

beforeAll(ensureBuilt)

describe('the data folder of the embedded database', () => {
  test('a second process on the same data folder exits with status 1 and names the first', async () => {
    const own = await openForTest('pglite')
    const first = await startForTest(own)
    const second = await runBuilt(envOf(own))
    expect(second.code).toBe(1)
    expect(second.printed).toContain(`is in use by process ${first.pid}`)
    expect(second.ms).toBeLessThan(2000)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test.skipIf(process.platform === 'win32')('a server starts on the data folder of a killed process', async () => {
    const own = await openForTest('pglite')
    const first = await startForTest(own)
    await first.end('SIGKILL')
    expect(existsSync(join(own.dataDir, 'lock'))).toBe(true)
    const next = await startForTest(own)
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  })

  test('the data folder is synced to disk with every commit, and not for reads', async () => {
    const own = await openForTest('pglite')
    const syncsFile = join(own.dataDir, 'syncs')
    const counter = fileURLToPath(new URL('./count-syncs.cjs', import.meta.url))
    const server = await startForTest(own, { SYNCS_FILE: syncsFile }, ['--require', counter])
    const founder = await signUp(server, 'ana')
    const syncsOf = async (work: (count: number) => Promise<unknown>) => {
      const before = statSync(syncsFile).size
      for (let count = 0; count < 20; count++) await work(count)
      return statSync(syncsFile).size - before
    }
    expect(await syncsOf((count) => founder.add(`Goal ${count}`))).toBeGreaterThanOrEqual(20)
    expect(await syncsOf(() => founder.texts())).toBeLessThanOrEqual(2)
  })
})
