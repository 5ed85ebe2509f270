import { AuthClient } from '@supabase/auth-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'
import type { Config } from './config.ts'
import { inOwnTime, withLiveToken } from './token-life.ts'

type DataClient = SupabaseClient<Database>
type Auth = InstanceType<typeof AuthClient>

interface Backend {
  readonly config: Config
  readonly auth: Auth
  data: Promise<DataClient> | undefined
}

let backend: Backend | undefined

/** Called once, before the first render. */
export function connect(config: Config): void {
  backend = { config, auth: createAuth(config), data: undefined }
}

function connected(): Backend {
  if (!backend) throw new Error('connect() comes first')
  return backend
}

export const config = () => connected().config

/** Accounts and sessions: all that the sign-in screen needs. */
export const auth = () => connected().auth

/**
 * Tables, live changes and functions, under the signed-in user's token. Loaded apart, because the sign-in screen works
 * without it. Its own `auth` throws: use `auth()`.
 */
export function data(): Promise<DataClient> {
  const to = connected()
  to.data ??= createData(to).catch((cause: unknown) => {
    to.data = undefined
    throw cause
  })
  return to.data
}

/** The tables alone. A failed read is repeated by the query cache, so the client's own repetition is switched off. */
export async function tables() {
  const tables = (await data()).schema('public')
  tables.retry = false
  return tables
}

/** The access token of the session, refreshed if need be; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const { data } = await auth().getSession()
  return data.session?.access_token ?? null
}

function createAuth(config: Config): Auth {
  return new AuthClient({
    ...addressOf(config),
    detectSessionInUrl: (url, params) => {
      // Only sessions, as mailed links bring them: errors and codes were taken out before (return.ts).
      const hasSession = params.access_token !== undefined
      // At once, and in place: the client would leave an entry with the tokens in the history.
      if (hasSession) history.replaceState(history.state, '', url.pathname + url.search)
      return hasSession
    },
  })
}

const addressOf = ({ supabaseUrl, supabaseKey }: Config) => ({
  url: `${supabaseUrl}/auth/v1`,
  headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
  fetch: inOwnTime,
  storageKey: `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`,
})

/**
 * Signs in with somebody else's account in the PKCE flow: what comes back in the address is worth nothing without the
 * secret that only this browser has. A client of its own, because `auth()` asks for mails whose links must work in any
 * browser; the secret is all that it keeps.
 * @param token of the session that the other account is connected to; null to sign in with it
 */
export function providerAuth(token: string | null = null): Auth {
  const address = addressOf(connected().config)
  return new AuthClient({
    ...address,
    ...(token !== null && { headers: { ...address.headers, Authorization: `Bearer ${token}` } }),
    storageKey: `${address.storageKey}-provider`,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => void (key.endsWith('-code-verifier') && localStorage.setItem(key, value)),
      removeItem: (key) => localStorage.removeItem(key),
    },
  })
}

async function createData({ config, auth }: Backend): Promise<DataClient> {
  const { createClient } = await import('@supabase/supabase-js')
  const global = { fetch: withLiveToken(auth) }
  const client = createClient<Database>(config.supabaseUrl, config.supabaseKey, { accessToken, global })
  // A joined channel keeps the token it joined with until it is told of a new one. Deferred: the auth client must not
  // be called from inside its own callback.
  auth.onAuthStateChange(() => void setTimeout(() => void client.realtime.setAuth()))
  return client
}
