import { createECDH } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import type { Secrets } from '../database/secrets.ts'

/** The variables of functions with which the server identifies itself to push services (RFC 8292). */
interface VapidKeys {
  readonly VAPID_PUBLIC_KEY: string
  readonly VAPID_PRIVATE_KEY: string
}

/**
 * Loads the key pair that all servers share; the first start creates it. Browsers are subscribed for its public key: another pair
 * would end all of their subscriptions.
 * @throws {SecretsLocked} when it is encrypted and the key is missing
 */
export async function loadVapidKeys(queries: Pick<Transaction, 'query'>, secrets: Secrets): Promise<VapidKeys> {
  const proposal = createECDH('prime256v1')
  proposal.generateKeys()
  // A short one has lost its leading zeros.
  const padded = Buffer.concat([Buffer.alloc(32), proposal.getPrivateKey()]).subarray(-32)
  const privateKey = await secrets.ensure(queries, 'vapid_private_key', padded.toString('base64url'))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { VAPID_PUBLIC_KEY: pair.getPublicKey().toString('base64url'), VAPID_PRIVATE_KEY: privateKey }
}
