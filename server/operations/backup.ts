import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { databaseOf, type Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { checkBackup, saveBackup, writeAtomically } from '../operator/backup-file.ts'
import { findRunning, type Reachable } from './operator.ts'
import { asOwner } from './owner.ts'
import { adoptSecrets, prepareSecrets, saveBackupKey } from '../operator/secrets.ts'
import { restoreData } from './restore-data.ts'

/**
 * Writes a consistent backup to a file, and the key of its secrets to another beside it. It is verified before it replaces
 * an older file of that name.
 * @returns the number of rows of each table
 * @throws {Error} when there is no database, or the file cannot be written
 */
export async function backUp(config: Config, file: string): Promise<Readonly<Record<string, number>>> {
  const isEmbedded = config.DATABASE_URL === undefined
  const running = isEmbedded ? await findRunning(config) : undefined
  if (!running && isEmbedded && !existsSync(join(config.DATA_DIR, 'database'))) {
    throw new Error(`DATA_DIR ${config.DATA_DIR} holds no database`)
  }
  await saveBackupKey(config, file)
  return writeAtomically(file, async (part) => {
    if (running) await fetchBackup(running, part)
    else await asOwner(config, (transaction) => saveBackup(transaction, part))
    return checkBackup(part)
  })
}

/**
 * Restores a backup into an empty or new database, all of it or nothing.
 * @returns the number of rows of each table
 * @param newKeys drops secrets that cannot be decrypted
 * @throws {BackupBroken | FolderInUse | SecretsLocked | Error}
 */
export async function restore(
  config: Config,
  file: string,
  { newKeys = false } = {},
): Promise<Readonly<Record<string, number>>> {
  const rows = await checkBackup(file)
  const database = await openDatabase(databaseOf(config), () => undefined)
  await database.close()
  await asOwner(config, async (transaction) => {
    const own = await prepareSecrets(config, transaction)
    await restoreData(transaction, file)
    await adoptSecrets(config, transaction, { file, newKeys, own })
  })
  return rows
}

/** Only one process may open the embedded database, so the running server writes the backup. */
async function fetchBackup({ url, operatorKey }: Reachable, file: string): Promise<void> {
  const answer = await fetch(`${url}/operator/v1/backup`, { headers: { Authorization: `Bearer ${operatorKey}` } })
  const { body } = answer
  if (!answer.ok || !body) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
    throw new Error(`the running server made no backup: ${message ?? `HTTP ${answer.status}`}`)
  }
  await pipeline(Readable.fromWeb(body), createWriteStream(file, { mode: 0o600, flush: true }))
}
