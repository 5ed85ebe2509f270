import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { createAuth, type Auth } from '../../server/auth/auth.ts'
import { loadKeys, type Keys } from '../../server/auth/sessions/keys.ts'
import type { Message } from '../../server/mail/mail.ts'
import type { AuthConfig } from '../../server/auth/dependencies.ts'
import type { Sms, TextMessage } from '../../server/auth/mfa/sms.ts'
import type { Database } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createGate } from '../../server/http/gate.ts'
import type { Engine } from '../engines.ts'
import { openOwn, quickPasswords, serveGate } from '../harness.ts'

// The client requires a WebSocket on Node.js 20; nothing here connects.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket

const silent = () => undefined

/** A migrated database for one file; `close` drops it. */
export async function openTestDatabase(engine: Engine): Promise<Database> {
  const own = await openOwn(engine)
  const database = await openDatabase(own.config, silent)
  return {
    ...database,
    close: async () => {
      await database.close()
      await own.remove()
    },
  }
}

export interface AuthServer {
  readonly url: string
  readonly auth: Auth
  readonly keys: Keys
  /** Every mail so far. */
  readonly outbox: readonly Message[]
  /** Every text message so far. */
  readonly texts: readonly TextMessage[]
  /** Moves the server's clock. */
  advance(seconds: number): void
  /** A new browser: the official client with a storage of its own. */
  browser(options?: { flowType?: 'implicit' | 'pkce' }): ReturnType<typeof createClient>
  admin(): ReturnType<typeof createClient>
  /** A request with the publishable key, or with `key` and `headers`. */
  send(path: string, init?: RequestInit & { json?: unknown; bearer?: string; key?: string | null }): Promise<Response>
  close(): Promise<void>
}

/** The accounts part behind the real gate, on a real port, with a clock that tests move. */
export async function startAuthServer(
  database: Database,
  { sms, ...config }: Partial<AuthConfig> & { sms?: Sms } = {},
): Promise<AuthServer> {
  // With 0 the keys are read for every signature: within a transaction on PGlite that would wait forever.
  const keys = await loadKeys(database, {}, { cacheMs: 0 })
  const outbox: Message[] = []
  const texts: TextMessage[] = []
  let skippedMs = 0
  const auth = createAuth({
    database,
    keys,
    config: { publicUrl: 'http://localhost:3000', productName: 'Upswing', rateLimitFactor: 1000, ...config },
    mail: { send: (message) => outbox.push(message) },
    sms: sms ?? { provider: 'outbox', send: async (message) => texts.push(message) > 0 },
    log: silent,
    passwords: quickPasswords,
    clock: () => new Date(Date.now() + skippedMs),
  })
  const gate = createGate({ publicUrl: 'http://localhost:3000', trustProxy: 1, roleOf: keys.roleOf, log: silent })
  gate.route('/auth/v1', auth.app)
  const { url, close } = await serveGate(gate)
  const noTimers = { autoRefreshToken: false, detectSessionInUrl: false }
  return {
    url,
    auth,
    keys,
    outbox,
    texts,
    advance: (seconds) => void (skippedMs += seconds * 1000),
    browser: ({ flowType = 'implicit' } = {}) =>
      createClient(url, keys.publishableKey, { auth: { ...noTimers, flowType, storage: memoryStorage() } }),
    admin: () => createClient(url, keys.secretKey, { auth: { ...noTimers, persistSession: false } }),
    send: (path, { json, bearer, key = keys.publishableKey, ...init } = {}) =>
      fetch(`${url}/auth/v1${path}`, {
        redirect: 'manual',
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: {
          ...(key !== null && { apikey: key }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...init.headers,
        },
      }),
    close,
  }
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
