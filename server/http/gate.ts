import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { Credentials } from '../database/caller.ts'
import type { Log } from '../log.ts'
import { BodiesInFlight, MAX_BODY_BYTES, type BodyFailure } from './bodies.ts'
import { clientAddressOf } from './client-address.ts'
import { IN_PROCESS, type ApiEnv } from './context.ts'
import { corsHeaders, OAUTH_CLIENT_PATHS, preflight } from './cors.ts'
import { withPresetHeaders } from './preset-headers.ts'

/** Bytes. */
const MAX_URL_BYTES = 16 * 1024

/** Request ids that a trusted proxy may set; other text must not reach headers and logs. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/

/** Paths without an API key: a browser navigates to them, or an OAuth client requests them. */
const openPaths = new Set([
  ...['/verify', '/callback', '/authorize', '/oauth/authorize', '/.well-known/jwks.json'].map(
    (path) => `/auth/v1${path}`,
  ),
  ...OAUTH_CLIENT_PATHS,
])

export interface GateOptions {
  readonly publicUrl: string
  /** TRUST_PROXY: how many proxies in front may name the client's address. */
  readonly trustProxy: number
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly log: Log
}

/**
 * Middleware of every API request: request id, log, CORS, API key, limits of URL and body. It reads neither the response
 * nor `c.req.raw.body`: Hono would build whole objects for either, which costs more than the rest of the gate.
 */
export function createGate({ publicUrl, trustProxy, roleOf, log }: GateOptions): Hono<ApiEnv> {
  const gate = new Hono<ApiEnv>()
  const countedBody = countBody(new BodiesInFlight())
  gate.use(logged(log, trustProxy))
  gate.use((c, next) => {
    const headers = {
      ...corsHeaders(c.req.header('origin'), publicUrl, c.req.path),
      'Cache-Control': 'no-store',
      'X-Request-Id': c.get('requestId'),
    }
    return withPresetHeaders(c, headers, next)
  })
  // One middleware for all refusals: each further one would cost every request an await.
  gate.use(async (c, next) => {
    const refusal = preflight(c) ?? refuseLongAddress(c) ?? refuseWithoutKey(c, roleOf)
    return refusal ?? countedBody(c, next)
  })
  return gate
}

function refuseLongAddress(c: Context): Response | undefined {
  if (c.req.raw.url.length <= MAX_URL_BYTES) return undefined
  return refuse(c, 414, 'uri_too_long', `The address is longer than ${MAX_URL_BYTES} bytes`)
}

/** A body with Content-Length is checked by that: Node.js reads no further. */
const countBody =
  (bodies: BodiesInFlight): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) return refuseBody(c, 'too-large')
    const { readText, release } = bodies.open(c.req, c.get('clientAddress'))
    c.set('readText', readText)
    try {
      await next()
    } finally {
      release()
    }
    return undefined
  }

/** The error of a body that was not read; the connection ends, since the rest may still arrive. */
export function refuseBody(c: Context, failure: BodyFailure): Response {
  c.header('Connection', 'close')
  switch (failure) {
    case 'too-large':
      return refuse(c, 413, 'request_entity_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes`)
    case 'incomplete':
      return refuse(c, 400, 'bad_request', 'The body is incomplete')
    case 'network-busy':
      c.header('Retry-After', '1')
      return refuse(c, 429, 'over_request_rate_limit', 'Too many bytes are being sent from this network')
    case 'server-busy':
      return refuseForNow(c)
    default:
      return failure satisfies never
  }
}

/** An error with a body that the clients of all protocols understand. */
export const refuse = (
  c: Context,
  status: 400 | 401 | 404 | 413 | 414 | 429 | 500 | 503 | 507,
  code: string,
  message: string,
): Response =>
  c.json({ code, error_code: code, message, msg: message, error: message, details: null, hint: null }, status)

/** Says that the same request may succeed in a moment. */
export function refuseForNow(c: Context): Response {
  c.header('Retry-After', '1')
  return refuse(c, 503, 'unavailable', 'The service is not available, please try again')
}

function logged(log: Log, trustProxy: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = requestIdOf(c, trustProxy)
    c.set('requestId', requestId)
    c.set('clientAddress', clientAddress(c, trustProxy))
    await next()
    const { method, path } = c.req
    const ms = Math.round((performance.now() - started) * 10) / 10
    log({ kind: 'request', requestId, method, path, status: c.res.status, ms, userId: c.get('userId') })
  }
}

/** A trusted proxy's request id, so that its log and this one can be correlated. */
function requestIdOf(c: Context, trustProxy: number): string {
  const proxyId = trustProxy > 0 ? c.req.header('x-request-id') : undefined
  return proxyId !== undefined && REQUEST_ID.test(proxyId) ? proxyId : randomUUID()
}

/** Sets the request's credentials, or refuses it when its API key is missing or invalid. */
function refuseWithoutKey(c: Context<ApiEnv>, roleOf: GateOptions['roleOf']): Response | undefined {
  // A key in the URL would be in every proxy's log. Only browsers' websockets cannot send a header.
  const apiKey = c.req.header('apikey')
  const keyRole = apiKey === undefined ? undefined : roleOf(apiKey)
  c.set('credentials', credentialsOf(c.req.header('authorization'), keyRole, roleOf))
  const { path } = c.req
  // Functions authenticate their callers themselves.
  if (keyRole !== undefined || openPaths.has(path) || /^\/(?:functions|\.well-known)\//.test(path)) return undefined
  return apiKey === undefined
    ? refuse(c, 401, 'no_api_key', 'No API key found in request: it belongs in the header apikey')
    : refuse(c, 401, 'invalid_api_key', 'Invalid API key')
}

/** Signed-out clients send an API key as the bearer token: then it sets the role. */
function credentialsOf(
  authorization: string | undefined,
  keyRole: Credentials['keyRole'],
  roleOf: GateOptions['roleOf'],
): Credentials {
  const [, bearer] = /^Bearer\s+(.+)$/i.exec(authorization ?? '') ?? []
  const bearerRole = bearer?.startsWith('sb_') ? roleOf(bearer) : undefined
  return bearerRole === undefined ? { keyRole, token: bearer } : { keyRole: bearerRole, token: undefined }
}

/** The client's address, behind the trusted proxies. */
export const clientAddress = (c: Context, trustProxy: number): string =>
  clientAddressOf({ remoteAddress: remoteAddress(c), forwardedFor: c.req.header('x-forwarded-for') }, trustProxy)

/** In-process calls have no socket. */
const remoteAddress = (c: Context): string =>
  'incoming' in c.env ? (getConnInfo(c).remote.address ?? 'unknown') : IN_PROCESS
