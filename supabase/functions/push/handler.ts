import { serviceClient, type Client, type FunctionContext } from '../_shared/function.ts'
import { sendPush, vapidKeysOf } from '../_shared/push-service.ts'
import { sendClaimed } from '../_shared/send-claimed.ts'
import { writePush, type DuePush } from './write-push.ts'

/** Seconds: what is of use for longer is kept for a day by the push service. */
const MAX_TTL = 86_400

/**
 * `POST`, with the secret key: sends the notifications that are due. The server runs it as soon as there are some, and on a
 * schedule. They wait five seconds: a user who is looking at the screen reads what happened within them.
 */
export default function push(request: Request, context: FunctionContext): Promise<Response> {
  let isPlanned = false
  return sendClaimed<DuePush>(request, context, {
    claim: async (service, most) => {
      // Without keys nothing is claimed: there is no device then, or the operator has taken them away.
      if (!vapidKeysOf(context)) return { data: [], error: null }
      if (!isPlanned) await plan(service)
      isPlanned = true
      return await service.rpc('claim_pushes', { max_rows: most }).overrideTypes<DuePush[], { merge: false }>()
    },
    send: (due) => send(context, due),
    markSent: (service, { device, kind, about, happened_at }) =>
      service.rpc('push_sent', { device, kind, about, happened_at }),
    nextDue: (service) => service.rpc('next_push'),
  })
}

async function plan(service: Client): Promise<void> {
  const { error } = await service.rpc('plan_pushes')
  if (error) throw new Error(`notifications cannot be planned: ${error.message}`)
}

/** @returns whether it was sent @throws {Error} when it was not accepted, or cannot be written */
async function send(context: FunctionContext, due: DuePush): Promise<boolean> {
  const { device, kind, about, endpoint, p256dh, auth, failure } = due
  if (failure !== null) throw new Error(`a notification of the kind ${kind} cannot be written: ${failure}`)
  const seconds = Math.ceil((Date.parse(due.useful_until) - Date.now()) / 1000)
  const result = await sendPush(context, { endpoint, p256dh, auth }, writePush(due), {
    ttl: Math.min(Math.max(seconds, 0), MAX_TTL),
    urgency: kind === 'call-soon' || kind === 'promise' ? 'high' : 'normal',
  })
  if (result.kind === 'sent') return true
  const service = serviceClient(context)
  if (result.kind === 'gone') {
    const { error } = await service.rpc('push_device_gone', { device })
    if (error) throw new Error(`a device cannot be removed: ${error.message}`)
    return false
  }
  const { reason, isTemporary: is_temporary } = result
  const failed = { device, kind, about, reason, is_temporary, seconds: result.seconds }
  const { error } = await service.rpc('push_failed', failed)
  if (error) throw new Error(`a failed notification cannot be noted: ${error.message}`)
  throw new Error(`a notification was not accepted: the push service ${reason}`)
}
