import * as z from 'zod/mini'
import { sessionIdOf } from '../../../domain/access-token.ts'
import { isPushService } from '../../../domain/push.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { allowedServices, vapidKeysOf } from '../_shared/push-service.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'

/** Browsers that one user adds. */
const ADD_LIMIT = { allowed: 20, seconds: 600 } as const

/** Of a push subscription, as a browser writes it (`PushSubscription.toJSON`). */
const subscription = z.object({
  endpoint: z.string().check(z.maxLength(2000)),
  expirationTime: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(4e12)))),
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
})

/**
 * With a user's token. `GET`: `{public_key}`, with which a browser subscribes. `POST`, with its subscription: the user's
 * notifications go to this browser too, for as long as the session is open.
 */
export default async function pushDevices(request: Request, context: FunctionContext): Promise<Response> {
  const { method } = request
  if (method !== 'GET' && method !== 'POST') return refusal(405, 'Only GET and POST', { Allow: 'GET, POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in first')
  const keys = vapidKeysOf(context)
  if (!keys) return refusal(501, 'This server sends no notifications')
  if (method === 'GET') return json(200, { public_key: keys.publicKey })

  const read = subscription.safeParse(await request.json().catch(() => undefined))
  if (!read.success) return refusal(400, 'The body is not a push subscription')
  const { endpoint, expirationTime, keys: given } = read.data
  if (!isPushService(endpoint, allowedServices(context))) {
    return refusal(400, 'The push service of this browser is not known here')
  }
  if (!(await isPublicKey(given.p256dh))) return refusal(400, 'p256dh is not a P-256 public key')
  const wait = await checkRateLimit(context, `push-devices:${caller.id}`, ADD_LIMIT)
  if (wait > 0) return refusal(429, 'Too many tries. Wait a while.', { 'Retry-After': String(wait) })
  const token = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? ''
  const { error } = await serviceClient(context).rpc('add_push_device', {
    account: caller.id,
    // Its signature was verified with the caller.
    session: String(sessionIdOf(token)),
    endpoint,
    p256dh: given.p256dh,
    auth: given.auth,
    ...(expirationTime ? { expires_at: new Date(expirationTime).toISOString() } : {}),
  })
  if (error?.code === '42501') return refusal(401, 'This session has ended')
  if (error) throw new Error(`a device cannot be added: ${error.message}`)
  return json(200, {})
}

/** Whether it is a point of the curve P-256: encrypting for another one would fail with every notification. */
async function isPublicKey(text: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, []).then(
    () => true,
    () => false,
  )
}
