import { afterEach, expect, test } from 'vitest'
import { readBackup } from '../../server/operator/backup-file.ts'
import { backUp, restore } from '../../server/operations/backup.ts'
import { ensureCohort } from '../../server/operations/demo/cohort.ts'
import { engines } from '../harness.ts'
import { fillOtherTables, hashesOf } from './every-table.ts'
import { addFounder, closeAll, place, start } from './running-server.ts'

afterEach(closeAll)

test.each(engines)(
  'every table has the same hash after a backup of %s was restored, on each engine',
  async (engine) => {
    const source = await place(engine)
    const running = await start(source)
    await ensureCohort(running.server, source.config)
    await running.stop()
    await fillOtherTables(source.config)
    const before = await hashesOf(source.config)
    expect(Object.keys(before).filter((name) => before[name]?.rows === 0)).toEqual([])

    await backUp(source.config, source.file)
    expect(await hashesOf(source.config)).toEqual(before)
    for (const to of engines) {
      const target = await place(to)
      await restore(target.config, source.file)
      expect(await hashesOf(target.config)).toEqual(before)
    }
  },
)

test.each(engines)('a backup of %s made during writes restores exactly its rows', async (engine) => {
  const source = await place(engine)
  const running = await start(source)
  await addFounder(running, 'ana')
  let isOver = false
  const writing = Promise.all(
    ['ben', 'cleo', 'dan'].map(async (name) => {
      for (let number = 0; !isOver; number++) await addFounder(running, `${name}${number}`)
    }),
  )
  await backUp(source.config, source.file)
  isOver = true
  await writing
  const copied = await rowsIn(source.file)
  expect(copied['auth.users']?.length).toBeGreaterThan(1)
  for (const to of engines) {
    const target = await place(to)
    await restore(target.config, source.file)
    await backUp(target.config, target.file)
    expect(await rowsIn(target.file)).toEqual(copied)
  }
})

/** The rows of each table in a file, unordered. */
async function rowsIn(file: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for await (const part of readBackup(file)) {
    // Secrets are re-encrypted by the restore.
    if (part.kind !== 'rows' || part.table === 'server.secrets') continue
    const more = (JSON.parse(part.json) as unknown[]).map((row) => JSON.stringify(row))
    rows[part.table] = [...(rows[part.table] ?? []), ...more].sort()
  }
  return rows
}
