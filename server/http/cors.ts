import type { MiddlewareHandler } from 'hono'
import { isAllowedOrigin } from './origins.ts'

const methods = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS'
const PREFLIGHT_SECONDS = 86_400

/** Headers of an answer that a page of another origin may read: the official client relies on them. */
const exposedHeaders = [
  'Content-Range', 'X-Supabase-Api-Version', 'X-Sb-Error-Code', 'X-Total-Count', 'Link', 'Retry-After', 'X-Relay-Error',
  'Location', 'Preference-Applied', 'Content-Location', 'X-Request-Id',
].join(',') // prettier-ignore

/**
 * Says which pages may read the answer. Hono's own middleware would do, but it sets its headers before the answer is
 * there: merging the two unpacks a plain answer into a stream, which costs more than all the rest of the gate.
 */
export function cors(publicUrl: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const allowed = origin !== undefined && isAllowedOrigin(origin, publicUrl)
    // Without these words OPTIONS asks what a resource can do, and is no browser's question beforehand.
    const isPreflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
    if (isPreflight) c.res = preflight(c.req.header('access-control-request-headers'))
    else await next()
    const { headers } = c.res
    if (allowed) headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', exposedHeaders)
    headers.append('Vary', 'Origin')
  }
}

const preflight = (asked: string | undefined): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      ...(asked !== undefined && { 'Access-Control-Allow-Headers': asked, Vary: 'Access-Control-Request-Headers' }),
    },
  })
