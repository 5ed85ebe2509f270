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

function createAuth({ supabaseUrl, supabaseKey }: Config): Auth {
  return new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    fetch: inOwnTime,
    storageKey: `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`,
    // The calendar service also returns with `code` and `error`; those are not ours to exchange.
    detectSessionInUrl: (url, params) =>
      url.pathname !== '/calendar-callback' && Boolean(params.access_token || params.error || params.error_code),
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
