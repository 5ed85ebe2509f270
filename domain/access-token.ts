/**
 * How surely somebody has signed in, by the claim `aal` of an access token: `aal2` after a second factor. The signature is
 * not looked at: for tokens that come from the server, or that it has checked.
 */
export function assuranceOf(accessToken: string): unknown {
  const claims = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
}
