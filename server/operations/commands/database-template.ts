import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../database/open.ts'

/**
 * Part of the build: writes the folder of an embedded database that is new and up to date, which a first start copies.
 * Creating one takes ten times as long.
 */
const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: database-template FOLDER')
// Otherwise the last template would be copied and brought up to date.
rmSync(target, { recursive: true, force: true })
const dataDir = mkdtempSync(join(tmpdir(), 'upswing-template-'))
const database = await openDatabase({ kind: 'pglite', dataDir }, () => undefined)
const [log] = await database.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
await database.close()
const folder = join(dataDir, 'database')
// Segments of the log that are kept for later: 16 MB each.
for (const name of readdirSync(join(folder, 'pg_wal'))) {
  if (/^[0-9A-F]{24}$/.test(name) && name !== log?.file) rmSync(join(folder, 'pg_wal', name))
}
cpSync(folder, target, { recursive: true })
rmSync(dataDir, { recursive: true })
