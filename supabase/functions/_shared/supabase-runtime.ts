import { assuranceOf, clientIdOf } from '../../../domain/access-token.ts'
import { preparedHeaders } from '../../../domain/mail-headers.ts'
import {
  addressIn,
  POST_TIMEOUT_MS,
  postFailures,
  postUrlError,
  resolvedError,
  type OutgoingPost,
  type PostResult,
} from '../../../domain/outgoing-post.ts'
import { fail, succeed } from '../../../domain/result.ts'
import type { ConnectedApp, FunctionContext, FunctionHandler, MailMessage } from './function.ts'
import { projectKeys } from './project-keys.ts'

/** The part of Supabase's runtime that is used here. */
declare const Deno: {
  readonly env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Response | Promise<Response>): void
  resolveDns(hostname: string, type: 'A' | 'AAAA'): Promise<string[]>
}

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'authorization, x-client-info, apikey, content-type, prefer, mcp-protocol-version, mcp-method, mcp-name',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
} as const

/** Serves a handler in Supabase's runtime, where the function itself does CORS and handles exceptions. */
export function serve(handler: FunctionHandler): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: cors })
    const env = Deno.env.toObject()
    const supabaseUrl = env['SUPABASE_URL'] ?? ''
    const keys = projectKeys(env)
    // A caller with another key of the project is none the less a caller of it.
    const sentKey = request.headers.get('apikey') ?? ''
    const publishableKey = keys.otherPublishable.includes(sentKey) ? sentKey : keys.publishable
    const response = await handler(request, {
      env,
      fetch,
      supabaseUrl,
      publishableKey,
      secretKey: keys.secret,
      userOf: userKnownTo(supabaseUrl, publishableKey),
      appOf: appKnownTo(supabaseUrl, publishableKey),
      mcpUrl: `${supabaseUrl}/functions/v1/mcp`,
      clientAddress: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? 'unknown',
      waitUntil: (work) => {
        const logged = work.catch(console.error)
        if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(logged)
      },
      sendMail: (message) => sendMail(env, message),
      post,
    }).catch((cause: unknown) => {
      console.error(cause)
      return Response.json({ error: 'The function failed' }, { status: 500 })
    })
    for (const [name, value] of Object.entries(cors)) response.headers.set(name, value)
    return response
  })
}

/** Sends mail through `SMTP_URL`, from `MAIL_FROM`. Loaded on demand, since few functions send mail. */
async function sendMail(env: Record<string, string>, { calendar, headers, ...message }: MailMessage): Promise<boolean> {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (!url || !from) throw new Error('SMTP_URL and MAIL_FROM are not set: no mail can be sent')
  const { createTransport } = await import('nodemailer')
  const icalEvent = calendar && { filename: 'invite.ics', ...calendar }
  // Without TLS only to this machine, unless the operator allows it.
  const isInsecureAllowed = env['ALLOW_INSECURE_CONNECTIONS']?.split(',').some((name) => name.trim() === 'smtp')
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
  const requireTLS = url.startsWith('smtp:') && !isLoopback && !isInsecureAllowed
  await createTransport({ url, requireTLS, connectionTimeout: 15_000, socketTimeout: 15_000 }).sendMail({
    from,
    ...message,
    ...(icalEvent && { icalEvent }),
    headers: preparedHeaders(headers),
  })
  return true
}

/**
 * The addresses of a host name are checked before the request. `fetch` resolves it once more here, and cannot be told which address
 * to take.
 */
async function post({ url, headers, body, isPrivateAllowed, signal }: OutgoingPost): Promise<PostResult> {
  const refused = postUrlError(url, isPrivateAllowed) ?? (isPrivateAllowed ? undefined : await hostError(new URL(url)))
  if (refused !== undefined) return { kind: 'failed', reason: refused }
  const timeout = AbortSignal.timeout(POST_TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    })
    await response.body?.cancel()
    return { kind: 'answered', status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch (cause) {
    if (signal.aborted) throw cause
    return { kind: 'failed', reason: timeout.aborted ? postFailures.timeout : postFailures.unreachable }
  }
}

async function hostError({ hostname }: URL): Promise<string | undefined> {
  if (addressIn(hostname) !== undefined) return undefined
  const found = await Promise.allSettled([Deno.resolveDns(hostname, 'A'), Deno.resolveDns(hostname, 'AAAA')])
  return resolvedError(found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])))
}

/** Verifies a token with the project's auth server, which knows ended sessions too. */
const userKnownTo =
  (supabaseUrl: string, apikey: string): FunctionContext['userOf'] =>
  async (token) => {
    const answer = await fetch(`${supabaseUrl}/auth/v1/user`, { headers: { apikey, Authorization: `Bearer ${token}` } })
    const { id, msg, factors = [] } = (await answer.json().catch(() => ({}))) as KnownUser
    if (answer.ok && id !== undefined) {
      // Of an app, without the hook that makes their tokens: it would have all rights of its user here.
      if (clientIdOf(token) !== undefined) return fail({ status: 401, reason: 'The token of a connected app' })
      const isDue = assuranceOf(token) !== 'aal2' && factors.some(({ status }) => status === 'verified')
      return isDue ? fail({ status: 401, reason: 'A second factor is due' }) : succeed(id)
    }
    return answer.status >= 500
      ? fail({ status: 503, reason: 'Accounts cannot be checked at the moment' })
      : fail({ status: 401, reason: msg ?? 'Invalid token' })
  }

/** Verifies an app's token with the project's data API, which switches to the role in it; other roles may not ask. */
const appKnownTo =
  (supabaseUrl: string, apikey: string): FunctionContext['appOf'] =>
  async (token) => {
    const headers = { apikey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${supabaseUrl}/rest/v1/rpc/app_access`, { method: 'POST', headers, body: '{}' })
    const app = (await answer.json().catch(() => null)) as ConnectedApp | null
    if (answer.ok && app) return succeed(app)
    return answer.status >= 500
      ? fail({ status: 503, reason: 'Apps cannot be checked at the moment' })
      : fail({ status: 401, reason: 'Not the token of a connected app' })
  }

interface KnownUser {
  readonly id?: string
  /** The error without a user. */
  readonly msg?: string
  readonly factors?: readonly { readonly status: string }[]
}
