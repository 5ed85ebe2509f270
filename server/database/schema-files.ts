/**
 * The server's own SQL, relative to `server/`, in order of dependency: what Supabase provides and plain PostgreSQL lacks.
 * Only additions from the first release on: a released file never changes, and a new one goes to the end, because its
 * place is its version.
 */
export const serverSchema = [
  'database/platform.sql',
  'auth/accounts/users.sql',
  'auth/sessions/claims.sql',
  'auth/http/rate-limits.sql',
  'auth/sessions/sessions.sql',
  'auth/mfa/factors.sql',
  'auth/mfa/recovery-codes.sql',
  'auth/oauth/identities.sql',
  'auth/oauth/flows.sql',
  'auth/email/one-time-tokens.sql',
  'auth/email/proven-emails.sql',
  'auth/accounts/account.sql',
  'auth/accounts/passwords.sql',
  'auth/accounts/deletion.sql',
  'auth/sessions/sign-in.sql',
  'auth/sessions/levels.sql',
  'auth/sessions/refresh.sql',
  'auth/sessions/proof.sql',
  'realtime/realtime.sql',
  'auth/http/rate-limits-ahead.sql',
  'auth/email/first-proof.sql',
  'auth/oauth/provider-sign-in.sql',
  'auth/sessions/password-sign-in.sql',
  'auth/accounts/prepared-accounts.sql',
] as const
