import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import type { Hono } from 'hono'
import { inject, TestRunner } from 'vitest'
import { WebSocket } from 'ws'
import type { Database as Tables } from '../domain/database.types.ts'
import { createPasswords } from '../server/auth/accounts/passwords.ts'
import { loadKeys, type Keys } from '../server/auth/sessions/keys.ts'
import { readConfig, type Config } from '../server/config.ts'
import type { Database } from '../server/database/database.ts'
import { openDatabase } from '../server/database/open.ts'
import type { ApiEnv } from '../server/http/context.ts'
import { listen } from '../server/http/listen.ts'
import type { Log } from '../server/log.ts'
import { grantAdmin } from '../server/operations/admins.ts'
import { prepareSecrets } from '../server/operator/secrets.ts'
import { createServer } from '../server/server.ts'
import { freePort } from './built-server.ts'
import { ownDatabase, type Engine, type OwnDatabase } from './engines.ts'

/** The engines at hand: `describe.each(engines)('… on %s', (engine) => { … })`. */
export const engines: readonly Engine[] = inject('postgres') ? ['pglite', 'postgres'] : ['pglite']

export type Client = SupabaseClient<Tables, 'public'>

/** A user with an account, signed in through the official client. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly client: Client
}

export interface TestServer {
  readonly url: string
  readonly publishableKey: string
  readonly secretKey: string
  /** The database that this server uses, for arranging and looking behind. */
  readonly database: Database
  readonly own: OwnDatabase
  /** The keys of the server, the signing one too. */
  keys(): Promise<Keys>
  /** The official client, signed out. */
  client(key?: string): Client
  /** Signs up a user; the names are what the e-mail address begins with. */
  founder(name: string): Promise<Person>
  admin(name: string): Promise<Person>
  close(): Promise<void>
}

export const openOwn = (engine: Engine): Promise<OwnDatabase> =>
  ownDatabase(engine, { pgliteTemplate: inject('pgliteTemplate'), postgres: inject('postgres') })

const silent: Log = () => undefined

/** Hashes of a thousandth of the usual cost, and no pauses between them. */
export const quickPasswords = createPasswords(8, { memoryCost: 8, timeCost: 1 })

/**
 * A whole server on a free port, with a database of its own unless `on` names one to share.
 * @param env variables as an operator would set them
 */
export async function createTestServer(
  engine: Engine,
  { env = {}, on, log = silent }: { env?: Record<string, string>; on?: OwnDatabase; log?: Log } = {},
): Promise<TestServer> {
  const own = on ?? (await openOwn(engine))
  const port = await freePort()
  const read = readConfig({ PORT: String(port), RATE_LIMIT_FACTOR: '1000', DATA_DIR: own.dataDir, ...env })
  if (!read.ok) throw new Error(read.failure)
  const config: Config = read.value
  const database = await openDatabase(own.config, log)
  const server = await createServer(config, database, log, { passwords: quickPasswords })
  const listening = await listen(server.handle, server.upgrade, { port, host: config.HOST })
  await server.startRuns()
  const { publishableKey, secretKey } = server
  const url = `http://127.0.0.1:${port}`

  const client = (key = publishableKey): Client =>
    createClient<Tables, 'public'>(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
    })
  const founder = async (name: string): Promise<Person> => {
    // A test that is tried again finds the accounts of its first try.
    const retries = TestRunner.getCurrentTest()?.result?.retryCount || ''
    const person = { email: `${name}${retries}@example.com`, password: 'secret123', client: client() }
    const { data, error } = await person.client.auth.signUp({
      email: person.email,
      password: person.password,
      options: { data: { first_name: name, last_name: 'Tester' } },
    })
    if (error || !data.user) throw new Error(`${name} cannot sign up: ${error?.message}`)
    return { ...person, id: data.user.id }
  }
  return {
    url,
    publishableKey,
    secretKey,
    database,
    own,
    keys: async () => loadKeys(database, {}, { secrets: await prepareSecrets(config, database) }),
    client,
    founder,
    admin: async (name) => {
      const person = await founder(name)
      await grantAdmin(client(secretKey), person.email, { unproven: true })
      return person
    },
    close: async () => {
      await Promise.all([listening.close(), server.close()])
      await database.close()
      if (!on) await own.remove()
    },
  }
}

interface Run {
  readonly key?: string
  readonly method?: string
}

/** Runs a function that has a schedule, as the server does it: with the secret key. */
export const runFunction = (
  { url, secretKey }: TestServer,
  name: string,
  { key = secretKey, method = 'POST' }: Run = {},
) => fetch(`${url}/functions/v1/${name}`, { method, headers: { Authorization: `Bearer ${key}` } })

/** Serves one part of the server behind its gate on a free port; websockets are not for it. */
export async function serveGate(gate: Hono<ApiEnv>): Promise<{ url: string; close(): Promise<void> }> {
  const { port, close } = await listen(gate.fetch, (_, socket) => socket.destroy(), { port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${port}`, close }
}
