import { Failures } from '../_shared/failures.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'

/** Milliseconds of a run that waits: more than a message can be undone, less than the minute to the next run. */
const MAX_WAIT_MS = 20_000

/**
 * `POST`, with the secret key: stores what admins send to many founders at once, part by part, when it can no longer be undone.
 * The server runs it with each such message, and then it waits for that moment; and on a schedule.
 */
export default async function sendMessages(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  const failures = new Failures()
  let parts = 0
  let waited = 0
  while (!request.signal.aborted) {
    const { data, error } = await service.rpc('continue_messages').single()
    if (error) throw new Error(`messages cannot be sent: ${error.message}`)
    if (data.failure) failures.add(new Error(data.failure))
    parts++
    if (data.left_over > 0) continue
    // Below 0 another server is sending them.
    const wait = data.left_over < 0 ? null : (data.wait_ms as number | null)
    if (wait === null || waited + wait > MAX_WAIT_MS) break
    waited += wait
    await pause(wait, request.signal)
  }
  return json(failures.report(context), { parts })
}

/** Ends early when the server stops. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
