import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BackupBroken, checkBackup } from '../../server/operator/backup-file.ts'
import { backUp, restore } from '../../server/operations/backup.ts'
import { asOwner } from '../../server/operations/owner.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, rowsOf, signIn, start, type Place } from './running-server.ts'

afterEach(closeAll)

const pairs = engines.flatMap((from) => engines.map((to) => ({ from, to })))

test.each(pairs)(
  'a backup of $from restores every row, password and key on $to, and service continues',
  async (pair) => {
    const source = await place(pair.from)
    const old = await start(source)
    await addFounder(old, 'ana')
    await addFounder(old, 'ben')
    const counts = await backUp(source.config, source.file)
    const before = await rowsOf(old)

    const target = await place(pair.to)
    expect(await restore(target.config, source.file)).toEqual(counts)

    const running = await start(target)
    expect(await rowsOf(running)).toEqual(before)
    expect(running.server.secretKey).toBe(old.server.secretKey)
    expect(await signIn(running, 'ana@example.com')).toMatchObject({ user: { user_metadata: { first_name: 'ana' } } })
    // The trigger that creates profiles works again, and so do the sequences of accounts and audit.
    await addFounder(running, 'cleo')
    expect((await rowsOf(running)).profiles.map(({ first_name }) => first_name)).toContain('cleo')
  },
)

describe.each(engines)('a backup on %s', (engine) => {
  test('a backup is a consistent snapshot during writes', async () => {
    const source = await place(engine)
    const running = await start(source)
    let isOver = false
    const writing = (async () => {
      for (let number = 0; !isOver; number++) await addFounder(running, `founder${number}`)
    })()
    // Several backups, some of them in the middle of related writes.
    const copies: Readonly<Record<string, number>>[] = []
    for (let copy = 0; copy < 5; copy++) copies.push(await backUp(source.config, `${source.file}${copy}`))
    isOver = true
    await writing

    for (const copy of copies) {
      expect(copy['public.profiles']).toBe(copy['auth.users'])
      // A founder sets a goal before a check-in.
      expect(copy['public.goals']).toBeGreaterThanOrEqual(copy['public.weekly_checkins'] ?? 0)
    }
    expect(copies[4]?.['auth.users']).toBeGreaterThan(copies[0]?.['auth.users'] ?? 0)
    const target = await place(engine)
    await restore(target.config, `${source.file}4`)
    const { checkIns, profiles } = await rowsOf(await start(target))
    const founders = new Set(profiles.map(({ id }) => id))
    expect(checkIns.length).toBeGreaterThan(0)
    expect(checkIns.filter(({ user_id }) => !founders.has(user_id))).toEqual([])
  })

  test('a backup file is readable by its owner only, leaves no temporary file, and contains no server login', async () => {
    const source = await place(engine)
    await start(source)
    await backUp(source.config, source.file)
    expect((await stat(source.file)).mode & 0o777).toBe(0o600)
    expect((await readdir(source.own.dataDir)).filter((name) => /backup|part$/.test(name))).toEqual([])
    const text = gunzipSync(await readFile(source.file)).toString()
    expect(text).toContain('secret_key')
    expect(text).not.toContain('login:')
  })

  test('a backup works without a running server, with more rows than one read, each before the one that it refers to', async () => {
    const source = await place(engine)
    const running = await start(source)
    const user_id = await addFounder(running, 'ana')
    const parent_id = crypto.randomUUID()
    const served = { id: parent_id, user_id, text: 'Served', period: 'yearly' } as const
    await running.client.from('goals').insert(served).throwOnError()
    const goals = Array.from({ length: 1700 }, (_, number) => ({
      user_id,
      text: `Goal ${number}`,
      period: 'weekly',
      parent_id,
    }))
    // In statements that a slow machine completes.
    for (let first = 0; first < goals.length; first += 425)
      await running.client
        .from('goals')
        .insert(goals.slice(first, first + 425) as never)
        .throwOnError()
    // Its changed row is stored behind theirs.
    await running.client.from('goals').update({ text: 'Served by all' }).eq('id', parent_id).throwOnError()
    await running.stop()
    await backUp(source.config, source.file)
    const target = await place(engine)
    expect(await restore(target.config, source.file)).toMatchObject({ 'public.goals': 1702 })
  })
})

/** A backup with one founder, for corrupting. */
let whole: Buffer
beforeAll(async () => {
  const source = await place('pglite')
  const running = await start(source)
  await addFounder(running, 'ana')
  await backUp(source.config, source.file)
  whole = await readFile(source.file)
  await closeAll()
})
const edited = (edit: (text: string) => string) => gzipSync(edit(gunzipSync(whole).toString()))

async function restoring(target: Place, content: Buffer): Promise<unknown> {
  await writeFile(target.file, content)
  return restore(target.config, target.file)
}

