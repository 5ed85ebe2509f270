import type { AuthContext } from '../http/context.ts'

/** Errors of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'

export interface OAuthFailure {
  readonly error: OAuthErrorCode
  /** For the client's developer. */
  readonly description: string
}

/** Sends an error in the form of RFC 6749, 5.2, which every OAuth client reads. */
export function refuseOAuth(c: AuthContext, { error, description }: OAuthFailure): Response {
  if (error === 'invalid_client' && c.req.header('authorization')) c.header('WWW-Authenticate', 'Basic realm="oauth"')
  return c.json({ error, error_description: description }, error === 'invalid_client' ? 401 : 400)
}
