import { AuthClient } from '@supabase/auth-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { Database } from '../../../domain/database.types.ts'
import type { Config } from './config.ts'
import { asSignedIn, inOwnTime } from './token-life.ts'

type Auth = InstanceType<typeof AuthClient>

interface Backend {
  readonly config: Config
  readonly auth: Auth
  /** Sends as the signed-in user. */
  readonly fetch: typeof fetch
  live: Promise<RealtimeClient> | undefined
}

let backend: Backend | undefined

/** Called once, before the first render. */
export function connect(config: Config): void {
  const auth = createAuth(config)
  backend = { config, auth, fetch: asSignedIn(auth, config.supabaseKey), live: undefined }
}

function connected(): Backend {
  if (!backend) throw new Error('connect() comes first')
  return backend
}

export const config = () => connected().config

/** Accounts and sessions: all that the sign-in screen needs. */
export const auth = () => connected().auth

/** The script for tables and functions, which may be asked for before `connect`. The sign-in screen works without it. */
export const loadDataClient = () => import('./data-client.ts')

/** The tables. A failed read is repeated by the query cache, so the client's own repetition is switched off. */
export async function tables() {
  const { config, fetch } = connected()
  const { PostgrestClient } = await loadDataClient()
  return new PostgrestClient<Database>(`${config.supabaseUrl}/rest/v1`, {
    schema: 'public',
    fetch: (input, init) => fetch(input, init).finally(noteAnswer),
    retry: false,
  })
}

export async function functions() {
  const { config, fetch } = connected()
  const { FunctionsClient } = await loadDataClient()
  return new FunctionsClient(`${config.supabaseUrl}/functions/v1`, { customFetch: fetch })
}

/** Live changes. Their script is larger than that of the tables and comes after the first answer of those. */
export function live(): Promise<RealtimeClient> {
  const to = connected()
  to.live ??= createLive(to).catch((cause: unknown) => {
    to.live = undefined
    throw cause
  })
  return to.live
}

/** The access token of the session, refreshed if need be; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const { data } = await auth().getSession()
  return data.session?.access_token ?? null
}

function createAuth(config: Config): Auth {
  return new AuthClient({
    ...addressOf(config),
    // Whoever writes an address must not choose who is signed in: return.ts takes it apart.
    detectSessionInUrl: false,
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

let noteAnswer: () => void
/** Of the tables, be it a failure. */
const firstAnswer = new Promise<void>((resolve) => (noteAnswer = resolve))

async function createLive({ config, auth }: Backend): Promise<RealtimeClient> {
  await firstAnswer
  const { RealtimeClient } = await import('@supabase/realtime-js')
  const client = new RealtimeClient(`${config.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config.supabaseKey },
    accessToken,
  })
  // A joined channel keeps the token it joined with until it is told of a new one. Deferred: the auth client must not
  // be called from inside its own callback.
  auth.onAuthStateChange(() => void setTimeout(() => void client.setAuth()))
  return client
}
