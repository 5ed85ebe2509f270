import { readFile, rm, writeFile } from 'node:fs/promises'
import { sealingKeysOf, type Config } from '../config.ts'
import type { Transaction } from '../database/database.ts'
import { createSealingKey, readSealingKeyFile, sealingKeyFile } from '../database/sealing-key.ts'
import {
  createSecrets,
  dropLockedSecrets,
  hasSealedSecrets,
  moveSecrets,
  SecretsLocked,
  type Secrets,
} from '../database/secrets.ts'

type Queries = Pick<Transaction, 'query'>

/**
 * The secrets of a database, opened by SECRETS_KEY or the file beside the data. The embedded database gets its key with
 * the first start. Servers that share a PostgreSQL need the same key, so there an operator gives it; without one its
 * secrets are stored in clear.
 * @param create whether a key is made when there is none
 * @throws {SecretsLocked} when they were sealed and the key is gone: a new one would open nothing
 */
export async function prepareSecrets(
  config: Config,
  queries: Queries,
  { create = config.DATABASE_URL === undefined } = {},
): Promise<Secrets> {
  const keys = sealingKeysOf(config)
  if (keys.length > 0) return createSecrets(keys)
  if (await hasSealedSecrets(queries)) {
    throw new SecretsLocked(
      `the secrets of this database are sealed: set SECRETS_KEY, or put ${sealingKeyFile(config.DATA_DIR)} back`,
    )
  }
  return createSecrets(create ? [await createSealingKey(config.DATA_DIR)] : [])
}

/** The key that opens a backup, in a file beside it: without it the backup signs nobody in. */
export const backupKeyFile = (file: string): string => `${file}.key`

/** Writes the key of a backup beside it. @returns whether there was one to write: SECRETS_KEY stays where it is */
export async function saveBackupKey(config: Config, file: string): Promise<boolean> {
  const source = sealingKeyFile(config.DATA_DIR)
  if (config.SECRETS_KEY !== undefined || readSealingKeyFile(source).length === 0) {
    await rm(backupKeyFile(file), { force: true })
    return false
  }
  // A file that is there already would keep its own mode.
  await rm(backupKeyFile(file), { force: true })
  await writeFile(backupKeyFile(file), await readFile(source), { mode: 0o600, flag: 'wx', flush: true })
  return true
}

/**
 * Stores what a backup brought as this place does, inside the transaction that restores it.
 * @param newKeys leaves out what cannot be opened, so that the next start makes new keys
 * @throws {SecretsLocked} when the backup's key is not beside it
 */
export async function adoptSecrets(
  config: Config,
  queries: Queries,
  { file, newKeys, own }: { file: string; newKeys: boolean; own: Secrets },
): Promise<void> {
  const opening = createSecrets([...sealingKeysOf(config), ...readSealingKeyFile(backupKeyFile(file))])
  if (newKeys) await dropLockedSecrets(queries, opening)
  try {
    await moveSecrets(queries, opening, own)
  } catch (error) {
    if (!(error instanceof SecretsLocked)) throw error
    const ways = `put ${backupKeyFile(file)} beside the backup, set SECRETS_KEY, or add --new-keys`
    throw new SecretsLocked(
      `${error.message}: ${ways} (everybody signs in again, authenticator apps are added again)`,
      {
        cause: error,
      },
    )
  }
}
