import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { APP_SCOPES } from '../../../domain/app-scopes.ts'
import { createConcurrencyLimit } from '../_shared/concurrency-limit.ts'
import { clientOf, json, refusal, type FunctionContext, type TokenRefusal } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { createAppServer } from './app-server.ts'

/** Requests of one founder's apps. */
const LIMIT = { allowed: 120, seconds: 60 } as const

/** At once, of one founder's apps on one server. */
const concurrency = createConcurrencyLimit(4)

const METADATA_PATH = '/.well-known/oauth-protected-resource'

/**
 * The Model Context Protocol (2026-07-28, and 2025 without sessions) over HTTP, for apps that a founder has connected. Everything
 * runs with the app's own token, so policies decide. GET of the metadata says where an app gets one (RFC 9728).
 */
export default async function mcp(request: Request, context: FunctionContext): Promise<Response> {
  const foreign = refuseForeign(request, context)
  if (foreign) return foreign
  if (new URL(request.url).pathname.includes(METADATA_PATH)) return metadata(context)
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (token === undefined) return challenge(context)
  const app = await context.appOf(token)
  if (!app.ok) return app.failure.status === 401 ? challenge(context, app.failure) : refusal(503, app.failure.reason)
  const { userId, clientId, scopes, expiresAt } = app.value
  const wait = await checkRateLimit(context, `mcp:${userId}`, LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  const release = concurrency.acquire(userId)
  if (!release) return refusal(429, 'Too many requests at once', { 'Retry-After': '1' })
  try {
    const parsedBody = request.method === 'POST' ? await readMessage(request) : undefined
    if (parsedBody instanceof Response) return parsedBody
    const access = {
      client: clientOf(context, token),
      userId,
      scopes,
      productName: productName(context),
      report: (cause: unknown) => context.waitUntil(Promise.reject(cause)),
    }
    // Nothing is subscribed to: a stream would stay open for each app.
    const handler = createMcpHandler(() => createAppServer(access), { maxSubscriptions: 0, keepAliveMs: 0 })
    const authInfo = { token, clientId, scopes: [...scopes], expiresAt }
    return await handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) })
  } finally {
    release()
  }
}

/** The message of a request. Batches, which the protocol had until 2025-03-26, would each be many requests in one. */
async function readMessage(request: Request): Promise<unknown> {
  const body = await request.text()
  try {
    const message: unknown = JSON.parse(body)
    return Array.isArray(message) ? rejected(-32600, 'Send one message in each request') : message
  } catch {
    return rejected(-32700, 'Parse error')
  }
}

const rejected = (code: number, message: string): Response =>
  json(400, { jsonrpc: '2.0', id: null, error: { code, message } })

const productName = ({ env }: FunctionContext): string => env['PRODUCT_NAME'] ?? 'Upswing'

/** A server for this machine alone answers no page of another host, which a rebound name would lead to it (DNS rebinding). */
function refuseForeign(request: Request, { mcpUrl }: FunctionContext): Response | undefined {
  const local = localhostAllowedHostnames()
  if (!local.includes(new URL(mcpUrl).hostname)) return undefined
  return hostHeaderValidationResponse(request, local) ?? originValidationResponse(request, local)
}

/** Leads a client to the server that issues tokens (RFC 6750, RFC 9728, 5.1). */
function challenge(context: FunctionContext, failure?: TokenRefusal): Response {
  const parameters = [
    ...(failure ? ['error="invalid_token"', `error_description="${failure.reason.replaceAll(/["\\]/g, "'")}"`] : []),
    `scope="${scopesToAsk(context).join(' ')}"`,
    `resource_metadata="${metadataUrl(context)}"`,
  ]
  const body = { error: 'invalid_token', error_description: failure?.reason ?? 'Connect the app first' }
  return json(401, body, { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` })
}

const isOnSupabase = ({ mcpUrl }: FunctionContext): boolean => new URL(mcpUrl).pathname.startsWith('/functions/')

/** What an app is told to ask for. Supabase's auth server refuses scopes of ours, which its user chooses there; this is its default. */
const scopesToAsk = (context: FunctionContext): string[] =>
  isOnSupabase(context) ? ['email'] : Object.keys(APP_SCOPES)

/** Where RFC 9728 puts it, or below the function on Supabase, which has no path of its own at the root. */
function metadataUrl(context: FunctionContext): string {
  const { origin, pathname, href } = new URL(context.mcpUrl)
  return isOnSupabase(context) ? `${href}${METADATA_PATH}` : `${origin}${METADATA_PATH}${pathname}`
}

const metadata = (context: FunctionContext): Response =>
  json(200, {
    resource: context.mcpUrl,
    resource_name: productName(context),
    authorization_servers: [`${context.supabaseUrl}/auth/v1`],
    scopes_supported: scopesToAsk(context),
    bearer_methods_supported: ['header'],
  })
