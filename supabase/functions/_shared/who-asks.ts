import { clientOf, type Client, type FunctionContext } from './function.ts'

export type Asker =
  | { readonly kind: 'user'; readonly id: string; readonly client: Client }
  /** Only the public key was sent: nobody in particular. */
  | { readonly kind: 'anybody' }
  | { readonly kind: 'refused'; readonly status: 401 | 503; readonly reason: string }

/** Who asks is the verified token's user, never what the body says. */
export async function whoAsks(request: Request, context: FunctionContext): Promise<Asker> {
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const publicKeys = [context.publishableKey, request.headers.get('apikey')]
  if (token === undefined || publicKeys.includes(token)) {
    return request.headers.get('apikey') === context.publishableKey || token === context.publishableKey
      ? { kind: 'anybody' }
      : { kind: 'refused', status: 401, reason: 'No API key found in request' }
  }
  const { supabaseUrl, publishableKey: apikey, fetch } = context
  const answer = await fetch(`${supabaseUrl}/auth/v1/user`, { headers: { apikey, Authorization: `Bearer ${token}` } })
  const { id, msg } = (await answer.json().catch(() => ({}))) as { id?: string; msg?: string }
  if (answer.ok && id !== undefined) return { kind: 'user', id, client: clientOf(context, token) }
  return answer.status >= 500
    ? { kind: 'refused', status: 503, reason: 'Accounts cannot be checked at the moment' }
    : { kind: 'refused', status: 401, reason: msg ?? 'Invalid token' }
}
