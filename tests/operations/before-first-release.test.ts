import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, test } from 'vitest'
import { backUp, restore } from '../../server/operations/backup.ts'
import { asOwner } from '../../server/operations/owner.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, rowsOf, signIn, start } from './running-server.ts'

afterEach(closeAll)

/** A backup by the last version before the first release, on PostgreSQL, with rows in every table. */
const file = fileURLToPath(new URL('backup-before-0.1.0.gz', import.meta.url))
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64url')
const totpOfAna = new TOTP({ secret: Secret.fromBase32('5CE5TATU3A7XDEA6TX6TXDZGVM643E6O') })

/** The rows of each table of a backup, by column, without the server's secrets, which are re-encrypted. */
async function rowsIn(backup: string): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = new Map<string, Record<string, unknown>[]>()
  let columns: string[] = []
  let rows: Record<string, unknown>[] = []
  for (const text of gunzipSync(await readFile(backup))
    .toString()
    .trimEnd()
    .split('\n')) {
    const line = JSON.parse(text) as unknown[] | { table?: string; columns: string[] }
    if (Array.isArray(line)) {
      if (!text.includes('sealed:')) rows.push(Object.fromEntries(columns.map((name, index) => [name, line[index]])))
    } else if (line.table !== undefined) {
      columns = line.columns
      rows = []
      tables.set(line.table, rows)
    }
  }
  return tables
}

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
    for (const [table, given] of await rowsIn(file)) {
      // Later versions have more columns.
      const found = restored.get(table)
      expect([table, found]).toEqual([table, expect.arrayContaining(given.map((row) => expect.objectContaining(row)))])
      expect(found).toHaveLength(given.length)
    }

    const running = await start(at)
    const session = (await signIn(running, 'ana@example.com')) as {
      access_token: string
      user: { factors: { id: string; friendly_name: string }[] }
    }
    const factor = session.user.factors.find(({ friendly_name }) => friendly_name === 'Phone')
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${running.url}/auth/v1/factors/${factor?.id}/${path}`, {
        method: 'POST',
        headers: {
          apikey: running.server.publishableKey,
          Authorization: `Bearer ${session.access_token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as { id: string; access_token?: string }
    }
    const challenge = await post('challenge', {})
    const verified = await post('verify', { challenge_id: challenge.id, code: totpOfAna.generate() })
    expect(verified.access_token).toEqual(expect.any(String))
    await addFounder(running, 'ben')
    expect((await rowsOf(running)).profiles.map(({ first_name }) => first_name)).toContain('ben')
  })
})
