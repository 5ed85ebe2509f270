import type { Context } from 'hono'
import { isAllowedOrigin } from './origins.ts'

const methods = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS'
const PREFLIGHT_SECONDS = 86_400

/** Response headers that a page of another origin may read: the official client needs them. */
const exposedHeaders = [
  'Content-Range', 'X-Supabase-Api-Version', 'X-Sb-Error-Code', 'X-Total-Count', 'Link', 'Retry-After', 'X-Relay-Error',
  'Location', 'Preference-Applied', 'Content-Location', 'X-Request-Id', 'WWW-Authenticate',
].join(',') // prettier-ignore

/**
 * What OAuth clients request themselves, without an API key. Pages of any origin may read the responses: such a request has no
 * cookie and nothing else that the browser adds by itself, only what the client knows.
 */
export const OAUTH_CLIENT_PATHS: ReadonlySet<string> = new Set([
  ...['/oauth/token', '/oauth/revoke', '/oauth/clients/register', '/.well-known/oauth-authorization-server'].map(
    (path) => `/auth/v1${path}`,
  ),
  '/mcp',
  '/functions/v1/mcp',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server/auth/v1',
])

/** The CORS headers of a response to a page of `origin`. */
export function corsHeaders(origin: string | undefined, publicUrl: string, path: string): Record<string, string> {
  if (OAUTH_CLIENT_PATHS.has(path)) {
    return { 'Access-Control-Expose-Headers': exposedHeaders, 'Access-Control-Allow-Origin': '*' }
  }
  const headers = { 'Access-Control-Expose-Headers': exposedHeaders, Vary: 'Origin' }
  return origin !== undefined && isAllowedOrigin(origin, publicUrl)
    ? { ...headers, 'Access-Control-Allow-Origin': origin }
    : headers
}

/** The response to a CORS preflight; undefined for other requests. */
export function preflight(c: Context): Response | undefined {
  // Without this header OPTIONS is a plain request for the resource.
  if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined) return undefined
  const requested = c.req.header('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      ...(requested !== undefined && {
        'Access-Control-Allow-Headers': requested,
        Vary: 'Origin, Access-Control-Request-Headers',
      }),
    },
  })
}
