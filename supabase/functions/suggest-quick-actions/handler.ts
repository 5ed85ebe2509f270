import { loadContext } from '../_shared/founder-context.ts'
import { json, refusal, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { suggestActions } from './actions.ts'

const REQUEST_LIMIT = { allowed: 20, seconds: 60 } as const

/** `POST {previousActions: [text]}` → `{actions: [text]}`: questions to ask the co-founder next (SPEC section 7). */
export default async function suggestQuickActions(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to get suggestions')
  const previous = readPrevious(await request.json().catch(() => undefined))
  if (!previous) return refusal(400, 'previousActions must be a list of at most 50 texts')
  const wait = await checkRateLimit(context, `actions:${caller.id}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  return json(200, { actions: suggestActions(await loadContext(context, caller.client, caller.id), previous) })
}

function readPrevious(body: unknown): string[] | undefined {
  const previous = (body as { previousActions?: unknown } | null | undefined)?.previousActions ?? []
  if (!Array.isArray(previous) || previous.length > 50) return undefined
  return previous.every((action) => typeof action === 'string') ? previous : undefined
}
