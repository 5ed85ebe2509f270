import { clientOf, type Client, type FunctionContext, type TokenRefusal } from './function.ts'

export type Caller =
  | { readonly kind: 'user'; readonly id: string; readonly client: Client }
  /** A caller with only the public key. */
  | { readonly kind: 'anonymous' }
  | ({ readonly kind: 'refused' } & TokenRefusal)

/** Authenticates the caller by the token, never by what the body says. */
export async function authenticate(request: Request, context: FunctionContext): Promise<Caller> {
  const [, token] = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const publicKeys = [context.publishableKey, request.headers.get('apikey')]
  if (token === undefined || publicKeys.includes(token)) {
    return request.headers.get('apikey') === context.publishableKey || token === context.publishableKey
      ? { kind: 'anonymous' }
      : { kind: 'refused', status: 401, reason: 'No API key found in request' }
  }
  const user = await context.userOf(token)
  return user.ok
    ? { kind: 'user', id: user.value, client: clientOf(context, token) }
    : { kind: 'refused', ...user.failure }
}
