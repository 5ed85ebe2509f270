import { FACTOR_NAME_LIMIT, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from '../../domain/accounts.ts'

/** Lifetimes, sizes and limits of accounts, each with its unit and source. */

/** Seconds an access token lives. The client refreshes itself well before (auth-js EXPIRY_MARGIN). */
export const ACCESS_TOKEN_SECONDS = 3600

/** Seconds by which two machines' clocks may differ when `exp`, `iat` and `nbf` are judged. */
export const CLOCK_SKEW_SECONDS = 30

/** Milliseconds for which "this session exists" is believed: the time a logout needs to reach every node. */
export const SESSION_CHECK_MS = 5_000

/** Age in milliseconds at which that is asked again along with others, if the session has been used since. */
export const SESSION_RENEWAL_MS = 2_500

/** Milliseconds for which the signing keys are believed: the time a rotation needs to reach every node. */
export const KEYS_BELIEVED_MS = 10_000

/** Milliseconds for which they are when a token names one that is not among them. */
export const UNKNOWN_KEY_MS = 1000

/** Verified tokens and checked sessions kept in memory, each. */
export const CACHE_ENTRIES = 10_000

/** How long a session lives, unused and in all. PostgreSQL intervals. */
export const SESSION_LIFETIMES = {
  founder: { idle: '30 days', absolute: '90 days' },
  admin: { idle: '12 hours', absolute: '7 days' },
} as const

/** The parent of the live refresh token is answered again this long after the rotation (GoTrue's reuse interval). */
export const REFRESH_GRACE = '10 seconds'

/** The lower end is SPEC section 5's, counted in bytes. */
export const PASSWORD_BYTES = { least: MIN_PASSWORD_LENGTH, most: MAX_PASSWORD_BYTES } as const

/** Length of an e-mail address in bytes, the column's own limit. */
export const EMAIL_BYTES = 255

/** User metadata travels in every access token, and with it in the headers of every request. */
export const USER_METADATA_BYTES = 4096

/** Seconds for which a mailed link or code works (hosted Supabase's default). */
export const MAILED_CODE_SECONDS = 3600

/** Of the common passwords, most used first, how many are refused. OWASP ASVS 5.0, 6.2.4 asks for 3,000. */
export const COMMON_PASSWORDS = 10_000

/** Seconds for which a sign-in, a second factor or a confirmation in place proves that the person at a session is its owner. */
export const PROOF_SECONDS = 600

/** Hours after signing in during which a password changes without a mailed code, where codes are required. */
export const FRESH_SESSION_HOURS = 24

/** Seconds an authorisation code of the PKCE flow may be exchanged. */
export const PKCE_CODE_SECONDS = 300

/** Seconds to complete a sign-in at a provider. */
export const PROVIDER_STATE_SECONDS = 600

/** Seconds for each answer of a provider. */
export const PROVIDER_TIMEOUT_SECONDS = 5

/** Seconds for which what a provider says about itself is believed. */
export const PROVIDER_METADATA_SECONDS = 3600

/** Password hashes that may wait for a core before further ones are turned away. */
export const WAITING_HASHES = 200

/** Characters of a browser's self-description that a session keeps. */
export const USER_AGENT_CHARACTERS = 500

/** How long ended sessions are kept, so that clients get the reason. PostgreSQL interval. */
export const KEPT_AFTER_END = '7 days'

/** Milliseconds between two rounds that remove what has ended. */
export const SWEEP_INTERVAL_MS = 600_000

export interface LimitRule {
  readonly allowed: number
  /** PostgreSQL interval. */
  readonly within: string
  /** Waits that double with each attempt beyond `allowed`; without them the wait lasts to the end of the window. */
  readonly waits?: { readonly first: string; readonly longest: string }
}

/** Attempts per client address unless the name says otherwise; RATE_LIMIT_FACTOR multiplies `allowed`. */
export const LIMITS = {
  'sign-up': { allowed: 30, within: '5 minutes' },
  token: { allowed: 150, within: '5 minutes' },
  mail: { allowed: 30, within: '5 minutes' },
  'change-user': { allowed: 30, within: '5 minutes' },
  verify: { allowed: 30, within: '5 minutes' },
  /** Ways to a provider and back. */
  provider: { allowed: 100, within: '5 minutes' },
  /** Per e-mail and address, so that no one can lock another user out. A success resets the count. */
  'failed-sign-in': { allowed: 10, within: '15 minutes', waits: { first: '60 seconds', longest: '900 seconds' } },
  /**
   * Failed sign-ins of a network, whatever the accounts (networksOf): one guess at each of many accounts stays below every
   * limit of an account. A sign-in that succeeds is not counted.
   */
  'failed-sign-ins-of-host': { allowed: 40, within: '5 minutes' },
  'failed-sign-ins-of-range': { allowed: 50, within: '5 minutes' },
  'failed-sign-ins-of-site': { allowed: 100, within: '5 minutes' },
  /** Per e-mail, from networks that its account was never signed in from: those it was stay open to the owner. */
  'failed-sign-ins-of-account': {
    allowed: 50,
    within: '1 hour',
    waits: { first: '60 seconds', longest: '900 seconds' },
  },
  /** Per session: wrong passwords where the owner confirms in place. A right one takes the count back. */
  'failed-proof': { allowed: 10, within: '15 minutes', waits: { first: '60 seconds', longest: '900 seconds' } },
  /**
   * Per user: wrong codes that were mailed to prove a session. Not per address, where strangers at POST /verify would use it
   * up. About 70 a day, as for second factors; a right code takes the count back.
   */
  'failed-mailed-proof': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
  /** Per kind of mail and recipient, known or not: the response must not reveal who has an account. */
  'mail-to': { allowed: 1, within: '60 seconds' },
  /** Per user: guesses at the code of a second factor, recovery codes among them. */
  'factor-code': { allowed: 15, within: '1 minute' },
  /**
   * Per user: wrong six-digit codes, of which 15 a minute would be found within weeks; about 70 a day are not. Passkeys and
   * recovery codes are not found by trying, so they stay open. A right code takes the count back.
   */
  'failed-factor-code': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
  /** Per challenge: guesses at a code that was sent to a phone, as long as it works. */
  'sent-code': { allowed: 5, within: '5 minutes' },
  /** Text messages cost money, and some numbers earn it: per user, per number, and per address. */
  'text-message': { allowed: 1, within: '60 seconds' },
  'text-messages-of-user': { allowed: 20, within: '1 day' },
  'text-messages-to-phone': { allowed: 10, within: '1 day' },
  'text-messages-from': { allowed: 50, within: '1 day' },
  /** Per user. */
  'factor-challenge': { allowed: 15, within: '1 minute' },
  /** Per code: guesses at six digits. The link in the same mail, if it has one, keeps working. */
  'mailed-code': { allowed: 5, within: '1 hour' },
  /**
   * Per e-mail: a new code each minute must not bring five guesses each minute. About 70 a day, as for second factors; the
   * links in the mails keep working. A right code takes the count back.
   */
  'mailed-codes-of-address': { allowed: 20, within: '1 day', waits: { first: '60 seconds', longest: '1800 seconds' } },
} as const satisfies Record<string, LimitRule>

/**
 * Refreshes per session and node. Generous: a client whose clock is ahead refreshes all the time, and means no harm.
 */
export const REFRESH_LIMIT = { allowed: 60, seconds: 60 } as const

/** Second factors of one person, and how long one that is not proven lives: PostgreSQL interval. */
export const FACTORS = { most: 10, unproven: '300 seconds' } as const

/** Seconds a challenge of a second factor may be answered. */
export const CHALLENGE_SECONDS = 300

/** Recovery codes in a set. */
export const RECOVERY_CODES = 10

/** Milliseconds that SMS_WEBHOOK_URL has to accept a message. */
export const SMS_WEBHOOK_MS = 10_000

/** Characters of a factor's name, and of the name an authenticator app shows beside it. */
export const FACTOR_NAME_CHARACTERS = FACTOR_NAME_LIMIT
