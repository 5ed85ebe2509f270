import { AuthClient } from '@supabase/auth-js'
import { afterEach, expect, test, vi } from 'vitest'
import { setOffline } from '../offline/network.ts'
import { cancelRefresh, fetchAsSignedIn, authFetch, unlessOvertaken } from './session-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

type Refusal = { code: string } | null

/** An auth client whose session gets the token `new` after the old one was rejected. */
function accounts(current: string | undefined, refusalOf: (token: string | undefined) => Refusal) {
  let token = current
  const refreshSession = vi.fn(async () => ({ data: { session: { access_token: (token = 'new') } } }))
  const auth = {
    getUser: async () => ({ error: refusalOf(token) }),
    getSession: async () => ({ data: { session: token === undefined ? null : { access_token: token } } }),
    refreshSession,
  }
  return { auth: auth as unknown as InstanceType<typeof AuthClient>, refreshSession }
}

/** A data API that accepts only the token `new`, and records the tokens it received. */
function dataApi() {
  const sent: (string | null)[] = []
  const answer = async (_: unknown, init?: RequestInit) => {
    const authorization = new Headers(init?.headers).get('Authorization')
    sent.push(authorization)
    return new Response(null, { status: authorization === 'Bearer new' ? 200 : 401 })
  }
  vi.stubGlobal('fetch', answer)
  return sent
}

const old = { headers: { Authorization: 'Bearer old' } }
const expired = (token: string | undefined): Refusal => (token === 'old' ? { code: 'bad_jwt' } : null)

test.each([
  ['the token of the session', 'new', 'Bearer new'],
  ['the API key without a session', undefined, 'Bearer key'],
])('sends %s as bearer token', async (_, token, authorization) => {
  const sent = dataApi()
  const { auth } = accounts(token, () => null)
  await fetchAsSignedIn(auth, 'key')('/a', { headers: { Prefer: 'count=exact' } })
  expect(sent).toEqual([authorization])
})

test('retries a request rejected for its token with a new one, and refreshes once for many requests', async () => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts('old', expired)
  const send = fetchAsSignedIn(auth, 'key')
  const answers = await Promise.all([send('/a', old), send('/b', old), send('/c', old)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(sent).toHaveLength(6)
  expect(refreshSession).toHaveBeenCalledOnce()
})

test('retries a request with the session’s newer token', async () => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts('new', expired)
  expect((await fetchAsSignedIn(auth, 'key')('/late', old)).status).toBe(200)
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
  expect(refreshSession).not.toHaveBeenCalled()
})

test.each([
  ['a valid token, rejected for another reason', 'old', (): Refusal => null],
  ['a session that was revoked', 'old', (): Refusal => ({ code: 'session_not_found' })],
] as const)('%s: returns the 401 without a retry', async (_, token, refusalOf) => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts(token, refusalOf)
  expect((await fetchAsSignedIn(auth, 'key')('/a', old)).status).toBe(401)
  expect(sent).toEqual(['Bearer old'])
  expect(refreshSession).not.toHaveBeenCalled()
})

test('a refresh waits for the network, and is refused without being sent when the user signs out', async () => {
  const sent = dataApi()
  setOffline(true)
  const refresh = authFetch('/token?grant_type=refresh_token')
  cancelRefresh()
  expect((await refresh).status).toBe(401)
  expect(sent).toEqual([])
  setOffline(false)
})

/** What the server sends for a sign-in and a refresh. */
const SESSION = { access_token: 'new', refresh_token: 'r2', token_type: 'bearer', expires_at: 1, user: { id: 'ana' } }

/** The auth client with a stored session that ends then, in Unix seconds, and the client of another tab. */
function clientWithSession(expires_at: number) {
  const session = { access_token: 'old', refresh_token: 'r', expires_at, token_type: 'bearer', user: { id: 'ana' } }
  const stored = new Map([['session', JSON.stringify(session)]])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const options = { url: 'http://localhost/auth/v1', storageKey: 'session', autoRefreshToken: false, storage }
  const auth = new AuthClient({ ...options, fetch: authFetch })
  const otherTab = () => new AuthClient({ ...options, fetch: authFetch })
  const isRefreshed = () => stored.get('session')?.includes('r2') === true
  return { auth, otherTab, isRefreshed, isStored: () => stored.has('session') }
}

/** Refreshes an expired session with the auth client, whose request gets this response. */
async function refreshAnswered(response: () => Response | Promise<Response>) {
  const answer = vi.fn(async () => response())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', answer)
  const { auth, isStored } = clientWithSession(1)
  vi.useFakeTimers()
  const refreshing = auth.refreshSession({ refresh_token: 'r' })
  // It tries again for as long.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  const { error } = await refreshing
  expect(answer).toHaveBeenCalled()
  return { error, isStored: isStored() }
}

const refusal = (status: number, code: string) => () =>
  Response.json({ code, error_code: code, msg: code }, { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } })
const page = (status: number) => () =>
  new Response('<h1>Sign in</h1>', { status, headers: { 'Content-Type': 'text/html' } })

