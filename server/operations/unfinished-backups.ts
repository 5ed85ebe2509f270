import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** As `/operator/v1/backup` names them, while they are written too. */
const UNFINISHED = /^backup-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/

/** Removes copies that a server has left in its DATA_DIR when it was killed. No one else may be writing one. */
export async function removeUnfinishedBackups(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => UNFINISHED.test(name))
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}
