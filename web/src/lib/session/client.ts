import { AuthClient, type Session } from '@supabase/auth-js'
import { assuranceOf } from '../../../../domain/access-token.ts'
import type { Database } from '../../../../domain/database.types.ts'
import { config } from './config.ts'
import { attempt, local, tab } from '../offline/storage.ts'
import { cancelRefresh, fetchAsSignedIn, authFetch, unlessOvertaken } from './session-fetch.ts'

type Auth = InstanceType<typeof AuthClient>

interface Backend {
  readonly auth: Auth
  /** Fetches as the signed-in user. */
  readonly fetch: typeof fetch
}

let backend: Backend | undefined

/** Called once, before the first render, with the configuration loaded. */
export function connect(): void {
  // One that is damaged would make the auth client fail.
  if (!storedSession()) removeStoredSession()
  const auth = new AuthClient({
    ...clientOptions(),
    storage: local,
    // A crafted URL must not choose who is signed in: auth-redirect.ts parses it.
    detectSessionInUrl: false,
  })
  backend = { auth, fetch: fetchAsSignedIn(auth, config().supabaseKey) }
}

function connected(): Backend {
  if (!backend) throw new Error('connect() comes first')
  return backend
}

/** The session in this browser's storage, which the auth client may be unable to refresh; not one that is damaged. */
export function storedSession(): Session | undefined {
  const session = local.read(clientOptions().storageKey) as Session | undefined
  return attempt(() => assuranceOf(session!.access_token) && session!.user.id) ? session : undefined
}

/** Removes it, and ends a refresh that waits for the network. */
export function removeStoredSession(): void {
  local.removeItem(clientOptions().storageKey)
  cancelRefresh()
}

/** Fetches as the signed-in user. */
export const fetchSignedIn: typeof fetch = (input, init) => connected().fetch(input, init)

/** Accounts and sessions: all that the sign-in screen needs. */
export const auth = () => connected().auth

/** The script for the tables, which may be requested before `connect`. The sign-in screen works without it. */
export const loadDataClient = () => import('./data-client.ts')

/** Builds a client when it is first needed, and again if that failed. */
function once<Client>(build: (backend: Backend) => Promise<Client>): () => Promise<Client> {
  let built: Promise<Client> | undefined
  const reset = (cause: unknown) => {
    built = undefined
    throw cause
  }
  return () => (built ??= build(connected()).catch(reset))
}

/** The data client. TanStack Query retries failed reads, so the client's own retries are off. */
export const tables = once(async ({ fetch }) => {
  const { PostgrestClient } = await loadDataClient()
  return new PostgrestClient<Database>(`${config().supabaseUrl}/rest/v1`, {
    schema: 'public',
    fetch: (input, init) => fetch(input, init).finally(noteAnswer),
    retry: false,
  })
})

/** The client of functions, which the board needs for a connected calendar alone. */
export const functions = once(async ({ fetch }) => {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${config().supabaseUrl}/functions/v1`, { customFetch: fetch })
})

/** Live changes. Their script is larger than that of the tables and loads after the tables' first response. */
export const live = once(async ({ auth }) => {
  await firstAnswer
  const { RealtimeClient } = await import('@supabase/realtime-js')
  const client = new RealtimeClient(`${config().supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: config().supabaseKey },
    accessToken,
  })
  // A joined channel keeps its token until it gets a new one. Deferred, since the auth client must not
  // be called inside its own callback.
  auth.onAuthStateChange(() => void setTimeout(() => void client.setAuth()))
  return client
})

let noteAnswer: () => void
/** The first response of the data API, or its failure. */
const firstAnswer = new Promise<void>((resolve) => (noteAnswer = resolve))

/** The session's access token, refreshed if necessary; null when signed out. */
export async function accessToken(): Promise<string | null> {
  const { data } = await unlessOvertaken(() => auth().getSession())
  return data.session?.access_token ?? null
}

function clientOptions() {
  const { supabaseUrl, supabaseKey } = config()
  return {
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    fetch: authFetch,
    storageKey: `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`,
  }
}

/**
 * Signs in with an external provider by PKCE: the code in the redirect is useless without the verifier in this
 * browser. A separate client, because `auth()` requests mails whose links must work in any browser; it stores only
 * the verifier.
 * @param token of the session that the identity is linked to; null to sign in
 */
export function providerAuth(token: string | null = null): Auth {
  const options = clientOptions()
  const storageKey = `${options.storageKey}-provider`
  const verifierKey = `${storageKey}-code-verifier`
  return new AuthClient({
    ...options,
    ...(token !== null && { headers: { ...options.headers, Authorization: `Bearer ${token}` } }),
    storageKey,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    // This tab's verifier first, since another tab may have left for the provider later. The browser's, since a provider may
    // return in another tab. Not the client's verifiers by flow, which only a redirect with the flow's id would use up.
    storage: {
      getItem: (key) => tab.getItem(key) ?? local.getItem(key),
      setItem: (key, value) => {
        if (key === verifierKey) for (const storage of [tab, local]) storage.setItem(key, value)
      },
      removeItem: (key) => {
        for (const storage of [tab, local]) storage.removeItem(key)
      },
    },
  })
}
