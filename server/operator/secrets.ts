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
 * The secrets of a database, decrypted with SECRETS_KEY or the key file beside the data. The embedded database gets its
 * key at the first start. Servers that share a PostgreSQL need the same key, so the operator provides it; without one
 * the secrets are stored unencrypted.
 * @param create whether a missing key is created
 * @throws {SecretsLocked} when they are encrypted and the key is missing: a new one would decrypt nothing
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

/** The key file beside a backup, without which the backup's secrets are useless. */
export const backupKeyFile = (file: string): string => `${file}.key`

/** Copies the key file beside a backup. @returns whether there was one; SECRETS_KEY is not copied */
export async function saveBackupKey(config: Config, file: string): Promise<boolean> {
  const source = sealingKeyFile(config.DATA_DIR)
  if (config.SECRETS_KEY !== undefined || readSealingKeyFile(source).length === 0) {
    await rm(backupKeyFile(file), { force: true })
    return false
  }
  // An existing file would keep its own mode.
  await rm(backupKeyFile(file), { force: true })
  await writeFile(backupKeyFile(file), await readFile(source), { mode: 0o600, flag: 'wx', flush: true })
  return true
}

/**
 * Re-encrypts a backup's secrets with this database's key, in the transaction that restores it.
 * @param newKeys drops secrets that cannot be decrypted, so that the next start creates new keys
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
    const remedies = `put ${backupKeyFile(file)} beside the backup, set SECRETS_KEY, or add --new-keys`
    throw new SecretsLocked(
      `${error.message}: ${remedies} (all users sign in again and add their authenticator apps again)`,
      {
        cause: error,
      },
    )
  }
}
