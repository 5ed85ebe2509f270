import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadKeys } from '../server/auth/sessions/keys.ts'
import type { Database } from '../server/database/database.ts'
import { openDatabase } from '../server/database/open.ts'
import { connect, connectionOf } from '../server/database/connect.ts'
import { administer, dropping, onDatabase } from '../tests/engines.ts'
import { addCohort, openSessions, type Cohort, type Founder, type Query } from './cohort.ts'

/** A seeded database, and the keys and tokens for its server. */
export interface Seeded {
  /** The server's environment variables. */
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  /** For pgbench; undefined on the embedded engine. */
  readonly url: string | undefined
  readonly apiKey: string
  readonly readers: readonly Founder[]
  readonly writers: readonly Founder[]
  readonly remove: () => Promise<void>
}

/** Tokens name their issuer, wherever the server then listens. */
const PUBLIC_URL = 'http://localhost:3000'

const silent = () => undefined

/** @param url of a PostgreSQL whose role may create databases; undefined: the embedded engine */
export async function seededDatabase(url: string | undefined, cohort: Cohort): Promise<Seeded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upswing-bench-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  const env = {
    PUBLIC_URL,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'secret123',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'info',
  }
  if (url === undefined) {
    const database = await openDatabase({ kind: 'pglite', dataDir }, silent)
    const goals = await database.transaction((transaction) =>
      addCohort((text, values) => transaction.query(text, values), cohort),
    )
    const client = await clientSide(database, cohort, goals)
    await database.close()
    return { env, url, ...client, remove: removeFolder }
  }
  const name = `upswing_bench_${randomBytes(4).toString('hex')}`
  await administer(url, [`create database ${name}`])
  const own = onDatabase(url, name)
  const database = await openDatabase({ kind: 'postgres', url: own }, silent)
  const owner = await connect(connectionOf(own))
  const query: Query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await owner.query<Row>(text, [...values])).rows
  await query('begin')
  const goals = await addCohort(query, cohort)
  await query('commit')
  await query('vacuum analyze')
  await query('checkpoint')
  await owner.end()
  const client = await clientSide(database, cohort, goals)
  await database.close()
  const remove = async () => {
    await administer(url, dropping(name))
    await removeFolder()
  }
  return { env: { ...env, DATABASE_URL: own, ALLOW_INSECURE_CONNECTIONS: 'database' }, url: own, ...client, remove }
}

/** Creates keys and sessions with the server's own modules. */
async function clientSide(database: Database, cohort: Cohort, goals: ReadonlyMap<string, string[]>) {
  const keys = await loadKeys(database)
  const { readers, writers } = await openSessions(database, keys, `${PUBLIC_URL}/auth/v1`, cohort)
  const withGoals = readers.map((founder) => ({ ...founder, goalIds: goals.get(founder.id) ?? [] }))
  return { apiKey: keys.publishableKey, readers: withGoals, writers }
}
