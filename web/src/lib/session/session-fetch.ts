import { isAuthRefreshDiscardedError, type AuthClient } from '@supabase/auth-js'
import { checkNetwork, isOffline, whenOnline } from '../offline/network.ts'

type Auth = InstanceType<typeof AuthClient>

/** The auth client has one refresh at a time. */
let cancelWaiting = () => {}

/** Ends the refresh that waits for the network. */
export const cancelRefresh = () => cancelWaiting()

/** `fetch` for the auth client. */
export const authFetch: typeof fetch = async (input, init) => {
  const isRefresh = typeof input === 'string' && input.includes('grant_type=refresh_token')
  // A refresh waits for the network: the auth client would retry for 30 s, and then not again for a while. 401 is a refusal that
  // is final, unlike a failure.
  if (isRefresh && (await isCancelled())) return Response.json({}, { status: 401 })
  const response = await fetch(input, init)
  return (await isOfSession(response, isRefresh)) ? withLocalExpiry(response) : new Response(null, { status: 503 })
}

/** Waits for the network. @returns whether the waiting was ended instead */
const isCancelled = async (): Promise<boolean> =>
  (await Promise.race([whenOnline(), new Promise<true>((resolve) => (cancelWaiting = () => resolve(true)))])) === true

/**
 * Whether a response says something of the session: the auth client ends it when a refresh is refused. A proxy or a captive portal
 * that answers instead, and a rate limit, say nothing of it; nor does another API key that the server has had since this page was
 * opened, which the next page has.
 */
async function isOfSession(response: Response, isRefresh: boolean): Promise<boolean> {
  if (response.ok || (!isRefresh && response.status !== 401)) return true
  const code = await codeIn(response.clone())
  if (response.status === 401 && code === 'invalid_api_key') return false
  return !isRefresh || (response.status !== 429 && typeof code === 'string')
}

/**
 * The auth client computes the session's expiry from this browser's clock. The server's `expires_at` uses the server's clock: with
 * a clock two hours ahead every session would seem expired, and with one that is behind none would be refreshed in time.
 */
async function withLocalExpiry(response: Response): Promise<Response> {
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
  const body: unknown = await response.json()
  const isSession = typeof body === 'object' && body !== null && 'expires_in' in body && 'expires_at' in body
  if (isSession) body.expires_at = Math.floor(Date.now() / 1000) + Number(body.expires_in)
  return new Response(JSON.stringify(body), response)
}

const codeIn = async (response: Response): Promise<unknown> =>
  ((await response.json().catch(() => undefined)) as { code?: unknown } | undefined)?.code

/**
 * Calls the auth client once more when another tab has refreshed the session at the same time: the client discards its own
 * tokens then, and fails, though the stored session is as new.
 */
export async function unlessOvertaken<Result extends { readonly error: unknown }>(
  call: () => Promise<Result>,
): Promise<Result> {
  const result = await call()
  return isAuthRefreshDiscardedError(result.error) ? call() : result
}

/**
 * `fetch` for tables and functions, with the session's token. A request refused for its token is retried once with
 * a new one, since the clock may have been set back, or the server's keys changed. If the session was revoked
 * elsewhere, by a new password or by signing out everywhere, the refresh makes the auth client end it here too.
 * @param apiKey sent with every request; without a session it is the anonymous role
 */
export function fetchAsSignedIn(auth: Auth, apiKey: string): typeof fetch {
  let renewing: Promise<string | undefined> | undefined
  return async (input, init) => {
    // Fails at once: the session of a request that waited for the network may have expired.
    if (isOffline() && !(await checkNetwork())) throw new TypeError('Failed to fetch')
    const headers = new Headers(init?.headers)
    headers.set('apikey', apiKey)
    if (!headers.has('Authorization')) {
      const { data, error } = await unlessOvertaken(() => auth.getSession())
      // Without a token the lists would seem empty.
      if (error) throw error
      headers.set('Authorization', `Bearer ${data.session?.access_token ?? apiKey}`)
    }
    const response = await fetch(input, { ...init, headers }).catch((cause: unknown) => {
      void checkNetwork()
      throw cause
    })
    if (response.status !== 401) return response
    renewing ??= renew(auth).finally(() => (renewing = undefined))
    const token = await renewing
    const authorization = `Bearer ${token}`
    if (token === undefined || headers.get('Authorization') === authorization) return response
    headers.set('Authorization', authorization)
    return fetch(input, { ...init, headers })
  }
}

/**
 * @returns the token for the retry, if the session is valid: a new one if the present one was refused; else the present
 * one, which may be newer than the one sent
 */
async function renew(auth: Auth): Promise<string | undefined> {
  try {
    const { error } = await auth.getUser()
    // The auth client ends a session here that the server has ended, but not with one whose user was deleted or banned.
    if (error?.code === 'user_not_found' || error?.code === 'user_banned') await auth.signOut({ scope: 'local' })
    if (error && error.code !== 'bad_jwt') return undefined
    const { data } = error ? await auth.refreshSession() : await auth.getSession()
    return data.session?.access_token
  } catch (error) {
    console.error(error)
    return undefined
  }
}
