import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuilt } from '../built-server.ts'
import { administer, dropping, onDatabase } from '../engines.ts'
import { openTestPostgres } from '../postgres-cluster.ts'

export type Deployment = 'pglite' | 'postgres' | 'two-servers'

/** Running servers of one product: where founders go and where admins go. */
export interface Deployed {
  readonly founderUrl: string
  readonly adminUrl: string
  readonly dataDir: string
  /** Output of the servers so far. */
  printed(): string
  stop(): Promise<void>
}

export const ADMIN = { email: 'admin@example.com', password: 'correct-horse' } as const

const postgresUrl = () => process.env['TEST_DATABASE_URL'] ?? ''

/** Names the data folder that every embedded deployment begins with: migrated, with the first admin. */
const TEMPLATE = 'BROWSER_TESTS_TEMPLATE'

/** Playwright's global setup: opens PostgreSQL and makes the template. @returns the teardown */
export default async function prepareTemplate(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-browser-template-'))
  const server = await startServer({ DATA_DIR: dataDir })
  await server.end('SIGTERM')
  // A socket cannot be copied, should the server have left it.
  await rm(join(dataDir, 'lock'), { force: true })
  process.env[TEMPLATE] = dataDir
  const postgres = await openTestPostgres()
  if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  return async () => {
    await rm(dataDir, { recursive: true, force: true })
    await postgres?.remove()
  }
}

/** Starts the built server, once or twice, on a database of its own. */
export async function deploy(deployment: Deployment, env: Record<string, string> = {}): Promise<Deployed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-browser-'))
  const name = `upswing_browser_${randomBytes(6).toString('hex')}`
  const isPostgres = deployment !== 'pglite'
  const template = process.env[TEMPLATE]
  if (isPostgres) await administer(postgresUrl(), [`create database ${name}`])
  else if (template) cpSync(template, dataDir, { recursive: true })
  const shared = { ...env, DATA_DIR: dataDir, ...(isPostgres && { DATABASE_URL: onDatabase(postgresUrl(), name) }) }
  const one = await startServer(shared)
  const servers = deployment === 'two-servers' ? [one, await startServer(shared)] : [one]
  const [{ port: founderPort }, { port: adminPort }] = [one, servers.at(-1) ?? one]
  return {
    founderUrl: `http://localhost:${founderPort}`,
    adminUrl: `http://localhost:${adminPort}`,
    dataDir,
    printed: () => servers.map((server) => server.printed()).join('\n'),
    stop: async () => {
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      if (isPostgres) await administer(postgresUrl(), dropping(name))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const startServer = (env: Record<string, string> & { DATA_DIR: string }) =>
  startBuilt({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_FACTOR: '1000',
    ALLOW_INSECURE_CONNECTIONS: 'database',
    ...env,
  })
