import { Hono } from 'hono'
import type { Identify } from '../database/caller.ts'
import { type Database, DatabaseError } from '../database/database.ts'
import { BodyRefused } from '../http/bodies.ts'
import { refuseBody } from '../http/gate.ts'
import type { Log } from '../log.ts'
import type { Mail } from '../mail/mail.ts'
import { createPasswords, TooManyHashes, type Passwords } from './accounts/passwords.ts'
import { signUp } from './accounts/sign-up.ts'
import { getUser, updateUser } from './accounts/update-user.ts'
import { deleteFactor, listFactors } from './admin/factors.ts'
import { generateLink, invite } from './admin/links.ts'
import {
  changeOAuthClient,
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  readOAuthClient,
  regenerateOAuthSecret,
} from './admin/oauth-clients.ts'
import { changeUser, createUser, deleteUser, listUsers, readUser } from './admin/users.ts'
import { REFRESH_LIMIT } from './constants.ts'
import { isProvenEmail } from './email/email-proof.ts'
import { mailsTo } from './email/mailed-codes.ts'
import { resend } from './email/resend.ts'
import { otp, recover } from './email/sign-in-links.ts'
import { previewLink, verifyCode, verifyLink } from './email/verify.ts'
import type { AuthContext, AuthEnv, Handler } from './http/context.ts'
import { type AuthFailure, refuse, refuseFailure } from './http/errors.ts'
import { limited, recentlyProven, serviceOnly, signedIn } from './http/guards.ts'
import { createLimits, createLocalLimit } from './http/rate-limits.ts'
import { redirectWithFailure } from './http/redirects.ts'
import { health, jwks, settings } from './http/settings.ts'
import { challengeFactor } from './mfa/challenge.ts'
import { enrolFactor, unenrolFactor } from './mfa/enrol.ts'
import { countRecoveryCodes, makeRecoveryCodes, verifyRecoveryCode } from './mfa/recovery-codes.ts'
import type { Sms } from './mfa/sms.ts'
import { verifyFactor } from './mfa/verify.ts'
import { authorize, linkIdentity } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { exchangeCode } from './oauth/exchange-code.ts'
import { unlinkIdentity } from './oauth/identities.ts'
import { createProviders } from './oauth/providers.ts'
import { authorizeApp } from './oauth-server/authorize.ts'
import { answerAuthorization, readAuthorization } from './oauth-server/consent.ts'
import { listGrants, revokeGrant } from './oauth-server/grants.ts'
import { serverMetadata } from './oauth-server/metadata.ts'
import { registerDynamically } from './oauth-server/register.ts'
import { revokeToken } from './oauth-server/revoke.ts'
import { appToken } from './oauth-server/token.ts'
import type { AuthConfig, AuthDependencies } from './dependencies.ts'
import { createIdentify, createPresentedTokens } from './sessions/authenticate.ts'
import type { Keys } from './sessions/keys.ts'
import { mailNonce, reauthenticate } from './sessions/reauthenticate.ts'
import { createSessionCheck } from './sessions/session-check.ts'
import { logout, refresh } from './sessions/sessions.ts'
import { signIn } from './sessions/sign-in.ts'
import { createSweep } from './sweep.ts'

export interface Auth {
  /** Mounted at /auth/v1, behind the gate, which checks API keys. */
  readonly app: Hono<AuthEnv>
  /** Authenticates callers for every part of the server. Connected apps are refused. */
  readonly identify: Identify
  /** The same for parts where policies decide what a connected app may do. */
  readonly identifyWithApps: Identify
  /**
   * Has another part's mail to an account's address delivered. Counts it, if it is accepted, unless the address is proven: then
   * no outsider can cause it. @returns false when it has to wait @throws what `deliver` throws
   */
  readonly sendWithinLimits: (to: string, deliver: () => Promise<void>) => Promise<boolean>
}

