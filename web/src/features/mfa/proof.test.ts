// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../lib/session/client.ts'
import { setConfig, type Config } from '../../lib/session/config.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { provePassword } from './proof.ts'

const claims = btoa(JSON.stringify({ sub: 'ana', aal: 'aal1', exp: 4_000_000_000 }))
const session = {
  access_token: `e30.${claims}.c2ln`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  refresh_token: 'refresh',
  user: { id: 'ana', email: 'ana@example.com' },
}

/** A signed-in user on an auth server that takes no proof within a session, as Supabase's; and its other requests. */
function serverWithoutProof(host: string, status: number, signIn: Response) {
  localStorage.setItem(`sb-${host}-auth-token`, JSON.stringify(session))
  const signIns: unknown[] = []
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit) => {
    const path = new URL(input).pathname
    if (path === '/auth/v1/reauthenticate' && method === 'POST') return new Response(null, { status })
    if (path === '/auth/v1/user') return Response.json(session.user)
    signIns.push([path, JSON.parse(body as string)])
    return signIn
  })
  setConfig({ supabaseUrl: `https://${host}.example`, supabaseKey: 'sb_publishable_key' } as Config)
  connect()
  return signIns
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test.each([404, 405])(
  'where the server answers %s, the password opens a session that proves the user',
  async (status) => {
    const signIns = serverWithoutProof(`proof${status}`, status, Response.json(session))
    expect(await provePassword('secret123')).toEqual({ ok: true, value: null })
    expect(signIns).toMatchObject([['/auth/v1/token', { email: 'ana@example.com', password: 'secret123' }]])
  },
)

test('a wrong password is reported there as well', async () => {
  const answer = Response.json(
    { code: 'invalid_credentials', message: 'Invalid login credentials' },
    { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } },
  )
  serverWithoutProof('proofless', 405, answer)
  expect(await provePassword('wrong')).toEqual({ ok: false, failure: accountTexts.wrongPassword })
})
