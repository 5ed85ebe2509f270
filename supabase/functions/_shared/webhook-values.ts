import { decrypt, encrypt } from './encrypted.ts'
import type { FunctionContext } from './function.ts'

type Part = 'url' | 'secret'

/**
 * Encrypts the URLs and secrets of webhooks, which are bound to their webhook. The server makes `WEBHOOK_KEY` itself; elsewhere the
 * operator does.
 * @returns undefined without the key
 */
export function webhookValues({ env }: Pick<FunctionContext, 'env'>) {
  const secret = env['WEBHOOK_KEY']
  if (!secret) return undefined
  const key = { secret, label: 'upswing webhooks' }
  return {
    seal: (webhook: string, part: Part, text: string) => encrypt(key, `${webhook}/${part}`, text),
    open: (webhook: string, part: Part, sealed: string) => decrypt(key, `${webhook}/${part}`, sealed),
  }
}

/** Whether the operator lets webhooks reach private networks, and plain http. */
export const isPrivateAllowed = ({ env }: Pick<FunctionContext, 'env'>): boolean =>
  env['WEBHOOK_ALLOW_PRIVATE'] === 'true'
