import { join } from 'node:path'
import { databaseOf, readConfig, type Config } from '../../server/config.ts'
import { openDatabase } from '../../server/database/open.ts'
import { listen } from '../../server/http/listen.ts'
import { ensureFirstAdmin } from '../../server/operations/first-admin.ts'
import { admitOperators, operatorClientOf, type OperatorClient } from '../../server/operations/operator.ts'
import type { Log } from '../../server/log.ts'
import { createServer, type UpswingServer } from '../../server/server.ts'
import type { Engine, OwnDatabase } from '../engines.ts'
import { openOwn, quickPasswords } from '../harness.ts'

/** A separate database, and the configuration of its servers and commands. */
export interface Place {
  readonly own: OwnDatabase
  readonly config: Config
  /** A path for a backup. */
  readonly file: string
}

export interface RunningServer {
  readonly server: UpswingServer
  readonly client: OperatorClient
  readonly url: string
  stop(): Promise<void>
}

const toClose: (() => Promise<void>)[] = []

/** Stops servers and removes databases, the latest first. */
export async function closeAll(): Promise<void> {
  for (const close of toClose.splice(0).reverse()) await close()
}

export async function place(engine: Engine, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const own = await openOwn(engine)
  toClose.push(() => own.remove())
  return { own, config: configOf(own, env), file: join(own.dataDir, 'copy.gz') }
}

/** The same place with other variables. */
export const withEnv = (at: Place, env: Readonly<Record<string, string>>): Place => ({
  ...at,
  config: configOf(at.own, env),
})

function configOf(own: OwnDatabase, env: Readonly<Record<string, string>>): Config {
  const read = readConfig({
    DATA_DIR: own.dataDir,
    RATE_LIMIT_FACTOR: '1000',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'secret123',
    ...(own.config.kind === 'postgres' && { DATABASE_URL: own.config.url, ALLOW_INSECURE_CONNECTIONS: 'database' }),
    ...env,
  })
  if (!read.ok) throw new Error(read.failure)
  return read.value
}

/** A server like server/main.ts starts, with its first admin, which commands on this machine can find. */
export async function start({ config }: Place, log: Log = () => undefined): Promise<RunningServer> {
  const database = await openDatabase(databaseOf(config), log)
  const server = await createServer(config, database, log, { passwords: quickPasswords }).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  await ensureFirstAdmin(server, config)
  const listening = await listen(server.handle, server.upgrade, { port: 0, host: '127.0.0.1' })
  await server.startRuns()
  const dismissOperators = await admitOperators(config, server, listening.port)
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= Promise.all([dismissOperators(), listening.close(), server.close()]).then(() => database.close()))
  toClose.push(stop)
  return { server, client: operatorClientOf(server, config), url: `http://127.0.0.1:${listening.port}`, stop }
}

/** Adds an account with a profile, a goal, a check-in and a runway. @returns the founder's id */
export async function addFounder({ client }: RunningServer, name: string): Promise<string> {
  const { data, error } = await client.auth.admin.createUser({
    email: `${name}@example.com`,
    password: 'secret123',
    email_confirm: true,
    user_metadata: { first_name: name, last_name: 'O’Hara "☕" \\N' },
  })
  if (error) throw error
  const user_id = data.user.id
  await client.from('goals').insert({ user_id, text: 'Ten demos,\n"ähnlich" \\N\t☕', period: 'weekly' }).throwOnError()
  const checkIn = { user_id, week_of: '2026-03-02', mood: 4, wins: 'One', next_priority: 'Two' }
  await client.from('weekly_checkins').insert(checkIn).throwOnError()
  await client.from('runway_data').insert({ user_id, bank_balance: 12.5, monthly_burn: 3 }).throwOnError()
  return user_id
}

/** The rows of every table that {@link addFounder} fills, read by the service role. */
export async function rowsOf({ client }: RunningServer) {
  const [goals, checkIns, runways, profiles, roles] = await Promise.all([
    client.from('goals').select().order('id').throwOnError(),
    client.from('weekly_checkins').select().order('id').throwOnError(),
    client.from('runway_data').select().order('user_id').throwOnError(),
    client.from('profiles').select().order('id').throwOnError(),
    client.from('user_roles').select().order('user_id').throwOnError(),
  ])
  return {
    goals: goals.data,
    checkIns: checkIns.data,
    runways: runways.data,
    profiles: profiles.data,
    roles: roles.data,
  }
}

/** The response to a sign-in with the password of {@link addFounder}. */
export async function signIn({ server, url }: RunningServer, email: string): Promise<unknown> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'secret123' }),
  })
  return answer.json()
}
