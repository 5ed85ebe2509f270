import type { Person } from './people.ts'
import type { TestServer } from './server.ts'
import { sessionOf } from './session.ts'
import { failure } from './tables.ts'

export interface TestFactor {
  readonly id: string
  readonly factor_type: 'totp' | 'phone' | 'webauthn'
  readonly friendly_name: string
  readonly status: 'verified' | 'unverified'
  readonly created_at: string
  readonly phone?: string
}

/** A verified second factor. */
export const factor = (
  friendly_name: string,
  factor_type: TestFactor['factor_type'] = 'totp',
  more: Partial<TestFactor> = {},
): TestFactor => ({
  id: `of-${friendly_name.toLowerCase().replaceAll(' ', '-')}`,
  factor_type,
  friendly_name,
  status: 'verified',
  created_at: '2026-03-02T12:00:00Z',
  ...more,
})

/** Codes of six digits that are right, and the code of no message and no app. */
export const CODE = '123456'
export const WRONG_CODE = '000000'

/** Accepts `CODE` of these factors: the session is then the one of `person`, with the second factor verified. */
export function acceptCodes(server: TestServer, person: Person, factors: readonly TestFactor[]): void {
  let challenges = 0
  for (const { id, factor_type } of factors) {
    server.on(`POST auth/factors/${id}/challenge`, () => ({
      id: `challenge-${++challenges}`,
      type: factor_type,
      expires_at: 4_000_000_000,
    }))
    server.on(`POST auth/factors/${id}/verify`, ({ body }) =>
      (body as { code: string }).code === CODE
        ? sessionOf(person, { factors, isVerified: true })
        : failure(422, 'mfa_verification_failed', 'Wrong code'),
    )
  }
}

/** The challenge of a passkey that is to be created. */
export const PASSKEY_CHALLENGE = {
  id: 'c',
  type: 'webauthn',
  expires_at: 4_000_000_000,
  webauthn: {
    type: 'create',
    credential_options: {
      publicKey: {
        challenge: 'AAAA',
        rp: { id: 'localhost', name: 'Upswing' },
        user: { id: 'AAAA', name: 'ana', displayName: 'ana' },
        pubKeyCredParams: [],
      },
    },
  },
}
