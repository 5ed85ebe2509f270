import type { Config } from '../config.ts'
import { findRunning } from './operator.ts'
import { asOwner } from './owner.ts'
import { prepareSecrets } from '../operator/secrets.ts'
import { changeStoredKeys, type KeysCommand } from '../operator/stored-keys.ts'

/**
 * Changes the keys of all servers on this database; running ones load new signing keys by themselves.
 * @returns the ids of the keys afterwards, the signing key first
 * @throws {Error} when the keys are not in the database, or there is no such key
 */
export async function changeKeys(config: Config, command: KeysCommand): Promise<string[]> {
  const running = config.DATABASE_URL === undefined ? await findRunning(config) : undefined
  if (!running) {
    return asOwner(config, async (transaction) => {
      const secrets = await prepareSecrets(config, transaction, { create: command.verb === 'seal' })
      return changeStoredKeys(config, transaction, secrets, command)
    })
  }
  const answer = await fetch(`${running.url}/operator/v1/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${running.operatorKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
  })
  const { kids, message } = (await answer.json()) as { kids?: string[]; message?: string }
  if (!kids) throw new Error(message ?? `the running server refused (HTTP ${answer.status})`)
  return kids
}
