import * as z from 'zod/mini'
import { postUrlError } from '../../../domain/outgoing-post.ts'
import { WEBHOOK_EVENT_IDS, WEBHOOK_NAME_LIMIT, WEBHOOK_SHAPES, WEBHOOK_URL_LIMIT } from '../../../domain/webhooks.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { json, refusal, type Client, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { isStorable } from '../_shared/storable.ts'
import { isPrivateAllowed, webhookValues } from '../_shared/webhook-values.ts'

const REQUEST_LIMIT = { allowed: 60, seconds: 600 } as const

/** Bytes of a secret: the specification wants 24 to 64. */
const SECRET_BYTES = 32

const fields = {
  name: z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_NAME_LIMIT), z.refine(isStorable, 'cannot be stored')),
  shape: z.enum(WEBHOOK_SHAPES),
  events: z
    .array(z.enum(WEBHOOK_EVENT_IDS))
    .check(z.minLength(1), z.maxLength(WEBHOOK_EVENT_IDS.length), z.refine(isDistinct, 'names an event twice')),
}
const url = z.string().check(z.maxLength(WEBHOOK_URL_LIMIT))

const body = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), url, ...fields }),
  z.strictObject({ action: z.literal('change'), webhook: z.uuid(), url: z.optional(url), ...fields }),
  z.strictObject({ action: z.literal('rotate'), webhook: z.uuid() }),
])

function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

/**
 * `POST {action: 'add' | 'change' | 'rotate', …}`, with an admin's token: what the database stores encrypted alone. The database
 * decides who may. Responds with the new secret, once: `{id, secret}` or `{secret}`.
 */
export default async function webhooks(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in first')
  const values = webhookValues(context)
  if (!values) return refusal(501, 'This server sends no webhooks: WEBHOOK_KEY is not set')
  const wait = await checkRateLimit(context, `webhooks:${caller.id}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many tries. Wait a while.', { 'Retry-After': String(wait) })
  const read = body.safeParse(await request.json().catch(() => undefined))
  if (!read.success) {
    const [issue] = read.error.issues
    return refusal(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'cannot be read'}`)
  }
  const asked = read.data
  const urlError = 'url' in asked && asked.url !== undefined && postUrlError(asked.url, isPrivateAllowed(context))
  if (urlError) return json(400, { error: urlError, code: 'bad_url' })

  const id = asked.action === 'add' ? crypto.randomUUID() : asked.webhook
  const secret = newSecret()
  const seal = (part: 'url' | 'secret', text: string) => values.seal(id, part, text)
  if (asked.action === 'rotate') {
    const sealed_secret = await seal('secret', secret)
    return responseTo(await caller.client.rpc('rotate_webhook_secret', { webhook: id, sealed_secret }), { secret })
  }
  const { name, shape } = asked
  const events = [...asked.events]
  if (asked.action === 'add') {
    const sealed = { sealed_url: await seal('url', asked.url), sealed_secret: await seal('secret', secret) }
    const address = addressOf(asked.url)
    const added = await caller.client.rpc('add_webhook', { id, name, shape, events, address, ...sealed })
    return responseTo(added, { id, secret })
  }
  const target =
    asked.url === undefined ? {} : { address: addressOf(asked.url), sealed_url: await seal('url', asked.url) }
  return responseTo(await caller.client.rpc('change_webhook', { webhook: id, name, shape, events, ...target }), {})
}

const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`

/** The host, and the last characters of what follows: knowing the URL of a chat service is enough to post there. */
function addressOf(text: string): string {
  const { host, pathname, search } = new URL(text)
  const rest = `${pathname}${search}`
  return rest === '/' ? host.slice(0, 250) : `${host.slice(0, 250)}/…${rest.slice(1).slice(-4)}`
}

type Refusal = NonNullable<Awaited<ReturnType<Client['rpc']>>['error']>

const STATUSES: Readonly<Record<string, number>> = {
  '42501': 403,
  P0002: 404,
  '54000': 409,
  '22023': 400,
  '23514': 400,
}

/** A refusal of the database has its code and hint, as over REST: a missing proof is asked for. */
function responseTo({ error }: { readonly error: Refusal | null }, done: object): Response {
  if (!error) return json(200, done)
  const status = STATUSES[error.code]
  if (status === undefined) throw new Error(`a webhook cannot be stored: ${error.message}`)
  return json(status, { error: error.message, code: error.code, hint: error.hint })
}
