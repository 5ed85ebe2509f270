import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { administer, dropping, onDatabase } from '../engines.ts'

export type Deployment = 'pglite' | 'postgres' | 'two-servers'

/** Running servers of one product: where founders go and where admins go. */
export interface Deployed {
  readonly founderUrl: string
  readonly adminUrl: string
  readonly dataDir: string
  /** What the servers have printed so far. */
  printed(): string
  stop(): Promise<void>
}

export const ADMIN = { email: 'admin@example.com', password: 'correct-horse' } as const

const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export const hasPostgres = (): Promise<boolean> =>
  administer(postgresUrl, ['select 1']).then(
    () => true,
    () => false,
  )

/** Starts the built server, once or twice, on a database of its own. */
export async function deploy(deployment: Deployment, env: Record<string, string> = {}): Promise<Deployed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-browser-'))
  const name = `upswing_browser_${randomBytes(6).toString('hex')}`
  const isPostgres = deployment !== 'pglite'
  if (isPostgres) await administer(postgresUrl, [`create database ${name}`])
  const shared = { ...env, DATA_DIR: dataDir, ...(isPostgres && { DATABASE_URL: onDatabase(postgresUrl, name) }) }
  const one = await startServer(shared)
  const two = deployment === 'two-servers' ? await startServer(shared) : one
  return {
    founderUrl: one.url,
    adminUrl: two.url,
    dataDir,
    printed: () => [...new Set([one, two])].map(({ log }) => readFileSync(log, 'utf8')).join('\n'),
    stop: async () => {
      await Promise.all([...new Set([one, two])].map(({ child }) => end(child)))
      if (isPostgres) await administer(postgresUrl, dropping(name))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly url: string
  readonly child: ChildProcess
  /** The file that it prints to. */
  readonly log: string
}

async function startServer(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_FACTOR: '1000',
      ALLOW_INSECURE_CONNECTIONS: 'database',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = join(env['DATA_DIR'] ?? tmpdir(), `server-${port}.log`)
  const file = createWriteStream(log)
  child.stdout.pipe(file)
  child.stderr.pipe(file)
  const url = `http://localhost:${port}`
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: see ${log}`)
    if (await fetch(`${url}/readyz`).then(({ ok }) => ok, () => false)) return { url, child, log } // prettier-ignore
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error('the server did not get ready in 60 s')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
