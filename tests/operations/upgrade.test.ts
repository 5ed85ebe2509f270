import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { databaseOf } from '../../server/config.ts'
import { openDatabase } from '../../server/database/open.ts'
import { backUp, restore } from '../../server/operations/backup.ts'
import { asOwner } from '../../server/operations/owner.ts'
import { administer, recreateEmpty } from '../engines.ts'
import { engines } from '../harness.ts'
import { definitionsOf } from './definitions.ts'
import { expectKept, rowsIn, SECRETS_KEY, signInWithFactor } from './earlier-data.ts'
import { addFounder, closeAll, place, rowsOf, start, type Place } from './running-server.ts'

afterEach(closeAll)

/** Files of version 0.1.0: the folder of the embedded database, a dump of PostgreSQL, and a backup of each. */
const fixture = (name: string) => fileURLToPath(new URL(`0.1.0/${name}`, import.meta.url))
/** Queues that its server had processed; all other tables have rows. */
const EMPTY = ['private.booking_mails', 'private.check_ins_to_summarize']

/** A place with the data of 0.1.0, as its server left it. */
async function placeOfFirstRelease(engine: (typeof engines)[number]): Promise<Place> {
  const at = await place(engine, { SECRETS_KEY })
  await recreateEmpty(at.own)
  if (at.own.config.kind === 'postgres') {
    await administer(at.own.config.url, [brotliDecompressSync(await readFile(fixture('postgres.sql.br'))).toString()])
  } else {
    const input = brotliDecompressSync(await readFile(fixture('pglite.tar.br')))
    execFileSync('tar', ['-x', '-C', at.own.dataDir], { input })
  }
  return at
}

const countsOf = (rows: Awaited<ReturnType<typeof rowsIn>>) =>
  Object.fromEntries([...rows].map(([table, { length }]) => [table, length]))

describe.each(engines)('an upgrade from 0.1.0, on %s', (engine) => {
  const backup = fixture(`${engine}.gz`)

  test('every row, password and second factor stays', async () => {
    const at = await placeOfFirstRelease(engine)
    await (await openDatabase(databaseOf(at.config), () => undefined)).close()
    await backUp(at.config, at.file)
    const before = await rowsIn(backup)
    const upgraded = await rowsIn(at.file)
    expect(Object.entries(countsOf(before)).flatMap(([table, rows]) => (rows === 0 ? [table] : []))).toEqual(EMPTY)
    expectKept(before, upgraded)

    const running = await start(at)
    expect(await signInWithFactor(running)).toEqual(expect.any(String))
    await addFounder(running, 'dora')
    expect((await rowsOf(running)).profiles.map(({ first_name }) => first_name)).toContain('dora')
    await running.stop()

    // A restore of its backup fills later tables with as many rows.
    const restored = await place(engine, { SECRETS_KEY })
    await restore(restored.config, backup)
    await backUp(restored.config, restored.file)
    expect(countsOf(await rowsIn(restored.file))).toEqual(countsOf(upgraded))
  })

  test('an upgraded database has the definitions of a new one, and none besides', async () => {
    const [upgraded, fresh] = [await placeOfFirstRelease(engine), await place(engine, { SECRETS_KEY })]
    const [actual, expected] = await Promise.all(
      [upgraded, fresh].map(async (at) => {
        await (await openDatabase(databaseOf(at.config), () => undefined)).close()
        return asOwner(at.config, definitionsOf)
      }),
    )
    expect(Object.keys(expected ?? {}).length).toBeGreaterThan(1500)
    expect(actual).toEqual(expected)
  })

  test('a database that a newer version has migrated is refused', async () => {
    const at = await place(engine)
    await (await start(at)).stop()
    await asOwner(at.config, (transaction) =>
      transaction.query(`
        insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'next')`),
    )
    const refusal =
      /has migration 29990101000000_next, which this version of the program lacks: start the newer version/
    await expect(start(at)).rejects.toThrow(refusal)
    // A second time, to show that the first start has released the folder.
    await expect(start(at)).rejects.toThrow(refusal)
  })
})
