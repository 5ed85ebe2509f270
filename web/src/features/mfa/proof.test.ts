// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { FOUNDER } from '../../testing/people.ts'
import { stubServer } from '../../testing/server.ts'
import { accountOf, sessionOf, signIn } from '../../testing/session.ts'
import { provePassword } from './proof.ts'

const server = stubServer()

/** A signed-in user on an auth server that takes no proof within a session, as Supabase's. */
function withoutProof(status: number): void {
  signIn(FOUNDER)
  server.on('POST auth/reauthenticate', () => new Response(null, { status }))
  server.on('GET auth/user', () => accountOf(FOUNDER))
}

test.each([404, 405])(
  'where the server answers %s, the password opens a session that proves the user',
  async (status) => {
    withoutProof(status)
    server.on('POST auth/token', () => sessionOf(FOUNDER))
    expect(await provePassword('secret123')).toEqual({ ok: true, value: null })
    expect(server.sent('POST auth/token').map(({ body }) => body)).toMatchObject([
      { email: FOUNDER.email, password: 'secret123' },
    ])
  },
)

test('a wrong password is reported there as well', async () => {
  withoutProof(405)
  server.refuse('POST auth/token', { status: 400, code: 'invalid_credentials' })
  expect(await provePassword('wrong')).toEqual({ ok: false, failure: accountTexts.wrongPassword })
})
