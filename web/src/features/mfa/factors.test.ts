// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../lib/session/client.ts'
import { setConfig, type Config } from '../../lib/session/config.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { texts } from '../../lib/texts/texts.ts'
import {
  enrolPhone,
  makeRecoveryCodes,
  passWithPasskey,
  passWithSentCode,
  recoveryCodesLeft,
  registerPasskey,
  sendCode,
} from './factors.ts'

const claims = btoa(JSON.stringify({ sub: 'ana', aal: 'aal2', exp: 4_000_000_000 }))
const session = {
  access_token: `e30.${claims}.c2ln`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4_000_000_000,
  refresh_token: 'refresh',
  user: { id: 'ana' },
}

interface Request {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

let servers = 0

/** A signed-in user on a fake server, and the requests that it received. */
function server(answers: Readonly<Record<string, [status: number, body: object]>>): Request[] {
  const host = `growth${++servers}`
  localStorage.setItem(`sb-${host}-auth-token`, JSON.stringify(session))
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit) => {
    const path = new URL(input).pathname.replace('/auth/v1/factors', '')
    requests.push({ method, path, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined })
    const [status, answer] = answers[`${method} ${path}`] ?? [404, { code: 'not_found', message: 'Not found' }]
    return new Response(JSON.stringify(answer), { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
  })
  setConfig({ supabaseUrl: `https://${host}.example`, supabaseKey: 'sb_publishable_key' } as Config)
  connect()
  return requests
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('adds a phone, sends a code and verifies it', async () => {
  const requests = server({
    'POST ': [200, { id: 'f', type: 'phone', phone: '+351912345678' }],
    'POST /f/challenge': [200, { id: 'c', type: 'phone', expires_at: 4_000_000_000 }],
    'POST /f/verify': [200, session],
  })
  expect(await enrolPhone('+351912345678', 'My phone')).toEqual({ ok: true, value: 'f' })
  expect(await sendCode('f')).toEqual({ ok: true, value: 'c' })
  expect(await passWithSentCode('f', 'c', '123456')).toEqual({ ok: true, value: 'ana' })
  expect(requests).toMatchObject([
    { path: '', body: { factor_type: 'phone', phone: '+351912345678', friendly_name: 'My phone' } },
    { path: '/f/challenge' },
    { path: '/f/verify', body: { challenge_id: 'c', code: '123456' } },
  ])
})

test.each([
  ['mfa_verification_failed', accountTexts.wrongSentCode],
  ['mfa_challenge_expired', accountTexts.wrongSentCode],
  ['over_request_rate_limit', texts.auth.tooManyTries],
  ['insufficient_aal', { title: 'Second step failed', description: 'why', code: 'insufficient_aal' }],
])('shows a message for a code rejected with %s', async (code, failure) => {
  server({ 'POST /f/verify': [422, { code, message: 'why' }] })
  expect(await passWithSentCode('f', 'c', '123456')).toEqual({ ok: false, failure })
})

test('an aborted passkey leaves no factor', async () => {
  const requests = server({
    'POST ': [200, { id: 'f', type: 'webauthn', friendly_name: 'Key' }],
    'POST /f/challenge': [200, created],
    'DELETE /f': [200, { id: 'f' }],
  })
  vi.stubGlobal('navigator', {
    credentials: { create: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
  })
  expect(await registerPasskey('Key')).toEqual({ ok: false, failure: accountTexts.passkeyNotUsed })
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST ', 'POST /f/challenge', 'DELETE /f',
  ]) // prettier-ignore
})

test('reports an existing passkey', async () => {
  server({ 'POST /f/challenge': [200, created] })
  vi.stubGlobal('navigator', {
    credentials: { create: () => Promise.reject(new DOMException('no', 'InvalidStateError')) },
  })
  expect(await passWithPasskey('f')).toEqual({ ok: false, failure: accountTexts.passkeyExists })
})

test('creates and counts recovery codes', async () => {
  server({
    'POST /recovery-codes': [200, { codes: ['0123456789abcdef'] }],
    'GET /recovery-codes': [200, { total: 10, remaining: 7 }],
  })
  expect(await makeRecoveryCodes()).toEqual({ ok: true, value: ['0123456789abcdef'] })
  expect(await recoveryCodesLeft()).toBe(7)
})

test('has zero recovery codes without any, and an unknown number without a response', async () => {
  server({ 'GET /recovery-codes': [404, { code: 'mfa_factor_not_found', message: 'No recovery codes found' }] })
  expect(await recoveryCodesLeft()).toBe(0)
  server({ 'GET /recovery-codes': [500, { code: 'unexpected_failure', message: 'no' }] })
  expect(await recoveryCodesLeft()).toBeUndefined()
})

const created = {
  id: 'c',
  type: 'webauthn',
  expires_at: 4_000_000_000,
  webauthn: {
    type: 'create',
    credential_options: {
      publicKey: {
        challenge: 'AAAA',
        rp: { id: 'growth.example', name: 'Upswing' },
        user: { id: 'AAAA', name: 'ana', displayName: 'ana' },
        pubKeyCredParams: [],
      },
    },
  },
}
