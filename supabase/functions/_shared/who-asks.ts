import { clientOf, type Client, type FunctionContext, type TokenRefusal } from './function.ts'

export type Asker =
  | { readonly kind: 'user'; readonly id: string; readonly client: Client }
  /** Only the public key was sent: nobody in particular. */
  | { readonly kind: 'anybody' }
  | ({ readonly kind: 'refused' } & TokenRefusal)

/** Who asks is the verified token's user, never what the body says. */
export async function whoAsks(request: Request, context: FunctionContext): Promise<Asker> {
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const publicKeys = [context.publishableKey, request.headers.get('apikey')]
  if (token === undefined || publicKeys.includes(token)) {
    return request.headers.get('apikey') === context.publishableKey || token === context.publishableKey
      ? { kind: 'anybody' }
      : { kind: 'refused', status: 401, reason: 'No API key found in request' }
  }
  const user = await context.userOf(token)
  return user.ok
    ? { kind: 'user', id: user.value, client: clientOf(context, token) }
    : { kind: 'refused', ...user.failure }
}
