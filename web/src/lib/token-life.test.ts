import type { AuthClient } from '@supabase/auth-js'
import { afterEach, expect, test, vi } from 'vitest'
import { asSignedIn } from './token-life.ts'

afterEach(() => vi.unstubAllGlobals())

type Refusal = { code: string } | null

/** An accounts client whose session has the token `new`, once the old one was found to be refused. */
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

/** A data API that takes the token `new` alone; the tokens it was sent. */
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
  ['the API key, which stands for nobody, where there is none', undefined, 'Bearer key'],
])('what goes along: %s', async (_, token, authorization) => {
  const sent = dataApi()
  const { auth } = accounts(token, () => null)
  await asSignedIn(auth, 'key')('/a', { headers: { Prefer: 'count=exact' } })
  expect(sent).toEqual([authorization])
})

test('what is refused for an old token is sent again with a new one, and many at once ask for one', async () => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts('old', expired)
  const send = asSignedIn(auth, 'key')
  const answers = await Promise.all([send('/a', old), send('/b', old), send('/c', old)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(sent).toHaveLength(6)
  expect(refreshSession).toHaveBeenCalledOnce()
})

test('what was sent with an old token is sent again when the session has a new one by then', async () => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts('new', expired)
  expect((await asSignedIn(auth, 'key')('/late', old)).status).toBe(200)
  expect(sent).toEqual(['Bearer old', 'Bearer new'])
  expect(refreshSession).not.toHaveBeenCalled()
})

test.each([
  ['a token that is good, and refused for something else', 'old', (): Refusal => null],
  ['a session that has ended', 'old', (): Refusal => ({ code: 'session_not_found' })],
] as const)('%s: the refusal is told, and nothing is sent again', async (_, token, refusalOf) => {
  const sent = dataApi()
  const { auth, refreshSession } = accounts(token, refusalOf)
  expect((await asSignedIn(auth, 'key')('/a', old)).status).toBe(401)
  expect(sent).toEqual(['Bearer old'])
  expect(refreshSession).not.toHaveBeenCalled()
})