/** The accounts API of GoTrue (supabase/auth), as @supabase/auth-js uses it. */
export function createAuth(deps: {
  database: Database
  keys: Keys
  config: AuthConfig
  mail: Pick<Mail, 'send'>
  sms: Sms
  log: Log
  clock?: () => Date
  passwords?: Passwords
}): Auth {
  const { database, keys, config, log, clock = () => new Date(), passwords = createPasswords() } = deps
  const issuer = `${config.publicUrl}/auth/v1`
  const sessions = createSessionCheck(database, clock)
  const presented = createPresentedTokens(database)
  const identity = createIdentify({ keys, issuer, sessions, presented, clock })
  const parts: AuthDependencies = {
    ...deps,
    config: {
      signUp: 'open',
      confirmsEmail: false,
      appsRegister: true,
      rateLimitFactor: 1,
      providers: [],
      ...config,
    },
    clock,
    limits: createLimits(database, config.rateLimitFactor ?? 1, clock),
    refreshLimit: createLocalLimit(REFRESH_LIMIT, config.rateLimitFactor ?? 1, clock),
    passwords,
    sessions,
    providers: createProviders(config.providers ?? [], { callbackUrl: `${issuer}/callback`, clock, log }),
    issuer,
    resource: `${config.publicUrl}/mcp`,
  }
  const user = signedIn(parts, identity)
  const proven = recentlyProven(parts)
  const service = serviceOnly(identity.identify)
  const sweep = createSweep(database, clock)
  /** Of the pages that a browser is sent to: the app shows the failure. */
  const toApp = (c: AuthContext, failure: AuthFailure) => redirectWithFailure(c, config.publicUrl, failure)

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
    .get('/verify', limited(parts, 'verify', toApp), verifyLink(parts))
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
    .get('/authorize', limited(parts, 'provider', toApp), authorize(parts))
    .on(['GET', 'POST'], '/callback', limited(parts, 'provider', toApp), callback(parts))

    .get('/.well-known/oauth-authorization-server', serverMetadata(parts))
    .post('/oauth/clients/register', limited(parts, 'oauth-registration'), registerDynamically(parts))
    .get('/oauth/authorize', limited(parts, 'oauth-request', toApp), authorizeApp(parts))
    .get('/oauth/authorizations/:id', user, readAuthorization(parts))
    .post('/oauth/authorizations/:id/consent', user, limited(parts, 'change-user'), answerAuthorization(parts))
    .post('/oauth/token', limited(parts, 'oauth-token'), appToken(parts))
    .post('/oauth/revoke', limited(parts, 'oauth-token'), revokeToken(parts))
    .get('/user/oauth/grants', user, listGrants(parts))
    .delete('/user/oauth/grants', user, limited(parts, 'change-user'), revokeGrant(parts))
    .get('/admin/oauth/clients', service, listOAuthClients(parts))
    .post('/admin/oauth/clients', service, createOAuthClient(parts))
    .get('/admin/oauth/clients/:client', service, readOAuthClient(parts))
    .put('/admin/oauth/clients/:client', service, changeOAuthClient(parts))
    .delete('/admin/oauth/clients/:client', service, deleteOAuthClient(parts))
    .post('/admin/oauth/clients/:client/regenerate_secret', service, regenerateOAuthSecret(parts))
    .all('*', (c) => refuse(c, 'not-found'))

  app.onError((error, c) => {
    if (error instanceof BodyRefused) {
      // Clients end the session on every 4xx of a refresh, and a body that was not read says nothing of it.
      const isRefresh = c.req.query('grant_type') === 'refresh_token'
      return refuseBody(c, isRefresh ? 'server-busy' : error.failure)
    }
    const failure = knownFailure(error)
    if (!failure) deps.log({ kind: 'request-failed', requestId: c.var.requestId, path: c.req.path, cause: error })
    const answer: AuthFailure = failure ?? { kind: 'unexpected' }
    return BROWSER_PAGES.has(c.req.path) ? toApp(c, answer) : refuseFailure(c, answer)
  })

  const sendWithinLimits: Auth['sendWithinLimits'] = async (to, deliver) => {
    const checks = (await isProvenEmail(database, to)) ? [] : mailsTo(to)
    if ((await parts.limits.admit(...checks)) > 0) return false
    try {
      await deliver()
    } catch (cause) {
      await parts.limits.giveBack(...checks)
      throw cause
    }
    return true
  }

  const { identify, identifyWithApps } = identity
  return { app, identify, identifyWithApps, sendWithinLimits }
}

/** Pages that a browser is sent to, which read nothing but the query: it would show a JSON response. */
const BROWSER_PAGES: ReadonlySet<string> = new Set([
  '/auth/v1/authorize',
  '/auth/v1/callback',
  '/auth/v1/oauth/authorize',
])

/** The failure that an exception stands for; undefined for a bug. */
function knownFailure(error: Error): AuthFailure | undefined {
  if (error instanceof TooManyHashes) return { kind: 'overloaded' }
  if (!(error instanceof DatabaseError)) return undefined
  const { kind, message } = error.failure
  if (kind === 'temporary') return { kind, detail: message }
  if (kind === 'overloaded') {
    const { retryAfterSeconds } = error.failure
    return { kind, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  }
  if (kind === 'unavailable') return { kind }
  // Class 22: a text that PostgreSQL cannot store, such as one with a NUL or half a surrogate pair.
  return error.sqlState?.startsWith('22')
    ? { kind: 'bad-json', detail: 'it holds a text that is not valid' }
    : undefined
}

/** POST /token: signs in or refreshes, by grant type. */
export function token(
  parts: Pick<
    AuthDependencies,
    'database' | 'keys' | 'clock' | 'limits' | 'refreshLimit' | 'passwords' | 'sessions' | 'providers' | 'issuer'
  >,
): Handler {
  const grants = new Map<string | undefined, Handler>([
    ['password', signIn(parts)],
    ['refresh_token', refresh(parts)],
    ['pkce', exchangeCode(parts)],
  ])
  return async (c) => grants.get(c.req.query('grant_type'))?.(c) ?? refuse(c, 'unsupported-grant')
}
