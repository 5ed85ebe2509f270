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
  /** The origin browsers use, e.g. `https://growth.example`. */
  readonly publicUrl: string
  readonly productName: string
  /** Whether a new account must prove its e-mail address before it may sign in. Default false. */
  readonly confirmsEmail?: boolean
  /** Whether a password changes only with a mailed code once a session is a day old. Default false. */
  readonly reauthenticates?: boolean
  /** Multiplies every limit, RATE_LIMIT_FACTOR. Default 1. */
  readonly rateLimitFactor?: number
  /** Whose accounts people may sign in with besides, OIDC_PROVIDERS. Default none. */
  readonly providers?: readonly ProviderConfig[]
}

/** What every handler works with. */
export interface AuthParts {
  readonly database: Database
  readonly keys: Keys
  readonly config: Required<AuthConfig>
  readonly mail: Pick<Mail, 'send'>
  readonly sms: Sms
  readonly log: Log
  readonly clock: () => Date
  readonly limits: Limits
  /** Counts a refresh of a session; seconds to wait, 0 for none. */
  readonly refreshLimit: (sessionId: string) => number
  readonly passwords: Passwords
  readonly sessions: SessionCheck
  readonly providers: Providers
  /** `iss` of the tokens: the address of /auth/v1. */
  readonly issuer: string
}
