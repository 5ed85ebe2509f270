import { timingSafeEqual } from 'node:crypto'
import type { FunctionContext } from './function.ts'

/** Whether the bearer token is the secret key: the server itself or its operator calls. */
export function isService(request: Request, { secretKey }: FunctionContext): boolean {
  const encoder = new TextEncoder()
  const sent = encoder.encode(request.headers.get('authorization') ?? '')
  const wanted = encoder.encode(`Bearer ${secretKey}`)
  return secretKey !== '' && sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
