import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Credentials } from '../database/caller.ts'
import type { Log } from '../log.ts'
import { clientAddressOf } from './client-address.ts'
import type { ApiEnv } from './context.ts'
import { corsHeaders, preflight } from './cors.ts'
import { withPresetHeaders } from './preset-headers.ts'

/** Bytes of a request's body, and of its address, that are read at most. */
const LARGEST_BODY = 1024 * 1024
const LONGEST_URL = 16 * 1024

/** What a trusted proxy may call a request; anything else would be somebody's text in header and log. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/

/** Paths under /auth/v1 that a browser navigates to, without a key. */
const openPaths = new Set(
  ['/verify', '/callback', '/authorize', '/.well-known/jwks.json'].map((path) => `/auth/v1${path}`),
)

export interface GateOptions {
  readonly publicUrl: string
  /** How many proxies in front are trusted to name the client's address. */
  readonly trustProxy: number
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly log: Log
}

/**
 * What every API request passes before a part of the server sees it. Nothing here looks into the answer or at
 * `c.req.raw.body`: either would unpack what Node.js has into whole objects, which costs more than the rest of the gate.
 */
export function createGate({ publicUrl, trustProxy, roleOf, log }: GateOptions): Hono<ApiEnv> {
  const gate = new Hono<ApiEnv>()
  gate.use(logged(log, trustProxy))
  gate.use((c, next) => {
    const headers = {
      ...corsHeaders(c.req.header('origin'), publicUrl),
      'Cache-Control': 'no-store',
      'X-Request-Id': c.get('requestId'),
    }
    return withPresetHeaders(c, headers, next)
  })
  // One step for all that may end it here: each further one would cost every request a turn of its own.
  gate.use(async (c, next) => {
    const refusal = preflight(c) ?? refuseLongAddress(c) ?? refuseWithoutKey(c, roleOf)
    return refusal ?? limitedBody(c, next)
  })
  return gate
}

function refuseLongAddress(c: Context): Response | undefined {
  if (c.req.raw.url.length <= LONGEST_URL) return undefined
  return refuse(c, 414, 'uri_too_long', `The address is longer than ${LONGEST_URL} bytes`)
}

const limitedStream = bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge })

/** A body whose length was told is judged by that: Node.js reads no further. */
const limitedBody: MiddlewareHandler = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) return limitedStream(c, next)
  return Number(c.req.header('content-length') ?? 0) > LARGEST_BODY ? tooLarge(c) : next()
}

function tooLarge(c: Context): Response {
  return refuse(c, 413, 'request_entity_too_large', `The body is larger than ${LARGEST_BODY} bytes`)
}

/** One body that the clients of all protocols can read. */
export const refuse = (
  c: Context,
  status: 401 | 404 | 413 | 414 | 500 | 503,
  code: string,
  message: string,
): Response =>
  c.json({ code, error_code: code, message, msg: message, error: message, details: null, hint: null }, status)

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

/** The id that a trusted proxy has given the request, so that its log and this one can be laid side by side. */
function requestIdOf(c: Context, trustProxy: number): string {
  const given = trustProxy > 0 ? c.req.header('x-request-id') : undefined
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
}

/** Notes what the request presents, or refuses it when a key is needed and missing. */
function refuseWithoutKey(c: Context<ApiEnv>, roleOf: GateOptions['roleOf']): Response | undefined {
  // A key in the address would stand in the logs of every proxy: only browsers' websockets have no header for it.
  const apiKey = c.req.header('apikey')
  const keyRole = apiKey === undefined ? undefined : roleOf(apiKey)
  c.set('credentials', credentialsOf(c.req.header('authorization'), keyRole, roleOf))
  const { path } = c.req
  // Functions decide for themselves whom they serve.
  if (keyRole !== undefined || openPaths.has(path) || path.startsWith('/functions/')) return undefined
  return apiKey === undefined
    ? refuse(c, 401, 'no_api_key', 'No API key found in request: it belongs in the header apikey')
    : refuse(c, 401, 'invalid_api_key', 'Invalid API key')
}

/** Clients send an API key as bearer when nobody is signed in: then it says which role asks, and is no token. */
function credentialsOf(
  authorization: string | undefined,
  keyRole: Credentials['keyRole'],
  roleOf: GateOptions['roleOf'],
): Credentials {
  const [, bearer] = /^Bearer\s+(.+)$/i.exec(authorization ?? '') ?? []
  const bearerRole = bearer?.startsWith('sb_') ? roleOf(bearer) : undefined
  return bearerRole === undefined ? { keyRole, token: bearer } : { keyRole: bearerRole, token: undefined }
}

/** Behind proxies as the operator trusts them. */
export const clientAddress = (c: Context, trustProxy: number): string =>
  clientAddressOf({ remoteAddress: remoteAddress(c), forwardedFor: c.req.header('x-forwarded-for') }, trustProxy)

/** In-process calls have no socket. */
const remoteAddress = (c: Context): string =>
  'incoming' in c.env ? (getConnInfo(c).remote.address ?? 'unknown') : 'in-process'
