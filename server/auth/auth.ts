import { Hono } from 'hono'
import type { Identify } from '../database/caller.ts'
import { DatabaseError, type Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { changeUser, createUser, deleteUser, listUsers, readUser } from './admin-users.ts'
import { REFRESH_LIMIT } from './constants.ts'
import { refuse } from './errors.ts'
import { deleteFactor, listFactors } from './factors/admin.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrolFactor } from './factors/enrol.ts'
import { countRecoveryCodes, makeRecoveryCodes, verifyRecoveryCode } from './factors/recovery-codes.ts'
import { unenrolFactor } from './factors/unenrol.ts'
import { verifyFactor } from './factors/verify.ts'
import { generateLink } from './generate-link.ts'
import { limited, recentlyProven, serviceOnly, signedIn } from './guards.ts'
import { createIdentify } from './identify.ts'
import { authorize, linkIdentity } from './identities/authorize.ts'
import { callback } from './identities/callback.ts'
import { createProviders } from './identities/providers.ts'
import { unlinkIdentity } from './identities/unlink.ts'
import { invite } from './invite.ts'
import type { Keys } from './keys.ts'
import { createLimits, createLocalLimit } from './limits.ts'
import { logout } from './logout.ts'
import type { Mail } from '../mail/mail.ts'
import { otp } from './otp.ts'
import type { AuthConfig, AuthEnv, AuthParts } from './parts.ts'
import { createPasswords, TooManyHashes } from './passwords.ts'
import { createPresentedTokens } from './presented-tokens.ts'
import { mailNonce, reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { createSessionCheck } from './session-check.ts'
import { health, jwks, settings } from './settings.ts'
import { signUp } from './sign-up.ts'
import type { Sms } from './sms.ts'
import { createSweep } from './sweep.ts'
import { token } from './token.ts'
import { updateUser } from './update-user.ts'
import { getUser } from './user.ts'
import { previewLink, verifyCode, verifyLink } from './verify.ts'

export interface Auth {
  /** To be mounted at /auth/v1, behind the gate that checks API keys. */
  readonly app: Hono<AuthEnv>
  /** Who presents these credentials; for every part of the server. */
  readonly identify: Identify
}

/** Accounts and sessions, as GoTrue (supabase/auth) answers them to @supabase/auth-js. */
export function createAuth(deps: {
  database: Database
  keys: Keys
  config: AuthConfig
  mail: Pick<Mail, 'send'>
  sms: Sms
  log: Log
  clock?: () => Date
}): Auth {
  const { database, keys, config, log, clock = () => new Date() } = deps
  const issuer = `${config.publicUrl}/auth/v1`
  const sessions = createSessionCheck(database, clock)
  const presented = createPresentedTokens(database)
  const identity = createIdentify({ keys, issuer, sessions, presented, clock })
  const parts: AuthParts = {
    ...deps,
    config: { confirmsEmail: false, reauthenticates: false, rateLimitFactor: 1, providers: [], ...config },
    clock,
    limits: createLimits(database, config.rateLimitFactor ?? 1, clock),
    refreshLimit: createLocalLimit(REFRESH_LIMIT, config.rateLimitFactor ?? 1, clock),
    passwords: createPasswords(),
    sessions,
    providers: createProviders(config.providers ?? [], { callbackUrl: `${issuer}/callback`, clock, log }),
    issuer,
  }
  const user = signedIn(parts, identity)
  const proven = recentlyProven(parts)
  const service = serviceOnly(identity.identify)
  const sweep = createSweep(database, clock)

  const app = new Hono<AuthEnv>()
    .use(async (_, next) => {
      sweep()
      await next()
    })
    .post('/signup', limited(parts, 'sign-up'), signUp(parts))
    .post('/token', token(parts))
    .post('/logout', user, logout(parts))

    .get('/user', user, getUser(parts))
    .put('/user', user, limited(parts, 'change-user'), updateUser(parts))
    .get('/reauthenticate', user, mailNonce(parts))
    .post('/reauthenticate', user, limited(parts, 'change-user'), reauthenticate(parts))

    .post('/recover', limited(parts, 'mail'), recover(parts))
    .post('/resend', limited(parts, 'mail'), resend(parts))
    .post('/otp', limited(parts, 'mail'), otp(parts))
    .get('/verify', limited(parts, 'verify'), verifyLink(parts))
    .post('/verify', limited(parts, 'verify'), verifyCode(parts))
    .post('/verify/preview', limited(parts, 'verify'), previewLink(parts))

    .get('/settings', settings(parts))
    .get('/health', health(parts))
    .get('/.well-known/jwks.json', jwks(parts))

    .get('/admin/users', service, listUsers(parts))
    .post('/admin/users', service, createUser(parts))
    .get('/admin/users/:id', service, readUser(parts))
    .put('/admin/users/:id', service, changeUser(parts))
    .delete('/admin/users/:id', service, deleteUser(parts))
    .get('/admin/users/:id/factors', service, listFactors(parts))
    .delete('/admin/users/:id/factors/:factor', service, deleteFactor(parts))
    .post('/admin/generate_link', service, generateLink(parts))
    .post('/invite', service, invite(parts))

    .get('/user/identities/authorize', user, limited(parts, 'provider'), proven, linkIdentity(parts))
    .delete('/user/identities/:id', user, limited(parts, 'change-user'), proven, unlinkIdentity(parts))
    .post('/factors', user, limited(parts, 'change-user'), proven, enrolFactor(parts))
    .get('/factors/recovery-codes', user, countRecoveryCodes(parts))
    .post('/factors/recovery-codes', user, limited(parts, 'change-user'), proven, makeRecoveryCodes(parts))
    .post('/factors/recovery-codes/regenerate', user, limited(parts, 'change-user'), proven, makeRecoveryCodes(parts))
    .post('/factors/recovery-codes/verify', user, verifyRecoveryCode(parts))
    .delete('/factors/:id', user, unenrolFactor(parts))
    .post('/factors/:id/challenge', user, challengeFactor(parts))
    .post('/factors/:id/verify', user, verifyFactor(parts))
    .get('/authorize', limited(parts, 'provider'), authorize(parts))
    .on(['GET', 'POST'], '/callback', limited(parts, 'provider'), callback(parts))
    .all('*', (c) => refuse(c, 'not-found'))

  app.onError((error, c) => {
    if (error instanceof TooManyHashes) return refuse(c, 'overloaded')
    if (error instanceof DatabaseError) {
      if (error.failure.kind === 'unavailable') return refuse(c, 'unavailable')
      if (error.failure.kind === 'overloaded') return refuse(c, 'overloaded')
      // Class 22: a text that PostgreSQL cannot hold, such as one with a NUL or half a surrogate pair.
      if (error.sqlState?.startsWith('22'))
        return refuse(c, 'bad-json', { detail: 'it holds a text that is not valid' })
    }
    deps.log({ kind: 'request-failed', requestId: c.var.requestId, path: c.req.path, cause: error })
    return refuse(c, 'unexpected')
  })

  return { app, identify: identity.identify }
}
