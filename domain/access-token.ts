/**
 * The authenticator assurance level of an access token (claim `aal`): `aal2` after a second factor. Does not verify the
 * signature: only for tokens from the server, or that the server has verified.
 */
export function assuranceOf(accessToken: string): unknown {
  const claims = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
