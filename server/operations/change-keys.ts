import type { Config } from '../config.ts'
import { findRunning } from './operator.ts'
import { asOwner } from './owner.ts'
import { changeStoredKeys, GIVEN_KEYS, type KeysCommand } from './stored-keys.ts'

/**
 * Changes the signing keys of all servers on this database; those that run take notice by themselves.
 * @returns the names of the keys afterwards, that of the one which signs first
 * @throws {Error} when the keys are not in the database, or there is no such key
 */
export async function changeKeys(config: Config, command: KeysCommand): Promise<string[]> {
  if (config.SUPABASE_JWT_KEYS !== undefined) throw new Error(GIVEN_KEYS)
  const running = config.DATABASE_URL === undefined ? await findRunning(config) : undefined
  if (!running) return asOwner(config, (transaction) => changeStoredKeys(transaction, command))
  const answer = await fetch(`${running.url}/operator/v1/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${running.operatorKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
  })
  const { kids, message } = (await answer.json()) as { kids?: string[]; message?: string }
  if (!kids) throw new Error(message ?? `the running server refused (HTTP ${answer.status})`)
  return kids
}
