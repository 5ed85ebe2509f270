import { local } from '../lib/offline/storage.ts'
import type { Person } from './people.ts'

/** The key of the session in local storage. */
const SESSION_KEY = 'sb-localhost-auth-token'

/** Longer than any test's clock is moved. */
const VALID_SECONDS = 100 * 365 * 24 * 60 * 60

/** Stores the session of a person, as signing in does. */
export function signIn({ id, email, firstName }: Person): void {
  const claims = { sub: id, role: 'authenticated', aal: 'aal1', session_id: id }
  const expires_at = Math.floor(Date.now() / 1000) + VALID_SECONDS
  const user = {
    id,
    email,
    aud: 'authenticated',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { first_name: firstName },
    identities: [],
    factors: [],
    created_at: '2026-01-01T00:00:00Z',
  }
  const access_token = ['{"alg":"none"}', JSON.stringify({ ...claims, exp: expires_at }), 'unsigned']
    .map(btoa)
    .join('.')
  const session = {
    access_token,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: VALID_SECONDS,
    expires_at,
    user,
  }
  local.setItem(SESSION_KEY, JSON.stringify(session))
}
