import { copyFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Database } from './database.ts'
import { LEAST_FREE } from './free-space.ts'

/** A copy would leave the database without room. */
export class NoRoomForCopy extends Error {}

/**
 * Copies the folder of a database that is in use: an online base backup, so that reads and writes go on meanwhile. An
 * engine that opens the copy has every change up to its end.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 * @throws {NoRoomForCopy} and {DatabaseError} when the engine is restarted meanwhile
 */
export async function copyOnline(database: Pick<Database, 'query'>, folder: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true, mode: 0o700 })
  await refuseWithoutRoom(folder)
  await database.query("select pg_backup_start('upswing', fast => true)")
  let label: string | undefined
  try {
    await copyFiles(folder, copy, (path) => !isLog(path) && path !== 'postmaster.pid')
  } finally {
    const stop = 'select labelfile from pg_backup_stop(wait_for_archive => false)'
    label = (await database.query<{ labelfile: string }>(stop))[0]?.labelfile
  }
  await writeFile(join(copy, 'backup_label'), label ?? '')
  // Last, since it has what was changed while the other files were copied.
  await copyFiles(folder, copy, isLog)
}

const isLog = (path: string): boolean => path.startsWith('pg_wal')

async function refuseWithoutRoom(folder: string): Promise<void> {
  let bytes = 0
  for (const { path, isFile } of await entriesOf(folder)) {
    if (isFile) bytes += (await stat(join(folder, path)).catch(ignoreMissing))?.size ?? 0
  }
  // For the copy, the backup made from it, and their write-ahead logs.
  const needed = 2 * bytes + 2 * LEAST_FREE
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`
  if (free < needed)
    throw new NoRoomForCopy(`${megabytes(needed)} of free space are needed, ${megabytes(free)} are left`)
}

/** Folders before what is in them. */
async function entriesOf(folder: string): Promise<{ path: string; isFile: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)),
    isFile: entry.isFile(),
  }))
}

/** @param isCopied decides by the path below `from` */
async function copyFiles(from: string, to: string, isCopied: (path: string) => boolean): Promise<void> {
  for (const { path, isFile } of await entriesOf(from)) {
    if (!isCopied(path)) continue
    if (isFile) await copyFile(join(from, path), join(to, path)).catch(ignoreMissing)
    else await mkdir(join(to, path), { recursive: true })
  }
}

/** Files are deleted meanwhile, such as those of temporary tables; what matters is in the log. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
