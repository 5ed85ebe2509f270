import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ensureBuilt } from '../built-server.ts'
import type { OwnDatabase } from '../engines.ts'
import { BACK_MS } from './deadlines.ts'
import { signedIn, signUp } from './founder.ts'
import { openForTest, startForTest } from './own-server.ts'

const AT_ONCE = 8
const KILLED_AFTER = 300

// unsynced-writes.cjs looks for the names of open files in /proc.
const canRecord = process.platform === 'linux'
if (!canRecord) console.warn('Writes can be recorded on Linux only: power loss is not tested')

beforeAll(ensureBuilt)

// PostgreSQL itself is not tested: its own fsync is on (docs/operating.md).
describe.runIf(canRecord)('a disk of the embedded database that keeps only what was synced', () => {
  test('after a power loss every acknowledged write is there', { timeout: 60_000 }, async () => {
    const own = await openForTest('pglite')
    const server = await startRecorded(own)
    const founder = await signUp(server, 'ana')
    const acknowledged: string[] = []
    let next = 0
    let killed: Promise<unknown> | undefined
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (;;) {
          const text = `Goal ${next++}`
          if ((await founder.add(text)) !== 201) return
          acknowledged.push(text)
          if (acknowledged.length === KILLED_AFTER) killed = server.end('SIGKILL')
        }
      }),
    )
    await killed
    expect(losePower(own)).toBeGreaterThan(0)

    const again = await startForTest(own)
    expect(await signedIn(again, founder).texts()).toEqual(expect.arrayContaining(acknowledged))
    expect(await signedIn(again, founder).add('After')).toBe(201)
  })

  test('writes whose fsync fails are refused, and later ones are kept', { timeout: 60_000 }, async () => {
    const own = await openForTest('pglite')
    const failing = join(own.dataDir, 'failing')
    const server = await startRecorded(own, { FAILING_FSYNC: failing })
    const founder = await signUp(server, 'ana')
    expect(await founder.add('Before')).toBe(201)

    writeFileSync(failing, '')
    const refused = await Promise.all([1, 2, 3].map((count) => founder.add(`Failing ${count}`)))
    expect([...new Set(refused)]).toEqual([503])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)

    rmSync(failing)
    await vi.waitFor(async () => expect(await founder.add('After')).toBe(201), { timeout: BACK_MS })
    await server.end('SIGKILL')
    losePower(own)
    const again = await startForTest(own)
    expect(await signedIn(again, founder).texts()).toEqual(expect.arrayContaining(['Before', 'After']))
  })
})

const journalOf = (own: OwnDatabase): string => join(own.dataDir, 'unsynced')

const startRecorded = (own: OwnDatabase, env: Record<string, string> = {}) =>
  startForTest(own, { UNSYNCED_WRITES: journalOf(own), ...env }, [
    '--require',
    fileURLToPath(new URL('./unsynced-writes.cjs', import.meta.url)),
  ])

interface Overwritten {
  readonly from: number
  /** Size of the file before the write. */
  readonly size: number
  readonly bytes: Buffer
}

/** Puts back what writes have overwritten that were not synced. @returns how many writes that were */
function losePower(own: OwnDatabase): number {
  const unsynced = new Map<string, Overwritten[]>()
  for (const { kind, path, to = '', from = 0, size = 0, bytes } of recordsIn(readFileSync(journalOf(own)))) {
    const before = unsynced.get(path) ?? []
    if (kind === 'overwritten') unsynced.set(path, [...before, { from, size, bytes }])
    else unsynced.delete(path)
    if (kind === 'renamed') unsynced.set(to, before)
  }
  for (const [path, writes] of unsynced) {
    if (!existsSync(path)) continue
    const file = openSync(path, 'r+')
    for (const { from, size, bytes } of writes.toReversed()) {
      writeSync(file, bytes, 0, bytes.length, from)
      ftruncateSync(file, size)
    }
    closeSync(file)
  }
  return [...unsynced.values()].reduce((sum, writes) => sum + writes.length, 0)
}

interface Entry {
  readonly kind: 'overwritten' | 'renamed' | 'deleted' | 'synced'
  readonly path: string
  readonly to?: string
  readonly from?: number
  readonly size?: number
  readonly length: number
}

/** Entries that unsynced-writes.cjs has recorded; the last one may be cut short. */
function* recordsIn(journal: Buffer): Generator<Entry & { readonly bytes: Buffer }> {
  let at = 0
  while (at + 4 <= journal.length) {
    const start = at + 4 + journal.readUInt32LE(at)
    if (start > journal.length) return
    const entry = JSON.parse(journal.toString('utf8', at + 4, start)) as Entry
    at = start + entry.length
    if (at <= journal.length) yield { ...entry, bytes: journal.subarray(start, at) }
  }
}
