// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { texts } from '../../lib/texts/texts.ts'
import { PASSKEY_CHALLENGE } from '../../testing/factors.ts'
import { FOUNDER } from '../../testing/people.ts'
import { stubServer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { passWithPasskey, passWithSentCode } from './factors.ts'

const server = stubServer()

test.each([
  ['mfa_verification_failed', accountTexts.wrongSentCode],
  ['mfa_challenge_expired', accountTexts.wrongSentCode],
  ['over_request_rate_limit', texts.auth.tooManyTries],
  ['insufficient_aal', { title: 'Second step failed', description: 'why', code: 'insufficient_aal' }],
])('shows a message for a code rejected with %s', async (code, failure) => {
  signIn(FOUNDER)
  server.refuse('POST auth/factors/f/verify', { status: 422, code, message: 'why' })
  expect(await passWithSentCode('f', 'c', '123456')).toEqual({ ok: false, failure })
})

test('reports an existing passkey', async () => {
  signIn(FOUNDER)
  server.on('POST auth/factors/f/challenge', () => PASSKEY_CHALLENGE)
  vi.stubGlobal('navigator', {
    credentials: { create: () => Promise.reject(new DOMException('no', 'InvalidStateError')) },
  })
  expect(await passWithPasskey('f')).toEqual({ ok: false, failure: accountTexts.passkeyExists })
})
