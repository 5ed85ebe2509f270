interface Claims {
  readonly aal?: unknown
  readonly session_id?: unknown
}

/** Does not verify the signature: only for tokens from the server, or that the server has verified. */
function claimsOf(accessToken: string): Claims {
  const claims = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return JSON.parse(atob(claims)) as Claims
}

/** The authenticator assurance level of an access token (claim `aal`): `aal2` after a second factor. */
export const assuranceOf = (accessToken: string): unknown => claimsOf(accessToken).aal

/** The id of the session that an access token belongs to. */
export const sessionIdOf = (accessToken: string): unknown => claimsOf(accessToken).session_id
