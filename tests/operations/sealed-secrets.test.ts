import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { loadKeys } from '../../server/auth/sessions/keys.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { LogEvent } from '../../server/log.ts'
import { backUp, restore } from '../../server/operations/backup.ts'
import { changeKeys } from '../../server/operations/change-keys.ts'
import { asOwner } from '../../server/operations/owner.ts'
import { engines } from '../harness.ts'
import {
  addFounder,
  closeAll,
  place,
  signIn,
  start,
  withEnv,
  type Place,
  type RunningServer,
} from './running-server.ts'

afterEach(closeAll)

const newKey = () => randomBytes(32).toString('base64url')

/** A database with its encryption key: a file beside the embedded data, SECRETS_KEY on PostgreSQL. */
const sealedPlace = (engine: (typeof engines)[number]) =>
  place(engine, engine === 'postgres' ? { SECRETS_KEY: newKey() } : {})

const storedSecrets = ({ config }: Place) =>
  asOwner(config, (transaction) =>
    transaction.query<{ name: string; value: string }>('select name, value from server.secrets order by name'),
  )
const inClear = async (at: Place) =>
  (await storedSecrets(at)).flatMap(({ name, value }) => (value.startsWith('sealed:') ? [] : [name]))

async function refreshed({ server, url }: RunningServer, refresh_token: string): Promise<number> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  })
  await answer.arrayBuffer()
  return answer.status
}
const tokenOf = async (running: RunningServer) =>
  ((await signIn(running, 'ana@example.com')) as { refresh_token: string }).refresh_token

describe.each(engines)('the secrets of a database on %s', (engine) => {
  test('secrets are stored encrypted: neither rows nor a backup contain usable keys', async () => {
    const at = await sealedPlace(engine)
    const running = await start(at)
    await addFounder(running, 'ana')
    const { secretKey } = running.server
    await backUp(at.config, at.file)
    await running.stop()
    expect(await inClear(at)).toEqual(['publishable_key'])
    const backup = gunzipSync(await readFile(at.file)).toString()
    const rows = JSON.stringify(await storedSecrets(at))
    for (const copy of [backup, rows]) {
      expect(copy).not.toContain(secretKey)
      expect(copy).not.toMatch(/"d\\*":/)
    }
    if (engine === 'pglite') {
      for (const file of [join(at.own.dataDir, 'secrets.key'), `${at.file}.key`]) {
        expect((await stat(file)).mode & 0o777).toBe(0o600)
      }
    } else expect((await readdir(at.own.dataDir)).filter((name) => name.endsWith('.key'))).toEqual([])
    const again = await start(at)
    expect(again.server.secretKey).toBe(secretKey)
  })

  test('the next start encrypts secrets stored in plain text, and tokens stay valid', async () => {
    const at = await sealedPlace(engine)
    const database = await openDatabase(at.own.config, () => undefined)
    const { secretKey } = await loadKeys(database)
    await database.close()
    expect((await storedSecrets(at)).filter(({ value }) => value === secretKey)).toHaveLength(1)

    const first = await start(at)
    expect(first.server.secretKey).toBe(secretKey)
    await addFounder(first, 'ana')
    const token = await tokenOf(first)
    await first.stop()
    expect(await inClear(at)).toEqual(['publishable_key'])
    expect(await refreshed(await start(at), token)).toBe(200)
  })

  test('a start without the encryption key fails and does not create new secrets', async () => {
    const at = await sealedPlace(engine)
    await (await start(at)).stop()
    const before = await storedSecrets(at)
    await rm(join(at.own.dataDir, 'secrets.key'), { force: true })
    const without = withEnv(at, {})
    await expect(start(without)).rejects.toThrow(/^the secrets of this database are sealed/)
    await expect(start(withEnv(at, { SECRETS_KEY: newKey() }))).rejects.toThrow(/sealed with the key [0-9a-f]{8}/)
    expect(await storedSecrets(withEnv(at, {})).catch(() => before)).toEqual(before)
    expect((await readdir(at.own.dataDir)).filter((name) => name === 'secrets.key')).toEqual([])
  })

  test('the key of the factors can be exported for another auth server', async () => {
    const at = await sealedPlace(engine)
    const running = await start(at)
    const [text] = await changeKeys(at.config, { verb: 'factors' })
    expect(text).toMatch(/^upswing:[\w-]{43}$/)
    await running.stop()
    expect(await changeKeys(at.config, { verb: 'factors' })).toEqual([text])
  })

  test('secrets are re-encrypted with another key', async () => {
    const [old, next] = [newKey(), newKey()]
    const at = await place(engine, { SECRETS_KEY: old })
    const running = await start(at)
    await addFounder(running, 'ana')
    const token = await tokenOf(running)
    await running.stop()
    await changeKeys(withEnv(at, { SECRETS_KEY: `${next},${old}` }).config, { verb: 'seal' })
    await expect(start(at)).rejects.toThrow('is not here')
    expect(await refreshed(await start(withEnv(at, { SECRETS_KEY: next })), token)).toBe(200)
  })

  test('a restore of secrets requires the key beside the backup', { timeout: 180_000 }, async () => {
    const source = await sealedPlace(engine)
    const running = await start(source)
    await addFounder(running, 'ana')
    const token = await tokenOf(running)
    await backUp(source.config, source.file)
    await running.stop()
    if (source.config.SECRETS_KEY) {
      await writeFile(`${source.file}.key`, source.config.SECRETS_KEY[0]?.toString('base64url') ?? '')
    }
    const target = await place(engine)
    await restore(target.config, source.file)
    const restored = await start(target)
    expect(restored.server.secretKey).toBe(running.server.secretKey)
    expect(await refreshed(restored, token)).toBe(200)
    await restored.stop()

    await rm(`${source.file}.key`)
    const other = await place(engine)
    await expect(restore(other.config, source.file)).rejects.toThrow('copy.gz.key beside the backup')
    await restore(other.config, source.file, { newKeys: true })
    const renewed = await start(other)
    expect(renewed.server.secretKey).not.toBe(running.server.secretKey)
    expect(await refreshed(renewed, token)).toBe(400)
    expect(await signIn(renewed, 'ana@example.com')).toHaveProperty('access_token')
  })
})

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL without SECRETS_KEY a start warns that secrets are stored in plain text',
  async () => {
    const at = await place('postgres')
    const events: LogEvent[] = []
    const running = await start(at, (event) => events.push(event))
    expect(events).toContainEqual({ kind: 'secrets-unsealed' })
    const { secretKey } = running.server
    await running.stop()
    await changeKeys(at.config, { verb: 'seal' })
    expect(await inClear(at)).toEqual(['publishable_key'])
    const sealed = await start(at, (event) => events.push(event))
    expect(sealed.server.secretKey).toBe(secretKey)
    expect(events.filter(({ kind }) => kind === 'secrets-unsealed')).toHaveLength(1)
  },
)
