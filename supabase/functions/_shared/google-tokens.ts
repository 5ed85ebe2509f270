import { CALENDAR_SCOPE } from '../../../domain/calendar.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { requestGoogle, type Google, type GoogleFailure } from './google.ts'

/** Timeout of Google's token endpoint, milliseconds. */
const TIMEOUT_MS = 10_000

/** Seconds before its expiry from which an access token is no longer used. */
const EXPIRY_MARGIN_SECONDS = 60

export interface Tokens {
  readonly accessToken: string
  /** Google does not send one in every response. */
  readonly refreshToken: string | undefined
  readonly endsAt: Date
  /** Whether the granted scope includes events. */
  readonly hasCalendarScope: boolean
}

/** The parameters of the callback, and the verifier stored for it. */
export interface Consent {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

/** Exchanges an authorization code for tokens (RFC 6749 section 4.1.3, RFC 7636). */
export const exchangeCode = (
  google: Google,
  { code, verifier, redirectUri }: Consent,
): Promise<Result<Tokens, GoogleFailure>> =>
  requestTokens(google, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })

/** Refreshes the access token (RFC 6749 section 6). */
export const refreshTokens = (google: Google, refreshToken: string): Promise<Result<Tokens, GoogleFailure>> =>
  requestTokens(google, { grant_type: 'refresh_token', refresh_token: refreshToken })

async function requestTokens(
  { tokenUrl, clientId, clientSecret }: Google,
  grant: Readonly<Record<string, string>>,
): Promise<Result<Tokens, GoogleFailure>> {
  const requestedAt = Date.now()
  const answer = await requestGoogle(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) return answer
  const { access_token, refresh_token, expires_in, scope } = answer.value
  if (typeof access_token !== 'string' || access_token === '' || typeof expires_in !== 'number') {
    return fail({ kind: 'failed', cause: 'Google gave no access token' })
  }
  return succeed({
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined,
    endsAt: new Date(requestedAt + (expires_in - EXPIRY_MARGIN_SECONDS) * 1000),
    // Without `scope` in the response it is the requested one (RFC 6749 section 5.1). Users may deselect it.
    hasCalendarScope: typeof scope !== 'string' || scope.split(' ').includes(CALENDAR_SCOPE),
  })
}

/** Revokes a grant at Google (RFC 7009), without waiting: the tokens are deleted here in any case. */
export async function revoke({ tokenUrl }: Google, token: string): Promise<void> {
  await requestGoogle(new URL('/revoke', tokenUrl), {
    method: 'POST',
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}