test.each([
  ['its API key, which is another since the page was opened', refusal(401, 'invalid_api_key')],
  ['too many requests of its network', refusal(429, 'over_request_rate_limit')],
  ['a proxy that allows no such request', page(403)],
  ['a proxy that waited too long for it', page(408)],
  ['a network that wants a sign-in of its own', page(511)],
  ['a server that is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a refresh that is refused for %s ends no session', async (_, response) => {
  const { error, isStored } = await refreshAnswered(response)
  expect(error).toMatchObject({ name: 'AuthRetryableFetchError' })
  expect(isStored).toBe(true)
})

test('a failed refresh is repeated after 200 ms, with exponential backoff', async () => {
  vi.useFakeTimers()
  const sentAt: number[] = []
  const begun = Date.now()
  vi.stubGlobal('fetch', async () => {
    sentAt.push(Date.now() - begun)
    return sentAt.length < 5 ? refusal(503, 'unavailable')() : Response.json({ ...SESSION, expires_in: 3600 })
  })
  const refreshing = clientWithSession(1).auth.getSession()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect((await refreshing).data.session?.access_token).toBe('new')
  expect(sentAt).toEqual([0, 200, 600, 1400, 3000])
})

test.each([
  ['two hours ahead', 2],
  ['two hours behind', -2],
])('a clock %s: a session expires an hour after it was sent, by that clock', async (_, hours) => {
  vi.useFakeTimers()
  const serverNow = Date.now()
  const own = serverNow + hours * 60 * 60_000
  vi.setSystemTime(own)
  const sent = vi.fn(async () =>
    Response.json({ ...SESSION, expires_in: 3600, expires_at: Math.floor(serverNow / 1000) + 3600 }),
  )
  vi.stubGlobal('fetch', sent)
  const { auth } = clientWithSession(1)
  await auth.signInWithPassword({ email: 'ana@example.com', password: 'secret123' })
  const { data } = await auth.getSession()
  vi.useRealTimers()
  expect(data.session?.expires_at).toBe(Math.floor(own / 1000) + 3600)
  expect(sent).toHaveBeenCalledOnce()
})

test('a clock that was set back: the first request that is refused for its token refreshes the session', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const token = new Headers(init?.headers).get('Authorization')
    sent.push(`${new URL(url, 'http://localhost').pathname} ${token}`)
    if (url.includes('grant_type=refresh_token')) return Response.json({ ...SESSION, expires_in: 3600 })
    if (token === 'Bearer new') return new Response('ten demos')
    return url.includes('/auth/v1/user') ? refusal(403, 'bad_jwt')() : new Response(null, { status: 401 })
  })
  const { auth } = clientWithSession(Date.now() / 1000 + 2 * 3600)
  const response = await fetchAsSignedIn(auth, 'key')('/goals')
  expect(await response.text()).toBe('ten demos')
  expect(sent).toEqual(['/goals Bearer old', '/auth/v1/user Bearer old', expect.stringMatching('/auth/v1/token'), '/goals Bearer new']) // prettier-ignore
})

test.each(['refresh_token_already_used', 'session_not_found', 'user_banned'])(
  'a refresh that is refused with %s ends the session',
  async (code) => {
    expect(await refreshAnswered(refusal(400, code))).toMatchObject({ isStored: false })
  },
)

test.each([
  ['user_not_found', 'ends'],
  ['user_banned', 'ends'],
  ['session_not_found', 'ends'],
  ['over_request_rate_limit', 'stays'],
])('a session whose user the auth server refuses with %s %s', async (code, end) => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/auth/v1/') ? refusal(403, code)() : new Response(null, { status: 401 }),
  )
  const { auth, isStored } = clientWithSession(Date.now() / 1000 + 3600)
  expect((await fetchAsSignedIn(auth, 'key')('/goals')).status).toBe(401)
  expect(isStored()).toBe(end === 'stays')
})

/** The server as two tabs see it that refresh one session: both get the same tokens, the second when the first has stored them. */
function serverOfTwoTabs(isRefreshed: () => boolean) {
  const refreshed = { access_token: 'new', refresh_token: 'r2', expires_in: 3600, expires_at: 1, user: { id: 'ana' } }
  const refresh = vi.fn(async () => {
    if (refresh.mock.calls.length > 1) await vi.waitFor(() => expect(isRefreshed()).toBe(true))
    return Response.json(refreshed)
  })
  const logout = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('grant_type=refresh_token')) return refresh()
    return url.includes('/logout') ? logout() : new Response(new Headers(init?.headers).get('Authorization'))
  })
  return { refresh, logout }
}

test('two tabs that refresh the session at the same moment both send the new token', async () => {
  const { auth, otherTab, isRefreshed } = clientWithSession(1)
  const { refresh } = serverOfTwoTabs(isRefreshed)
  const answers = await Promise.all([auth, otherTab()].map((tab) => fetchAsSignedIn(tab, 'key')('/goals')))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['Bearer new', 'Bearer new'])
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('signing out while another tab refreshes the session ends it', async () => {
  const { auth, otherTab, isStored, isRefreshed } = clientWithSession(1)
  const signingOut = otherTab()
  const { logout } = serverOfTwoTabs(isRefreshed)
  const [, { error }] = await Promise.all([
    auth.getSession(),
    unlessOvertaken(() => signingOut.signOut({ scope: 'local' })),
  ])
  expect(error).toBeNull()
  expect(logout).toHaveBeenCalledOnce()
  expect(isStored()).toBe(false)
})
