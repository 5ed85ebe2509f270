import { CALENDAR_SCOPE } from '../../../domain/calendar.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { askGoogle, type Google, type GoogleFailure } from './google.ts'

/** Milliseconds until Google must have given a token. */
const LONGEST_MS = 10_000

/** Seconds before its end from which on an access token is not used any more. */
const SPARE_SECONDS = 60

export interface Tokens {
  readonly accessToken: string
  /** Not with every answer. */
  readonly refreshToken: string | undefined
  readonly endsAt: Date
  /** Whether events may be read with it. */
  readonly isEnough: boolean
}

/** What a browser brought back from Google, and what was kept for it. */
export interface Consent {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

/** Makes tokens of a consent (RFC 6749 section 4.1.3, RFC 7636). */
export const exchangeCode = (
  google: Google,
  { code, verifier, redirectUri }: Consent,
): Promise<Result<Tokens, GoogleFailure>> =>
  askForTokens(google, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })

/** Another access token (RFC 6749 section 6). */
export const refreshTokens = (google: Google, refreshToken: string): Promise<Result<Tokens, GoogleFailure>> =>
  askForTokens(google, { grant_type: 'refresh_token', refresh_token: refreshToken })

async function askForTokens(
  { tokenUrl, clientId, clientSecret }: Google,
  grant: Readonly<Record<string, string>>,
): Promise<Result<Tokens, GoogleFailure>> {
  const asked = Date.now()
  const answer = await askGoogle(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  if (!answer.ok) return answer
  const { access_token, refresh_token, expires_in, scope } = answer.value
  if (typeof access_token !== 'string' || access_token === '' || typeof expires_in !== 'number') {
    return fail({ kind: 'failed', cause: 'Google gave no access token' })
  }
  return succeed({
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined,
    endsAt: new Date(asked + (expires_in - SPARE_SECONDS) * 1000),
    // Left out, it is the one that was asked for (RFC 6749 section 5.1). People may untick it.
    isEnough: typeof scope !== 'string' || scope.split(' ').includes(CALENDAR_SCOPE),
  })
}

/** Ends a grant at Google (RFC 7009). Whether it worked is not waited for: the tokens are forgotten here in any case. */
export async function revoke({ tokenUrl }: Google, token: string): Promise<void> {
  await askGoogle(new URL('/revoke', tokenUrl), {
    method: 'POST',
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(LONGEST_MS),
  })
}
