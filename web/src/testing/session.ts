import { local } from '../lib/offline/storage.ts'
import type { Person } from './people.ts'

/** The key of the session in local storage. */
export const SESSION_KEY = 'sb-localhost-auth-token'

/** Longer than any test's clock is moved. */
const VALID_SECONDS = 100 * 365 * 24 * 60 * 60

interface SessionOptions {
  /** Verified second factors of the account. */
  readonly factors?: readonly object[]
  /** Whether one of them has been verified in this session. */
  readonly isVerified?: boolean
  readonly refreshToken?: string
}

/** The account of a person, as the auth server sends it. */
export const accountOf = ({ id, email, firstName }: Person, more: object = {}) => ({
  id,
  email,
  aud: 'authenticated',
  role: 'authenticated',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { first_name: firstName },
  identities: [],
  factors: [] as readonly object[],
  created_at: '2026-01-01T00:00:00Z',
  ...more,
})

/** A new session of a person, as the auth server sends it. */
export function sessionOf(
  person: Person,
  { factors = [], isVerified = false, refreshToken = 'refresh' }: SessionOptions = {},
) {
  const { id } = person
  const claims = { sub: id, role: 'authenticated', aal: isVerified ? 'aal2' : 'aal1', session_id: id }
  const expires_at = Math.floor(Date.now() / 1000) + VALID_SECONDS
  const parts = ['{"alg":"none"}', JSON.stringify({ ...claims, exp: expires_at }), 'unsigned']
  const access_token = parts.map((part) => btoa(part).replaceAll('=', '')).join('.')
  return {
    access_token,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: VALID_SECONDS,
    expires_at,
    user: accountOf(person, { factors }),
  }
}

/** Stores the session of a person, as signing in does. */
export function signIn(person: Person, options?: SessionOptions): void {
  local.setItem(SESSION_KEY, JSON.stringify(sessionOf(person, options)))
}
