import { kidsOf, withNewKey, withoutKey } from '../auth/sessions/key-set.ts'
import { factorKeyText } from '../auth/mfa/sealed-secrets.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/database.ts'
import { moveSecrets, type Secrets } from '../database/secrets.ts'

/**
 * Key rotation.
 * `rotate`: a new key signs, the others are still accepted. `revoke`: tokens of that key are refused. `seal`: secrets are
 * encrypted again with the first encryption key. `factors`: the key with which another auth server decrypts the
 * secrets of authenticator apps.
 */
export type KeysCommand =
  { readonly verb: 'list' | 'rotate' | 'seal' | 'factors' } | { readonly verb: 'revoke'; readonly kid: string }

/** Applies a command to the stored keys. @returns the ids of the signing keys afterwards, the active one first */
export async function changeStoredKeys(
  config: Config,
  transaction: Transaction,
  secrets: Secrets,
  command: KeysCommand,
): Promise<string[]> {
  if (command.verb === 'factors') return [factorKeyText(await secrets.read(transaction, 'auth_mac_key'))]
  if (command.verb === 'seal') await moveSecrets(transaction, secrets, secrets)
  else if (config.SUPABASE_JWT_KEYS !== undefined) {
    throw new Error('the signing keys are those in SUPABASE_JWT_KEYS: change them there')
  }
  const stored = await transaction.query(`select from server.secrets where name = 'jwt_keys' for update`)
  if (stored.length === 0) {
    if (command.verb === 'seal') return []
    throw new Error('there are no signing keys yet: the first start creates them')
  }
  const before = await secrets.read(transaction, 'jwt_keys')
  const after =
    command.verb === 'rotate'
      ? await withNewKey(before)
      : command.verb === 'revoke'
        ? withoutKey(before, command.kid)
        : before
  if (after !== before) await secrets.write(transaction, 'jwt_keys', after)
  return kidsOf(after)
}
