import type { BuiltServer } from '../built-server.ts'

/** The timeout of a request: the failing test then names it. */
const REQUEST_TIMEOUT_MS = 30_000

/** A user signed in at a built server, over plain HTTP. */
export interface SignedIn {
  readonly id: string
  readonly publicKey: string
  readonly accessToken: string
  /** A request to the tables API, e.g. `request('/goals')`; undefined when the connection broke or timed out. */
  request(path: string, init?: { method?: string; body?: object }): Promise<Response | undefined>
  /** Adds a goal. @returns the status, undefined when the connection broke */
  add(text: string): Promise<number | undefined>
  /** The texts of all own goals. */
  texts(): Promise<string[]>
}

export interface SignedUp extends SignedIn {
  readonly refreshToken: string
}

/** Signs a new founder up. */
export async function signUp(server: Pick<BuiltServer, 'url'>, name: string): Promise<SignedUp> {
  const { supabaseKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string }
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'secret123' }),
  })
  const session = (await answer.json()) as { access_token: string; refresh_token: string; user: { id: string } }
  return {
    ...signedIn(server, { id: session.user.id, publicKey: supabaseKey, accessToken: session.access_token }),
    refreshToken: session.refresh_token,
  }
}

/** The same founder at another server, or at the same one after a restart. */
export function signedIn(
  { url }: Pick<BuiltServer, 'url'>,
  founder: Pick<SignedIn, 'id' | 'publicKey' | 'accessToken'>,
): SignedIn {
  const headers = {
    apikey: founder.publicKey,
    authorization: `Bearer ${founder.accessToken}`,
    'content-type': 'application/json',
  }
  const request: SignedIn['request'] = async (path, { method = 'GET', body } = {}) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const init = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return fetch(`${url}/rest/v1${path}`, init).catch(() => undefined)
  }
  return {
    ...founder,
    request,
    add: async (text) => {
      const answer = await request('/goals', { method: 'POST', body: { user_id: founder.id, text, period: 'weekly' } })
      await answer?.arrayBuffer().catch(() => undefined)
      return answer?.status
    },
    texts: async () => {
      const texts: string[] = []
      let page: { text: string }[]
      do {
        const answer = await request(`/goals?select=text&order=created_at,id&offset=${texts.length}`)
        if (answer?.status !== 200) throw new Error(`reading goals was answered ${answer?.status}`)
        page = (await answer.json()) as { text: string }[]
        texts.push(...page.map(({ text }) => text))
      } while (page.length > 0)
      return texts
    },
  }
}
