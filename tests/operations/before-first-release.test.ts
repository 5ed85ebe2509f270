import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { backUp, restore } from '../../server/operations/backup.ts'
import { asOwner } from '../../server/operations/owner.ts'
import { engines } from '../harness.ts'
import { expectKept, rowsIn, SECRETS_KEY, signInWithFactor } from './earlier-data.ts'
import { addFounder, closeAll, place, rowsOf, start } from './running-server.ts'

afterEach(closeAll)

/** A backup by the last version before the first release, on PostgreSQL, with rows in every table. */
const file = fileURLToPath(new URL('backup-before-0.1.0.gz', import.meta.url))

describe.each(engines)('a database from before the first release, on %s', (engine) => {
  test('a server rejects a database from before the first release, with the commands to migrate it', async () => {
    const at = await place(engine)
    await (await start(at)).stop()
    await asOwner(at.config, (transaction) =>
      transaction.query(`insert into server.migrations (version, name) values ('01', 'platform')`),
    )
    const wayOver = /from before version 0\.1\.0: run `npm run backup -- FILE` .* then `npm run restore -- FILE`/
    await expect(start(at)).rejects.toThrow(wayOver)
    // A second time, to show that the first start has released the folder.
    await expect(start(at)).rejects.toThrow(wayOver)
  })

  test('a backup from before the first release restores every row, password and second factor', async () => {
    const at = await place(engine, { SECRETS_KEY })
    const rows = await restore(at.config, file)
    expect(rows['auth.users']).toBe(2)
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
    await backUp(at.config, at.file)
    const restored = await rowsIn(at.file)
    // Tables of later versions that must not be empty are filled.
    expect(restored.get('public.founder_figures')).toHaveLength(2)
    expect(restored.get('public.radar_thresholds')).toHaveLength(1)
    // The backup's only message is a founder's.
    const [message] = restored.get('public.squad_messages') ?? []
    expect(restored.get('public.squad_conversations')).toMatchObject([{ waiting_since: message?.['created_at'] }])
    expectKept(await rowsIn(file), restored)

    const running = await start(at)
    expect(await signInWithFactor(running)).toEqual(expect.any(String))
    await addFounder(running, 'ben')
    expect((await rowsOf(running)).profiles.map(({ first_name }) => first_name)).toContain('ben')
  })
})
