import { loadContext } from '../_shared/founder-context.ts'
import { json, refusal, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { readLoopGains } from '../_shared/loop-gains.ts'
import { ownActions, suggestActions } from './actions.ts'
import { comparedSpans } from './situations.ts'

const REQUEST_LIMIT = { allowed: 20, seconds: 60 } as const

/**
 * `POST {previousActions: [text]}` → `{actions: [text]}`: questions to ask the co-founder next (SPEC section 7).
 * With `fromRecords: true` those alone that the founder's own records call for, which may be none.
 */
export default async function suggestQuickActions(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to get suggestions')
  const body: unknown = await request.json().catch(() => undefined)
  const previous = readPrevious(body)
  if (!previous) return refusal(400, 'previousActions must be a list of at most 50 texts')
  const wait = await checkRateLimit(context, `actions:${caller.id}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  const known = await loadContext(context, caller.client, caller.id)
  const gains = known.loops.length > 0 ? await readLoopGains(caller.client, comparedSpans(known.today)) : []
  const isFromRecords = (body as { fromRecords?: unknown } | null | undefined)?.fromRecords === true
  return json(200, { actions: isFromRecords ? ownActions(known, gains) : suggestActions(known, previous, gains) })
}

function readPrevious(body: unknown): string[] | undefined {
  const previous = (body as { previousActions?: unknown } | null | undefined)?.previousActions ?? []
  if (!Array.isArray(previous) || previous.length > 50) return undefined
  return previous.every((action) => typeof action === 'string') ? previous : undefined
}
