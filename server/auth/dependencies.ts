import type { SignUpMode } from '../../domain/accounts.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Mail } from '../mail/mail.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Limits } from './http/rate-limits.ts'
import type { Sms } from './mfa/sms.ts'
import type { ProviderConfig } from './oauth/provider-config.ts'
import type { Providers } from './oauth/providers.ts'
import type { Keys } from './sessions/keys.ts'
import type { SessionCheck } from './sessions/session-check.ts'

export interface AuthConfig {
  /** The public origin, e.g. `https://growth.example`. */
  readonly publicUrl: string
  readonly productName: string
  /** Whether new accounts must confirm their e-mail address before they can sign in, CONFIRM_EMAIL. Default false. */
  readonly confirmsEmail?: boolean
  /** Multiplies every limit, RATE_LIMIT_FACTOR. Default 1. */
  readonly rateLimitFactor?: number
  /** The mode of sign-up, SIGN_UP. Default `open`. */
  readonly signUp?: SignUpMode
  /** Whether apps may register themselves (RFC 7591), OAUTH_REGISTRATION. Default true. */
  readonly appsRegister?: boolean
  /** External providers (OIDC_PROVIDERS). Default none. */
  readonly providers?: readonly ProviderConfig[]
}

/** The dependencies of all handlers; each handler takes a `Pick` of those that it uses. */
export interface AuthDependencies {
  readonly database: Database
  readonly keys: Keys
  readonly config: Required<AuthConfig>
  readonly mail: Pick<Mail, 'send'>
  readonly sms: Sms
  readonly log: Log
  readonly clock: () => Date
  readonly limits: Limits
  /** Rate limit of refreshes. @returns seconds to wait; 0 when allowed */
  readonly refreshLimit: (sessionId: string) => number
  readonly passwords: Passwords
  readonly sessions: SessionCheck
  readonly providers: Providers
  /** `iss` of the tokens: the URL of /auth/v1. */
  readonly issuer: string
  /** The URL of what connected apps call, for which their tokens are (RFC 8707). */
  readonly resource: string
}