describe.each(engines)('a restore on %s', (engine) => {
  const accounts = (target: Place) =>
    asOwner(target.config, async (transaction) => {
      const [row] = await transaction.query<{ count: number }>('select count(*)::integer as count from auth.users')
      return row?.count
    })

  test('a restore rejects a database that a server uses or that has accounts', async () => {
    const target = await place(engine)
    const running = await start(target)
    await expect(restoring(target, whole)).rejects.toThrow(
      engine === 'pglite' ? 'is in use by process' : 'holds 1 accounts',
    )
    await running.stop()
    await expect(restoring(target, whole)).rejects.toThrow('the database holds 1 accounts')
  })

  test('a restore rolls back when a row is rejected or the tables differ', async () => {
    const target = await place(engine)
    const hourly = edited((text) => text.replace('"weekly"', '"hourly"'))
    await expect(restoring(target, hourly)).rejects.toThrow('goals_period_check')
    expect(await accounts(target)).toBe(0)
    const older = edited((text) => text.replace('"server/20261124100000"', '"server/0"'))
    await expect(restoring(target, older)).rejects.toThrow(
      'another version of this program (server/0, server/20261124100000)',
    )
    expect(await accounts(target)).toBe(0)
  })
})

test.each(engines.filter((engine) => engine === 'postgres'))(
  'a restore on %s is rejected while a server uses the empty database',
  async (engine) => {
    const target = await place(engine)
    const running = await start(target)
    const [admin] = (await rowsOf(running)).profiles
    await running.client.auth.admin.deleteUser(admin?.id ?? '')
    await expect(restoring(target, whole)).rejects.toThrow('a server is using the database: stop it first')
  },
)

test.each([
  ['is truncated', () => whole.subarray(0, whole.length - 200), 'is not a whole backup: unexpected end of file'],
  ['lacks its end', () => edited((text) => text.replace(/\{"rows".*\n/, '')), 'whole backup: its end is missing'],
  ['lacks a row', () => edited((text) => text.replace(/.*Ten demos.*\n/, '')), 'whole backup: rows are missing'],
  ['is not a backup', () => gzipSync('{"hello": "world"}\n'), 'it is not a backup of this program'],
  ['is not compressed', () => Buffer.from('hello'), 'incorrect header check'],
] as const)('a restore rejects a file that %s before opening the database', async (_what, content, message) => {
  const target = await place('pglite')
  const absent = { ...target, config: { ...target.config, DATA_DIR: join(target.own.dataDir, 'absent') } }
  await expect(restoring(absent, content())).rejects.toThrow(message)
  expect(existsSync(absent.config.DATA_DIR)).toBe(false)
})

test('a restore rejects a file with a changed byte, or reads the same content', { timeout: 120_000 }, async () => {
  const target = await place('pglite')
  const content = gunzipSync(whole)
  const accepted: number[] = []
  // The gzip header is left out: it has a date and no data.
  for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 200)) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    await writeFile(target.file, damaged)
    await checkBackup(target.file).then(
      // A few bits of deflate have no effect: padding bits, and lengths of unused codes.
      () => gunzipSync(damaged).equals(content) || accepted.push(at),
      (error: unknown) => expect(error).toBeInstanceOf(BackupBroken),
    )
  }
  expect(accepted).toEqual([])
})

test('an interrupted backup keeps the previous file, and leaves no temporary file', async () => {
  const { config, file } = await place('pglite')
  await writeFile(file, whole)
  const dying = createServer((request, response) => {
    if (request.url === '/healthz') return response.end()
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
  })
  const url = await new Promise<string>((resolve) =>
    dying.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(dying.address() as AddressInfo).port}`)),
  )
  await writeFile(join(config.DATA_DIR, 'operator.json'), JSON.stringify({ url, secretKey: '', operatorKey: '' }))
  await expect(backUp(config, file)).rejects.toThrow('terminated')
  dying.close()
  expect(await readFile(file)).toEqual(whole)
  expect(existsSync(`${file}.part`)).toBe(false)
})

test('a backup without a database fails', async () => {
  const { config, file } = await place('pglite')
  const elsewhere = { ...config, DATA_DIR: join(config.DATA_DIR, 'elsewhere') }
  await expect(backUp(elsewhere, file)).rejects.toThrow('holds no database')
  await expect(restore(config, join(config.DATA_DIR, 'none.gz'))).rejects.toThrow('ENOENT')
})

test('a running server sends a backup only with its operator key', async () => {
  const { server, url } = await start(await place('pglite'))
  const statusWith = async (key: string) => {
    const headers = { Authorization: `Bearer ${key}`, apikey: key }
    const answer = await fetch(`${url}/operator/v1/backup`, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await statusWith(server.secretKey)).toBe(401)
  expect(await statusWith('')).toBe(401)
  expect(await statusWith(server.operatorKey)).toBe(200)
})
