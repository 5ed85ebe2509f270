import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { administer, type OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { signedIn, signUp } from './founder.ts'
import { postgresPrograms } from '../postgres-cluster.ts'
import { ownPostgres } from './own-postgres.ts'
import { startForTest } from './own-server.ts'

const DISK_MB = 256
/** Free space for the first writes: beyond what the embedded engine keeps free for itself. */
const LEFT_KB = { postgres: 600, pglite: 64 * 1024 + 600 } as const

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const testable = engines.filter((engine) => engine === 'pglite' || postgresPrograms !== undefined)
if (!canMount) console.warn('Only root can mount a small disk: a full one is not tested')

beforeAll(ensureBuilt)

describe.runIf(canMount).each(testable)('a full disk, on %s', (engine) => {
  test(
    'writes on a full disk get 503, acknowledged ones are kept, and service continues with free space',
    { timeout: 120_000 },
    async () => {
      const disk = smallDisk()
      const own = engine === 'pglite' ? embeddedOn(disk) : await ownPostgres(join(disk, 'cluster'))
      // The server's log is on the same disk.
      const server = await startForTest({ ...own, dataDir: engine === 'pglite' ? own.dataDir : disk })
      const ana = await signUp(server, 'ana')

      // PostgreSQL crashes when the WAL has no room: a checkpoint recycles old segments for later.
      if (own.config.kind === 'postgres') await administer(own.config.url, ['checkpoint'])
      const ballast = join(disk, 'ballast')
      writeFileSync(ballast, Buffer.alloc(Math.max(0, freeKb(disk) - LEFT_KB[engine]) * 1024))
      const acknowledged: string[] = []
      const refusals: (number | undefined)[] = []
      const long = 'x'.repeat(400)
      for (let count = 0; refusals.length < 5 && count < 20_000; count++) {
        const text = `Goal ${count} ${long}`
        const status = await ana.add(text)
        if (status === 201) acknowledged.push(text)
        else refusals.push(status)
      }
      expect(acknowledged.length).toBeGreaterThan(0)
      expect([...new Set(refusals)]).toEqual([503])
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      // If PostgreSQL did crash, it restarts in a moment.
      await vi.waitFor(async () => expect((await ana.request('/goals?limit=1'))?.status).toBe(200), {
        timeout: BACK_MS,
      })

      rmSync(ballast)
      await vi.waitFor(async () => expect(await ana.add('Room again')).toBe(201), { timeout: BACK_MS })
      await server.end('SIGKILL')
      const stored = new Set(await signedIn(await startForTest(own), ana).texts())
      expect([...acknowledged, 'Room again'].filter((text) => !stored.has(text))).toEqual([])
    },
  )
})

test.runIf(canMount)(
  'a disk that others fill, under twenty writers: reads continue, and nobody is paused for it',
  { timeout: 120_000 },
  async () => {
    const disk = smallDisk()
    const server = await startForTest(embeddedOn(disk))
    const writers = await Promise.all(Array.from({ length: 20 }, (_, index) => signUp(server, `writer${index}`)))
    let isOver = false
    const refused: Response[] = []
    const writing = writers.map(async (writer) => {
      for (let count = 0; !isOver; count++) {
        const body = { user_id: writer.id, text: `Goal ${count}`, period: 'weekly' }
        const answer = await writer.request('/goals', { method: 'POST', body })
        if (answer?.status !== 201 && answer) refused.push(answer)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ballast = join(disk, 'ballast')
    // The writers are still writing.
    writeFileSync(ballast, Buffer.alloc((freeKb(disk) - 1024) * 1024))

    await vi.waitFor(() => expect(refused.length).toBeGreaterThan(100), { timeout: BACK_MS })
    for (const writer of writers) expect((await writer.request('/goals?limit=1'))?.status).toBe(200)
    expect([...new Set(refused.map(({ status }) => status))]).toEqual([503])
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(await refused[0]?.json()).toMatchObject({ code: '53100' })

    rmSync(ballast)
    const adds = writers.map((writer) => writer.add('Room again'))
    await vi.waitFor(async () => expect(await writers[0]?.add('Room again')).toBe(201), { timeout: BACK_MS })
    isOver = true
    await Promise.all([...adds, ...writing])
    expect(server.printed()).toContain('disk-full')
    expect(server.printed()).not.toContain('database-lost')
  },
)

test.runIf(canMount)('backups without room are refused in words, one after the other, and leave nothing', { timeout: 120_000 }, async () => {
  const disk = smallDisk()
  const own = embeddedOn(disk)
  const server = await startForTest(own)
  writeFileSync(join(disk, 'ballast'), Buffer.alloc((freeKb(disk) - 100 * 1024) * 1024))
  const { operatorKey } = JSON.parse(readFileSync(join(own.dataDir, 'operator.json'), 'utf8')) as { operatorKey: string }
  const ask = () => fetch(`${server.url}/operator/v1/backup`, { headers: { authorization: `Bearer ${operatorKey}` } })
  for (const answer of await Promise.all([ask(), ask()])) {
    expect(answer.status).toBe(507)
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^\d+ MB of free space are needed, \d+ MB are left$/) })
  }
  expect(readdirSync(own.dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
}) // prettier-ignore

function smallDisk(): string {
  const disk = mkdtempSync(join(tmpdir(), 'upswing-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
  onTestFinished(() => {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  return disk
}

function embeddedOn(disk: string): OwnDatabase {
  const dataDir = join(disk, 'data')
  cpSync(inject('pgliteTemplate'), dataDir, { recursive: true, filter: (path) => !path.endsWith('lock') })
  return { config: { kind: 'pglite', dataDir }, dataDir, remove: async () => undefined }
}

const freeKb = (folder: string): number =>
  Number(execFileSync('df', ['-k', '--output=avail', folder], { encoding: 'utf8' }).split('\n')[1])
