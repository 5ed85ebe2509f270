import { kidsOf, withNewKey, withoutKey } from '../auth/key-set.ts'
import { factorKeyText } from '../auth/factors/sealed.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../database/database.ts'
import { moveSecrets, type Secrets } from '../database/secrets.ts'

/**
 * `rotate`: a new key signs, the others are still accepted. `revoke`: tokens of that one are refused. `seal`: secrets are
 * sealed once more, under the first of the keys that seal. `factors`: what another auth server is told to open the
 * secrets of authenticator apps.
 */
export type KeysCommand =
  { readonly verb: 'list' | 'rotate' | 'seal' | 'factors' } | { readonly verb: 'revoke'; readonly kid: string }

/** Does to the stored keys what a command says. @returns the names of the signing keys afterwards, that of the one which signs first */
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
    throw new Error('there are no signing keys yet: the first start makes them')
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
