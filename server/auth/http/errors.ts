import type { Context } from 'hono'
import { PASSWORD_BYTES } from '../constants.ts'

interface WireError {
  readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503
  readonly code: string
  /** `{}` is replaced by the failure's detail. */
  readonly message: string
}

/** Every error of /auth/v1 with GoTrue's status, code and message (supabase/auth internal/api and internal/api/apierrors). */
const wireErrors = {
  'no-authorization': { status: 401, code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
  'bad-jwt': { status: 403, code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature, {}' },
  'missing-sub': { status: 403, code: 'bad_jwt', message: 'invalid claim: missing sub claim' },
  'user-from-sub-missing': {
    status: 403,
    code: 'user_not_found',
    message: 'User from sub claim in JWT does not exist',
  },
  'session-from-token-missing': {
    status: 403,
    code: 'session_not_found',
    message: 'Session from session_id claim in JWT does not exist',
  },
  'user-banned': { status: 403, code: 'user_banned', message: 'User is banned' },
  'not-admin': { status: 403, code: 'not_admin', message: 'User not allowed' },
  'bad-json': { status: 400, code: 'bad_json', message: 'Could not parse request body as JSON: {}' },
  'rate-limited': { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  'mail-too-soon': {
    status: 429,
    code: 'over_email_send_rate_limit',
    message: 'For security purposes, you can only request this after {} seconds.',
  },
  'sms-too-soon': {
    status: 429,
    code: 'over_sms_send_rate_limit',
    message: 'For security purposes, you can only request this after {} seconds.',
  },
  'sms-failed': {
    status: 422,
    code: 'sms_send_failed',
    message: 'The text message could not be sent. Please try again later.',
  },
  unexpected: {
    status: 500,
    code: 'unexpected_failure',
    message: 'Unexpected failure, please check server logs for more information',
  },
  unavailable: { status: 503, code: 'unexpected_failure', message: 'The service is not available, please try again' },
  overloaded: { status: 503, code: 'over_request_rate_limit', message: 'The service is busy, please try again' },
  temporary: { status: 503, code: 'unexpected_failure', message: '{}' },
  'not-found': { status: 404, code: 'not_found', message: 'Not found' },

  // Sign-up
  'email-invalid': {
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  },
  'email-missing': { status: 400, code: 'validation_failed', message: 'An email address is required' },
  'password-missing': { status: 400, code: 'validation_failed', message: 'Signup requires a valid password' },
  'password-too-long': {
    status: 400,
    code: 'validation_failed',
    message: `Password cannot be longer than ${PASSWORD_BYTES.most} characters`,
  },
  'password-weak': {
    status: 422,
    code: 'weak_password',
    message: `Password should be at least ${PASSWORD_BYTES.least} characters.`,
  },
  'password-common': {
    status: 422,
    code: 'weak_password',
    message: 'This password is one of the most common ones, which are guessed first. Please choose another one.',
  },
  'metadata-too-large': { status: 400, code: 'validation_failed', message: 'User metadata is larger than {} bytes' },
  'sign-up-disabled': {
    status: 422,
    code: 'signup_disabled',
    message: 'Signups not allowed for this instance',
  },
  'user-exists': { status: 422, code: 'user_already_exists', message: 'User already registered' },
  'anonymous-disabled': {
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  },
  'phone-disabled': { status: 400, code: 'phone_provider_disabled', message: 'Phone signups are disabled' },
  /** A rule of the product, in its own words. */
  'account-refused': { status: 422, code: 'validation_failed', message: '{}' },
  'saving-user-failed': { status: 500, code: 'unexpected_failure', message: 'Database error saving new user' },

  // Sign-in and refresh
  'invalid-credentials': { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  'unsupported-grant': { status: 400, code: 'invalid_credentials', message: 'unsupported_grant_type' },
  'email-not-confirmed': { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  'sign-in-banned': { status: 400, code: 'user_banned', message: 'User is banned' },
  'email-or-phone-missing': { status: 400, code: 'validation_failed', message: 'missing email or phone' },
  'refresh-token-malformed': { status: 400, code: 'validation_failed', message: 'Refresh token is not valid' },
  'refresh-token-unknown': {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
  'refresh-token-reused': {
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  },
  'refresh-session-gone': {
    status: 400,
    code: 'session_not_found',
    message: 'Invalid Refresh Token: No Valid Session Found',
  },
  'refresh-session-expired': {
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  },
  'refresh-session-idle': {
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired (Inactivity)',
  },
  'refresh-user-banned': { status: 400, code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },

  // PKCE
  'pkce-params-missing': {
    status: 400,
    code: 'validation_failed',
    message: 'invalid request: both auth code and code verifier should be non-empty',
  },
  'pkce-challenge-incomplete': {
    status: 400,
    code: 'validation_failed',
    message: 'PKCE flow requires code_challenge_method and code_challenge',
  },
  'pkce-challenge-invalid': { status: 400, code: 'validation_failed', message: 'invalid code challenge' },
  'pkce-method-unsupported': {
    status: 400,
    code: 'validation_failed',
    message: 'the code challenge method has to be s256',
  },
  'flow-state-missing': {
    status: 404,
    code: 'flow_state_not_found',
    message: 'invalid flow state, no valid flow state found',
  },
  'flow-state-expired': {
    status: 422,
    code: 'flow_state_expired',
    message: 'invalid flow state, flow state has expired',
  },
  'code-verifier-wrong': {
    status: 400,
    code: 'bad_code_verifier',
    message: 'code challenge does not match previously saved code verifier',
  },

  // The user's own account
  'same-password': {
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  },
  'current-password-wrong': {
    status: 400,
    code: 'current_password_invalid',
    message: 'Current password is not valid',
  },
  'reauthentication-needed': {
    status: 400,
    code: 'reauthentication_needed',
    message: '{} requires reauthentication',
  },
  'proof-missing': { status: 400, code: 'validation_failed', message: 'A password or a nonce is required' },
  'nonce-wrong': { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' },
  'email-exists': {
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  },
  'aal2-needed': {
    status: 401,
    code: 'insufficient_aal',
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  },
  'email-unverified': { status: 422, code: 'email_not_confirmed', message: 'Please verify your email first.' },
  'logout-scope': { status: 400, code: 'validation_failed', message: 'Unsupported logout scope: {}' },

  // Links and codes
  'link-expired': { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' },
  'code-expired': { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' },
  'verify-incomplete': { status: 400, code: 'validation_failed', message: 'Verify requires {}' },
  'otp-sign-up-disabled': { status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' },
  'resend-type': {
    status: 400,
    code: 'validation_failed',
    message: 'Missing one of these types: signup, email_change',
  },

  // Administration
  'user-not-found': { status: 404, code: 'user_not_found', message: 'User not found' },
  'user-id-malformed': { status: 404, code: 'validation_failed', message: 'user_id must be an UUID' },
  'admin-field': { status: 400, code: 'validation_failed', message: '{}' },

  // Second factors
  'factor-type': {
    status: 400,
    code: 'validation_failed',
    message: 'factor_type needs to be totp, phone, or webauthn',
  },
  'factor-name-too-long': {
    status: 400,
    code: 'validation_failed',
    message: 'friendly_name is longer than {} characters',
  },
  'factor-issuer-too-long': { status: 400, code: 'validation_failed', message: 'issuer is longer than {} characters' },
  'factor-name-taken': {
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with the friendly name "{}" for this user already exists',
  },
  'too-many-factors': {
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  'aal2-to-enrol': { status: 403, code: 'insufficient_aal', message: 'AAL2 required to enroll a new factor' },
  'aal2-to-unenrol': { status: 422, code: 'insufficient_aal', message: 'AAL2 required to unenroll verified factor' },
  'factor-not-found': { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' },
  'challenge-not-found': {
    status: 422,
    code: 'mfa_factor_not_found',
    message: 'MFA factor with the provided challenge ID not found',
  },
  'challenge-used': {
    status: 422,
    code: 'mfa_ip_address_mismatch',
    message: 'Challenge and verify IP addresses mismatch.',
  },
  'challenge-expired': {
    status: 422,
    code: 'mfa_challenge_expired',
    message: 'MFA challenge {} has expired, verify against another challenge or create a new challenge.',
  },
  'factor-code-missing': { status: 400, code: 'validation_failed', message: 'Code needs to be non-empty' },
  'factor-code-wrong': { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
  'phone-missing': {
    status: 400,
    code: 'validation_failed',
    message: 'Phone number required to enroll Phone factor',
  },
  'phone-invalid': {
    status: 400,
    code: 'validation_failed',
    message: 'Invalid phone number format (E.164 required)',
  },
  'phone-factor-exists': {
    status: 422,
    code: 'mfa_verified_factor_exists',
    message: 'A verified phone factor already exists, unenroll the existing factor to continue',
  },
  'phone-code-wrong': { status: 422, code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' },
  'credential-missing': { status: 400, code: 'validation_failed', message: 'WebAuthn config required' },
  'credential-malformed': { status: 400, code: 'validation_failed', message: 'Invalid credential_response' },
  // GoTrue answers 500, which clients would retry.
  'credential-wrong': {
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Failed to validate WebAuthn MFA response',
  },
  'credential-exists': {
    status: 422,
    code: 'webauthn_credential_exists',
    message: 'This credential is registered already',
  },
  'recovery-code-wrong': { status: 422, code: 'mfa_verification_failed', message: 'Invalid recovery code entered' },
  'recovery-codes-none': { status: 404, code: 'mfa_factor_not_found', message: 'No recovery codes found' },
  'recovery-codes-without-factor': {
    status: 422,
    code: 'mfa_factor_not_found',
    message: 'A verified factor is required to generate recovery codes',
  },
  'aal2-for-recovery-codes': {
    status: 403,
    code: 'insufficient_aal',
    message: 'AAL2 required to generate recovery codes',
  },

  // Features that this server does not offer
  'webauthn-factors-disabled': {
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
    message: 'MFA enroll is disabled for WebAuthn',
  },
  'linking-disabled': { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' },
  'provider-unsupported': { status: 400, code: 'validation_failed', message: 'Unsupported provider: {}' },
  'callback-state-missing': { status: 400, code: 'bad_oauth_callback', message: 'OAuth state parameter missing' },

  // Connected apps
  'oauth-registration-closed': {
    status: 403,
    code: 'oauth_dynamic_client_registration_disabled',
    message: 'Dynamic client registration is not enabled',
  },
  'oauth-client-not-found': { status: 404, code: 'oauth_client_not_found', message: 'OAuth client not found' },
  'oauth-request-invalid': { status: 400, code: 'validation_failed', message: '{}' },
  'oauth-authorization-not-found': {
    status: 404,
    code: 'oauth_authorization_not_found',
    message: 'authorization not found',
  },
  'oauth-grant-not-found': {
    status: 404,
    code: 'oauth_consent_not_found',
    message: 'No active grant found for this client',
  },
  'aal2-to-connect': { status: 403, code: 'insufficient_aal', message: 'AAL2 required to connect an app' },

  // Signing in with other accounts, and identities
  'callback-code-missing': {
    status: 400,
    code: 'bad_oauth_callback',
    message: 'OAuth callback with missing authorization code missing',
  },
  'oauth-state-unknown': { status: 400, code: 'bad_oauth_state', message: 'OAuth state not found or expired' },
  'provider-unreachable': {
    status: 503,
    code: 'unexpected_failure',
    message: '{} could not be reached. Please try again.',
  },
  'provider-answer-invalid': {
    status: 500,
    code: 'unexpected_failure',
    message: '{} gave an answer that cannot be used. Please try again.',
  },
  'provider-email-missing': {
    status: 500,
    code: 'unexpected_failure',
    message: 'Error getting user email from external provider',
  },
  'provider-email-unverified': {
    status: 422,
    code: 'provider_email_needs_verification',
    message: 'Unverified email with {}. Verify it there in order to sign in',
  },
  'account-to-link-first': {
    status: 422,
    code: 'email_exists',
    message: 'An account with this email address already exists. Sign in to it another way, then link {}.',
  },
  'aal2-to-link': { status: 403, code: 'insufficient_aal', message: 'AAL2 required to link or unlink an identity' },
  'identity-linked-already': { status: 422, code: 'identity_already_exists', message: 'Identity is already linked' },
  'identity-of-another': {
    status: 422,
    code: 'identity_already_exists',
    message: 'Identity is already linked to another user',
  },
  'identity-id-malformed': { status: 404, code: 'validation_failed', message: 'identity_id must be an UUID' },
  'identity-not-found': { status: 422, code: 'identity_not_found', message: "Identity doesn't exist" },
  'last-identity': {
    status: 422,
    code: 'single_identity_not_deletable',
    message: 'User must have at least 1 identity after unlinking',
  },
  'email-conflict': {
    status: 422,
    code: 'email_conflict_identity_not_deletable',
    message: 'Unable to unlink identity due to email conflict',
  },
} as const satisfies Record<string, WireError>

export type AuthFailureKind = keyof typeof wireErrors

export interface AuthFailure {
  readonly kind: AuthFailureKind
  readonly detail?: string
  readonly retryAfterSeconds?: number
}

/**
 * The public error of a failure; redirects have it in their fragment.
 * @example
 * wireError({ kind: 'mail-too-soon', detail: '42' })
 * // {
 * //   status: 429,
 * //   code: 'over_email_send_rate_limit',
 * //   message: 'For security purposes, you can only request this after 42 seconds.',
 * // }
 */
export function wireError(failure: AuthFailure): WireError {
  const error = wireErrors[failure.kind]
  return { ...error, message: error.message.replace('{}', failure.detail ?? '') }
}

const oauthErrors: Readonly<Partial<Record<WireError['status'], string>>> = {
  401: 'unauthorized_client',
  403: 'access_denied',
  422: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/**
 * `error` of a redirect (RFC 6749, 4.1.2.1).
 * @example
 * oauthError(403) // 'access_denied'
 */
export const oauthError = (status: WireError['status']): string => oauthErrors[status] ?? 'invalid_request'

/** The reasons that clients read from `weak_password`. */
const weakPasswordReasons: ReadonlyMap<AuthFailureKind, readonly string[]> = new Map([
  ['password-weak', ['length']],
  ['password-common', ['pwned']],
])

/** `Retry-After` while the server is busy or its database is unavailable. */
const RETRY_AFTER_SECONDS = 1

/**
 * Sends an error. The body has the fields of both API versions: a browser that cannot read the version header falls back
 * to the old names.
 * @example
 * import { Hono } from 'hono'
 * const app = new Hono().get('/', (c) => refuse(c, 'rate-limited', { retryAfterSeconds: 60 }))
 * const response = await app.request('/')
 * response.status // 429
 * response.headers.get('retry-after') // '60'
 * response.json().then(({ code }) => code) // 'over_request_rate_limit'
 */
export function refuse(c: Context, kind: AuthFailureKind, more: Omit<AuthFailure, 'kind'> = {}): Response {
  const { status, code, message } = wireError({ kind, ...more })
  c.header('X-Supabase-Api-Version', '2024-01-01')
  c.header('X-Sb-Error-Code', code)
  const wait = more.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
  if (wait !== undefined) c.header('Retry-After', String(wait))
  const reasons = weakPasswordReasons.get(kind)
  const weakness = reasons && { weak_password: { message, reasons } }
  return c.json({ code, message, error_code: code, msg: message, ...weakness }, status)
}

/** Sends the error of a failed stage. */
export const refuseFailure = (c: Context, { kind, ...more }: AuthFailure): Response => refuse(c, kind, more)
