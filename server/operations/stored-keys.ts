import { kidsOf, withNewKey, withoutKey } from '../auth/key-set.ts'
import type { Transaction } from '../database/database.ts'

/** `rotate`: a new key signs, the others are still accepted. `revoke`: tokens of that one are refused. */
export type KeysCommand =
  { readonly verb: 'list' } | { readonly verb: 'rotate' } | { readonly verb: 'revoke'; readonly kid: string }

export const GIVEN_KEYS = 'the signing keys are those in SUPABASE_JWT_KEYS: change them there'

/** Changes the signing keys that the database holds. @returns the names of the keys afterwards, that of the one which signs first */
export async function changeStoredKeys(transaction: Transaction, command: KeysCommand): Promise<string[]> {
  const [stored] = await transaction.query<{ value: string }>(
    `select value from server.secrets where name = 'jwt_keys' for update`,
  )
  if (!stored) throw new Error('there are no signing keys yet: the first start makes them')
  if (command.verb === 'list') return kidsOf(stored.value)
  const changed = command.verb === 'rotate' ? await withNewKey(stored.value) : withoutKey(stored.value, command.kid)
  await transaction.query(`update server.secrets set value = $1 where name = 'jwt_keys'`, [changed])
  return kidsOf(changed)
}
