import { json, refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { isService } from '../_shared/is-service.ts'

/** Rows deleted by one statement: no other one waits for long. */
const BATCH = 1000

/**
 * `POST`, with the secret key: deletes what is no longer kept. The server runs it soon after its start, and once a day.
 */
export default async function cleanUp(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  if (!isService(request, context)) return refusal(403, 'Only with the secret key')
  const service = serviceClient(context)
  let deleted = 0
  let last: number
  do {
    const { data, error } = await service.rpc('delete_expired', { max_rows: BATCH })
    if (error) throw new Error(`expired rows cannot be deleted: ${error.message}`)
    last = data
    deleted += last
  } while (last === BATCH && !request.signal.aborted)
  return json(200, { deleted })
}
