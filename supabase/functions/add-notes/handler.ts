import { Failures } from '../_shared/failures.ts'
import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'

/**
 * `POST`, with the secret key: adds the rest of the notes that admins add for many founders at once, part by part. The server
 * runs it after each request that leaves some, and on a schedule.
 */
export default async function addNotes(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  const failures = new Failures()
  let parts = 0
  let left: number
  do {
    const { data, error } = await service.rpc('continue_notes').single()
    if (error) throw new Error(`notes cannot be added: ${error.message}`)
    if (data.failure) failures.add(new Error(data.failure))
    left = data.left_over
    parts++
    // Below 0 another server is adding them.
  } while (left > 0 && !request.signal.aborted)
  return json(failures.report(context), { parts })
}
