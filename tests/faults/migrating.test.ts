import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { administer, onDatabase, type Engine, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt, envOf, runBuilt } from './built-server.ts'
import { signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const NODES = 3
/** Parts of the time that a first start takes, at which it is killed. */
const KILLED_AT = [0.4, 0.6, 0.8, 0.95]

beforeAll(ensureBuilt)

describe.each(engines)('a first start that is killed, on %s', (engine) => {
  test('leaves nothing half done: the next one serves', { timeout: 240_000 }, async () => {
    const whole = await startForTest(await emptied(engine))
    await whole.end('SIGKILL')
    for (const part of KILLED_AT) {
      const own = await emptied(engine)
      await runBuilt(envOf(own), whole.readyMs * part)
      const server = await startForTest(own)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(await (await signUp(server, 'ana')).add('First')).toBe(201)
      await server.end('SIGKILL')
    }
  })
})

describe.runIf(engines.includes('postgres'))('servers that start at once on an empty PostgreSQL', () => {
  test('all serve, and each migration was applied once', { timeout: 120_000 }, async () => {
    const own = await emptied('postgres')
    const servers = await Promise.all(
      Array.from({ length: NODES }, (_, index) => startForTest({ ...own, dataDir: `${own.dataDir}-${index}` })),
    )
    const migrated = servers.flatMap((server) =>
      server
        .printed()
        .split('\n')
        .filter((line) => line.includes('"msg":"migrated"')),
    )
    expect(migrated).toHaveLength(1)
    const [one, ...others] = servers
    if (!one) throw new Error('none started')
    const ana = await signUp(one, 'ana')
    for (const other of others) {
      expect((await fetch(`${other.url}/readyz`)).status).toBe(200)
      expect(await (await signUp(other, `ben-${other.port}`)).add('First')).toBe(201)
    }
    expect(await ana.add('First')).toBe(201)
  })
})

/** A database that nothing was applied to. */
async function emptied(engine: Engine): Promise<OwnDatabase> {
  const own = await openForTest(engine)
  if (own.config.kind === 'postgres') {
    const name = new URL(own.config.url).pathname.slice(1)
    await administer(onDatabase(own.config.url, 'postgres'), [`drop database ${name}`, `create database ${name}`])
  }
  await rm(own.dataDir, { recursive: true })
  return own
}
