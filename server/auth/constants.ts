import { FACTOR_NAME_LIMIT, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '../../domain/accounts.ts'

/** Lifetimes, sizes and limits of accounts, each with its unit and source. */

/** Lifetime of an access token, seconds. The client refreshes well before (auth-js EXPIRY_MARGIN). */
export const ACCESS_TOKEN_SECONDS = 3600

/** Tolerated clock skew in seconds when `exp`, `iat` and `nbf` are validated. */
export const CLOCK_SKEW_SECONDS = 30

/** Cache lifetime of a checked session, milliseconds: the time until a logout has reached every node. */
export const SESSION_CACHE_MS = 5_000

/** Age in milliseconds at which a cached session that is in use is reloaded together with others. */
export const SESSION_REFRESH_MS = 2_500

/** Cache lifetime of the signing keys, milliseconds: the time until a rotation has reached every node. */
export const KEYS_CACHE_MS = 10_000

/** The same when a token names a key that is not in the cache, so a new key signs only after as long. */
export const UNKNOWN_KEY_CACHE_MS = 1000

/** Verified tokens and checked sessions kept in memory, each. */
export const CACHE_ENTRIES = 10_000

/** Idle timeout and maximum lifetime of a session. PostgreSQL intervals. */
export const SESSION_LIFETIMES = {
  founder: { idle: '30 days', absolute: '90 days' },
  admin: { idle: '12 hours', absolute: '7 days' },
} as const

/** Refresh token rotation: how long the parent of the live token returns the live one again (GoTrue's reuse interval). */
export const REFRESH_GRACE = '10 seconds'

/** Length of a password; the minimum is SPEC section 5's, counted in bytes. */
export const PASSWORD_BYTES = { least: MIN_PASSWORD_LENGTH, most: MAX_PASSWORD_BYTES } as const

/** Length of an e-mail address in bytes, the column's own limit. */
export const EMAIL_BYTES = 255

/** Size of user metadata, which is part of every access token and so of every request's headers. */
export const USER_METADATA_BYTES = 4096

/** Lifetime of a mailed link or code, seconds (hosted Supabase's default). */
export const MAILED_CODE_SECONDS = 3600

/** How many of the most common passwords are refused. OWASP ASVS 5.0, 6.2.4 requires 3,000. */
export const COMMON_PASSWORD_COUNT = 10_000

/** Seconds for which a sign-in, a second factor or a step-up counts as a recent proof of the session's owner. */
export const PROOF_SECONDS = 600

/** Lifetime of a PKCE authorization code, seconds. */
export const PKCE_CODE_SECONDS = 300

/** Seconds in which an app's request can be allowed, and in which its code can be exchanged (at most 600: RFC 6749, 4.1.2). */
export const OAUTH_REQUEST_SECONDS = 600
export const OAUTH_CODE_SECONDS = 60

/** Apps that have registered themselves and were never connected: how many, and for how long (PostgreSQL interval). */
export const UNUSED_OAUTH_CLIENTS = { most: 10_000, retention: '1 day' } as const

/** Requests of apps that no one has opened: anyone can begin any number, from any number of addresses. */
export const MAX_UNOPENED_AUTHORIZATIONS = 10_000

/** How long an app that has registered itself is stored after it was last connected. PostgreSQL interval. */
export const OAUTH_CLIENT_RETENTION = '180 days'

/** Seconds to complete a sign-in at a provider. */
export const PROVIDER_STATE_SECONDS = 600

/** Timeout of a request to a provider, seconds. */
export const PROVIDER_TIMEOUT_SECONDS = 5

/** Bytes of a provider's response; metadata, keys and tokens take some thousands. */
export const PROVIDER_RESPONSE_BYTES = 1024 * 1024

/** Cache lifetime of a provider's metadata (OpenID Connect Discovery), seconds. */
export const PROVIDER_METADATA_CACHE_SECONDS = 3600

/** Password hashes in the queue; further ones are refused. */
export const MAX_QUEUED_HASHES = 200

/** Characters of the User-Agent header that a session stores. */
export const USER_AGENT_CHARACTERS = 500

/** How long ended sessions are stored, so that clients get the reason. PostgreSQL interval. */
export const ENDED_SESSION_RETENTION = '7 days'

/** How long a redirect to a provider without a return, or an app's request, is stored: anyone can begin any number. PostgreSQL interval. */
export const PROVIDER_FLOW_RETENTION = '1 hour'

/** How long challenges and unverified second factors are stored, as by GoTrue: they hold addresses. PostgreSQL interval. */
export const UNFINISHED_FACTOR_RETENTION = '24 hours'

/** Milliseconds between two rounds of the sweep. */
export const SWEEP_INTERVAL_MS = 600_000

export interface LimitRule {
  readonly allowed: number
  /** PostgreSQL interval. */
  readonly within: string
  /** Waits that double with each attempt beyond `allowed`; without them the caller waits until the window ends. */
  readonly waits?: { readonly first: string; readonly longest: string }
}

/** Attempts per client address unless the name says otherwise; RATE_LIMIT_FACTOR multiplies `allowed`. */
export const LIMITS = {
  'sign-up': { allowed: 30, within: '5 minutes' },
  token: { allowed: 150, within: '5 minutes' },
  mail: { allowed: 30, within: '5 minutes' },
  'change-user': { allowed: 30, within: '5 minutes' },
  verify: { allowed: 30, within: '5 minutes' },
  /** Redirects to a provider, and callbacks. */
  provider: { allowed: 100, within: '5 minutes' },
  /** Apps that register themselves: some services do so for many people from few addresses. */
  'oauth-registration': { allowed: 30, within: '1 hour' },
  'oauth-registration-of-site': { allowed: 120, within: '1 hour' },
  /** Requests of apps, and exchanges of their tokens. */
  'oauth-request': { allowed: 100, within: '5 minutes' },
  'oauth-token': { allowed: 600, within: '5 minutes' },
  /** Per e-mail and address, so that no one can lock another user out. A success resets the count. */
  'failed-sign-in': { allowed: 10, within: '15 minutes', waits: { first: '60 seconds', longest: '900 seconds' } },
  /**
   * Per network (networksOf): failed sign-ins to any account. Credential stuffing, one guess at each of many accounts, stays
   * below the limits of each account. Successful sign-ins are not counted.
   */
  'failed-sign-ins-of-host': { allowed: 40, within: '5 minutes' },
  'failed-sign-ins-of-range': { allowed: 50, within: '5 minutes' },
  'failed-sign-ins-of-site': { allowed: 100, within: '5 minutes' },
  /** Per e-mail, from networks that its account was never signed in from: the owner's own networks stay open. */
  'failed-sign-ins-of-account': {
    allowed: 50,
    within: '1 hour',
    waits: { first: '60 seconds', longest: '900 seconds' },
  },
  /** Per session: wrong passwords at a step-up. The right one resets the count. */
  'failed-proof': { allowed: 10, within: '15 minutes', waits: { first: '60 seconds', longest: '900 seconds' } },
  /**
   * Per user: wrong mailed codes at a step-up. Not per address: strangers at POST /verify could use that up. About 70 a day,
   * as for second factors; the right code resets the count.
   */
  'failed-mailed-proof': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
  /** Per kind of mail and recipient, known or not: the response must not reveal who has an account. */
  'mail-to': { allowed: 1, within: '60 seconds' },
  /** Per mailbox, over all kinds and senders: anyone can have mails sent to an address. Counts mails that are sent. */
  'mails-to-mailbox': { allowed: 3, within: '60 seconds' },
  'mails-to-mailbox-a-day': { allowed: 30, within: '1 day' },
  /** Per account, or mailbox while it is not proven: mails that its signed-in user asks for. Strangers use up none. */
  'own-mails': { allowed: 3, within: '60 seconds' },
  'own-mails-a-day': { allowed: 30, within: '1 day' },
  /**
   * Per session: attempts with any second factor, recovery codes included. Not per user, or an attacker who has only the password
   * could use it up, and passkeys and recovery codes with it.
   */
  'factor-code': { allowed: 15, within: '1 minute' },
  /**
   * Per user: wrong six-digit codes. At 15 a minute a code is guessed within weeks, at about 70 a day it is not. Passkeys
   * and recovery codes cannot be guessed, so they are not limited here. The right code resets the count.
   */
  'failed-factor-code': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
  /** Per challenge: guesses at a code that was sent to a phone. */
  'sent-code': { allowed: 5, within: '5 minutes' },
  /** Per user, per number and per address: text messages cost money, and some numbers earn it (SMS pumping). */
  'text-message': { allowed: 1, within: '60 seconds' },
  'text-messages-of-user': { allowed: 20, within: '1 day' },
  /** To users who have not proven the number: anyone can enrol it. */
  'text-messages-to-phone': { allowed: 10, within: '1 day' },
  'text-messages-to-own-phone': { allowed: 10, within: '1 day' },
  'text-messages-from': { allowed: 50, within: '1 day' },
  /** Per session, for the same reason. */
  'factor-challenge': { allowed: 15, within: '1 minute' },
  /** Per code: guesses at six digits. The link in the same mail, if it has one, keeps working. */
  'mailed-code': { allowed: 5, within: '1 hour' },
  /**
   * Per e-mail: requesting a new code each minute must not allow five guesses each minute. About 70 a day, as for second
   * factors; the links in the mails keep working. The right code resets the count.
   */
  'mailed-codes-of-address': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
} as const satisfies Record<string, LimitRule>

/**
 * Refreshes per session and node. Generous: a client whose clock is ahead refreshes all the time.
 */
export const REFRESH_LIMIT = { allowed: 60, seconds: 60 } as const

/** Second factors of one user, and the lifetime of an unverified one (PostgreSQL interval). */
export const FACTORS = { most: 10, unproven: '300 seconds' } as const

/** Lifetime of a second factor's challenge, seconds. */
export const CHALLENGE_SECONDS = 300

/** Recovery codes in a set. */
export const RECOVERY_CODES = 10

/** Timeout of a request to SMS_WEBHOOK_URL, milliseconds. */
export const SMS_WEBHOOK_TIMEOUT_MS = 10_000

/** Characters of a factor's name, and of the name an authenticator app shows beside it. */
export const FACTOR_NAME_CHARACTERS = FACTOR_NAME_LIMIT
