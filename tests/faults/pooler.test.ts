import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { backUp, restore } from '../../server/operations/backup.ts'
import type { OwnDatabase } from '../engines.ts'
import { engines } from '../harness.ts'
import { ensureBuilt, envOf, freePort, runBuilt } from '../built-server.ts'
import { BACK_MS, RECEIVED_MS } from './deadlines.ts'
import { signedIn, signUp } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { openForTest, startForTest } from './own-server.ts'

/** Fewer than the servers' connections, so that they have to share. */
const POOL_SIZE = 3
/** A silent pooler is noticed within 20 s. */
const NOTICED_MS = 25_000

const hasPooler = isInstalled()
if (!hasPooler) console.warn('No pgbouncer: servers behind a pooler are not tested')

beforeAll(ensureBuilt)

describe.runIf(engines.includes('postgres') && hasPooler)('two servers behind PgBouncer in transaction mode', () => {
  test(
    'two servers behind PgBouncer work as without it, and recover after it restarts',
    { timeout: 120_000 },
    async () => {
      const own = await openForTest('postgres')
      if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const pooler = await startPooler(own.config.url)
      const env = { DATABASE_POOLER_URL: pooler.url }
      const one = await startForTest(own, env)
      const other = await startForTest({ ...own, dataDir: `${own.dataDir}-other` }, env)

      const people = await Promise.all(['ana', 'ben', 'cleo', 'dan'].map((name) => signUp(one, name)))
      const [ana] = people
      if (!ana) throw new Error('sign-up failed')
      const { received, statuses, stop } = await subscribe(other, ana)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: RECEIVED_MS })

      const [...both] = people.map((person) => [person, signedIn(other, person)] as const)
      const written = await Promise.all(
        both.flatMap(([here, there]) =>
          Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? here : there).add(`${here.id} ${index}`)),
        ),
      )
      expect(new Set(written)).toEqual(new Set([201]))
      await Promise.all(
        both.map(async ([here, there]) => {
          const texts = [await here.texts(), await there.texts()]
          for (const seen of texts) {
            expect(seen).toHaveLength(30)
            expect(seen.every((text) => text.startsWith(here.id))).toBe(true)
          }
        }),
      )
      await vi.waitFor(() => expect(received).toHaveLength(30), { timeout: RECEIVED_MS })

      await pooler.stop()
      await sleep(200)
      expect((await ana.request('/goals?limit=1'))?.status).toBe(503)
      await pooler.start()
      await vi.waitFor(async () => expect(await ana.add('Back again')).toBe(201), { timeout: BACK_MS })
      await vi.waitFor(() => expect(received).toContain('Back again'), { timeout: RECEIVED_MS })
      await stop()
    },
  )

  test(
    'sign-ins go on after the network has forgotten the connections to the pooler',
    { timeout: 90_000 },
    async () => {
      const own = await openForTest('postgres')
      if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const proxy = await startDatabaseProxy((await startPooler(own.config.url)).url)
      const server = await startForTest(own, { DATABASE_POOLER_URL: proxy.url })
      const { publicKey } = await signUp(server, 'ana')
      const signIn = async () => {
        const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
          method: 'POST',
          headers: { apikey: publicKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ana@example.com', password: 'secret123' }),
        })
        return answer.status
      }
      expect(await signIn()).toBe(200)
      proxy.silence()
      const at = performance.now()
      expect([200, 503]).toContain(await signIn())
      expect(await signIn()).toBe(200)
      expect(performance.now() - at).toBeLessThan(NOTICED_MS)
    },
  )

  test('statements wait for open connections when the pooler accepts no more', { timeout: 60_000 }, async () => {
    const own = await openForTest('postgres')
    if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    const pooler = await startPooler(own.config.url, 'transaction', ['max_client_conn = 12'])
    const server = await startForTest(own, { DATABASE_POOLER_URL: pooler.url })
    const people = await Promise.all(['ana', 'ben', 'cleo', 'dan'].map((name) => signUp(server, name)))
    const statuses = await Promise.all(
      people.flatMap((person) => Array.from({ length: 20 }, (_, index) => person.add(`${person.id} ${index}`))),
    )
    expect(new Set(statuses)).toEqual(new Set([201]))
  })

  test(
    'a backup is restored behind a pooler, which keeps connections of what has ended',
    { timeout: 60_000 },
    async () => {
      const own = await openForTest('postgres')
      const other = await openForTest('postgres')
      if (own.config.kind !== 'postgres' || other.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const configOf = (of: OwnDatabase, url: string) => {
        const read = readConfig({ ...envOf(of), DATABASE_POOLER_URL: url })
        if (!read.ok) throw new Error(read.failure)
        return read.value
      }
      const server = await startForTest(own)
      await signUp(server, 'ana')
      await server.end('SIGTERM')
      const pooler = await startPooler(own.config.url)
      const file = join(own.dataDir, 'backup.gz')
      await backUp(configOf(own, pooler.url), file)
      const elsewhere = Object.assign(new URL(pooler.url), { pathname: new URL(other.config.url).pathname }).href
      expect(await restore(configOf(other, elsewhere), file)).toMatchObject({ 'auth.users': 2 })
    },
  )

  test.each([
    ['PostgreSQL itself, but is a pooler', 'DATABASE_URL', 'transaction', 'DATABASE_URL leads to a pooler in transaction mode'],
    ['a pooler in transaction mode, but is in statement mode', 'DATABASE_POOLER_URL', 'statement', 'DATABASE_POOLER_URL cannot be used: transaction blocks not allowed'],
  ])('a start says which address should be %s', async (_, variable, mode, message) => {
    const own = await openForTest('postgres')
    if (own.config.kind !== 'postgres') throw new Error('not PostgreSQL')
    // As hosted poolers are: otherwise it refuses the connection. The owner of a test's database may have no password.
    const pooler = await startPooler(own.config.url, mode, ['ignore_startup_parameters = options', 'auth_type = trust'])
    const { username, password } = new URL(own.config.url)
    const url = Object.assign(new URL(pooler.url), { username, password }).href
    const { code, printed } = await runBuilt({ ...envOf(own), [variable]: url })
    expect(code).toBe(1)
    expect(printed).toContain(`upswing: ${message}`)
  }) // prettier-ignore

  test(
    'a start refuses a pooler of another database, and says that it accepts no connection',
    { timeout: 60_000 },
    async () => {
      const own = await openForTest('postgres')
      const other = await openForTest('postgres')
      if (own.config.kind !== 'postgres' || other.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const pooler = await startPooler(own.config.url, 'transaction', ['max_client_conn = 1'])
      const isFull = await runBuilt({ ...envOf(own), DATABASE_POOLER_URL: pooler.url })
      expect(isFull.code).toBe(1)
      expect(isFull.printed).toContain('upswing: DATABASE_POOLER_URL cannot be used: no more connections allowed')
      const elsewhere = Object.assign(new URL(pooler.url), { pathname: new URL(other.config.url).pathname }).href
      const { code, printed } = await runBuilt({ ...envOf(own), DATABASE_POOLER_URL: elsewhere })
      expect(code).toBe(1)
      expect(printed).toContain('upswing: DATABASE_POOLER_URL leads to another database than DATABASE_URL')
    },
  )
})

function isInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'])
    return true
  } catch {
    return false
  }
}

/** PgBouncer in front of that database, configured as in docs/operating.md. @param settings one line each */
async function startPooler(databaseUrl: string, mode = 'transaction', settings: readonly string[] = []) {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'upswing-pooler-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  const owner = decodeURIComponent(target.username)
  writeFileSync(users, `"${owner}" "${decodeURIComponent(target.password)}"\n`)
  writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = ${mode}
default_pool_size = ${POOL_SIZE}
auth_type = scram-sha-256
auth_file = ${users}
auth_user = ${owner}
auth_query = select usename, passwd from pg_shadow where usename = $1
${settings.join('\n')}
`,
  )
  let child: ChildProcess | undefined
  const start = async () => {
    // PgBouncer does not run as root.
    const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', 'pgbouncer'] : ['pgbouncer']
    child = spawn(command[0] ?? '', [...command.slice(1), '-q', file], { stdio: 'ignore' })
    await vi.waitFor(() => isOpen(port), { timeout: RECEIVED_MS })
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGTERM')
    await ended
  }
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await start()
  return { url: `postgres://127.0.0.1:${port}${target.pathname}`, start, stop }
}

function isOpen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
}
