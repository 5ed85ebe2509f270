interface Claims {
  readonly aal?: unknown
  readonly session_id?: unknown
  readonly client_id?: unknown
}

/** Does not verify the signature: only for tokens from the server, or that the server has verified. */
function claimsOf(accessToken: string): Claims {
  const claims = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return JSON.parse(atob(claims)) as Claims
}

/**
 * The authenticator assurance level of an access token (claim `aal`): `aal2` after a second factor.
 * @example
 * assuranceOf(`e30.${btoa('{"aal":"aal2"}')}.`) // 'aal2'
 */
export const assuranceOf = (accessToken: string): unknown => claimsOf(accessToken).aal

/**
 * The id of the session that an access token belongs to.
 * @example
 * sessionIdOf(`e30.${btoa('{"session_id":"5f0c"}')}.`) // '5f0c'
 */
export const sessionIdOf = (accessToken: string): unknown => claimsOf(accessToken).session_id

/**
 * The app that an access token was issued to; undefined for a user's own.
 * @example
 * clientIdOf(`e30.${btoa('{"client_id":"5f0c"}')}.`) // '5f0c'
 */
export const clientIdOf = (accessToken: string): unknown => claimsOf(accessToken).client_id
