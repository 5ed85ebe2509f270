import type { Context } from 'hono'
import { isAllowedOrigin } from './origins.ts'

const methods = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS'
const PREFLIGHT_SECONDS = 86_400

/** Headers of an answer that a page of another origin may read: the official client relies on them. */
const exposedHeaders = [
  'Content-Range', 'X-Supabase-Api-Version', 'X-Sb-Error-Code', 'X-Total-Count', 'Link', 'Retry-After', 'X-Relay-Error',
  'Location', 'Preference-Applied', 'Content-Location', 'X-Request-Id',
].join(',') // prettier-ignore

/** The headers that say which pages may read an answer to a page of `origin`. */
export function corsHeaders(origin: string | undefined, publicUrl: string): Record<string, string> {
  const headers = { 'Access-Control-Expose-Headers': exposedHeaders, Vary: 'Origin' }
  return origin !== undefined && isAllowedOrigin(origin, publicUrl)
    ? { ...headers, 'Access-Control-Allow-Origin': origin }
    : headers
}

/** The answer to a browser's question whether it may send what it is about to send; undefined when it is none. */
export function preflight(c: Context): Response | undefined {
  // Without these words OPTIONS asks what a resource can do, and is no browser's question beforehand.
  if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined) return undefined
  const asked = c.req.header('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      ...(asked !== undefined && {
        'Access-Control-Allow-Headers': asked,
        Vary: 'Origin, Access-Control-Request-Headers',
      }),
    },
  })
}
