import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { ensureBuilt, envOf, runBuilt } from '../built-server.ts'
import type { OwnDatabase } from '../engines.ts'
import { figure } from './figure.ts'
import { signedIn, signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

/** A page of PostgreSQL, with a checksum of its own. */
const PAGE_BYTES = 8192

beforeAll(ensureBuilt)

describe('damaged files of the embedded database', () => {
  test.each<[string, (folder: string) => void, string]>([
    [
      'a changed pg_control',
      (folder) => flip(join(folder, 'global/pg_control'), 40),
      'incorrect checksum in control file',
    ],
    ['a changed write-ahead log', (folder) => flip(newestSegment(folder), 0, PAGE_BYTES), 'valid checkpoint record'],
    ['a missing write-ahead log', (folder) => rmSync(newestSegment(folder)), 'valid checkpoint record'],
    ['a missing pg_control', (folder) => rmSync(join(folder, 'global/pg_control')), '"global/pg_control"'],
    ['a missing catalogue', (folder) => rmSync(join(folder, 'base/5/1259')), '"base/5/1259"'],
    ['a changed catalogue', (folder) => flip(join(folder, 'base/5/1259'), 100), 'invalid page in block 0'],
    // The engine alone would create an empty database over the files.
    ['a missing PG_VERSION', (folder) => rmSync(join(folder, 'PG_VERSION')), 'PG_VERSION is missing'],
  ])('with %s, a start exits with 1 and a line that says what is damaged and what to do', async (_, damage, words) => {
    const own = await openForTest('pglite')
    const folder = join(own.dataDir, 'database')
    damage(folder)
    const { code, printed } = await runBuilt(envOf(own))
    expect(code).toBe(1)
    const lines = printed.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^upswing: the embedded database in .+ cannot be opened: /)
    expect(lines[0]).toContain(words)
    expect(lines[0]).toContain('restore the last backup into another DATA_DIR')
  })

  test.each<[string, (file: string) => void, string]>([
    ['changed', (file) => flip(file, PAGE_BYTES - 40), 'XX001'],
    ['missing', (file) => rmSync(file), '58P01'],
  ])(
    'a table whose file is %s is refused with an error and logged, and others are served',
    async (_, damage, sqlState) => {
      const own = await openForTest('pglite')
      const file = await fileOf(own, 'public.goals')
      const server = await startForTest(own)
      const ana = await signUp(server, 'ana')
      expect(await ana.add('Ten demos')).toBe(201)
      expect((await server.end('SIGTERM')).code).toBe(0)

      damage(file)
      const again = await startForTest(own)
      const founder = signedIn(again, ana)
      const refused = await founder.request('/goals?select=text')
      expect(refused?.status).toBe(500)
      expect(await refused?.json()).toMatchObject({ code: sqlState })
      await vi.waitFor(() => expect(again.printed()).toMatch(/base\/5\/.*"msg":"database-damaged"/))
      expect(await figure(again.url, 'log_events_total\\{kind="database-damaged"\\}')).toBeGreaterThan(0)
      expect((await founder.request('/decisions?select=id'))?.status).toBe(200)
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
    },
  )
})

/** Inverts bytes of a file. */
function flip(file: string, at: number, count = 16): void {
  const bytes = readFileSync(file)
  writeFileSync(
    file,
    bytes.map((byte, index) => (index >= at && index < at + count ? byte ^ 0xff : byte)),
  )
}

function newestSegment(folder: string): string {
  const segments = readdirSync(join(folder, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return join(folder, 'pg_wal', segments.sort().at(-1) ?? '')
}

async function fileOf({ config, dataDir }: OwnDatabase, table: string): Promise<string> {
  const database = await openDatabase(config, () => undefined)
  const [row] = await database.query<{ path: string }>('select pg_relation_filepath($1) as path', [table])
  await database.close()
  return join(dataDir, 'database', row?.path ?? '')
}
