import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Transaction } from '../database/database.ts'
import { appliedMigrations, storedTables } from './stored-tables.ts'

/**
 * A backup is lines of JSON, gzipped: a header; for each table its name and columns, then a line for each row; at the
 * end the number of rows of each table, which also shows a truncated file. A value is PostgreSQL's text for it, or null, so
 * that nothing is lost and either engine can restore the other's backup.
 */
const FORMAT = 'upswing-backup/1'

/** Rows fetched at once, and the size in characters of a batch. */
const FETCH_SIZE = 500
const BATCH_LENGTH = 1_000_000

type Line =
  | { readonly format: string; readonly at: string; readonly migrations: readonly string[] }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly rows: Readonly<Record<string, number>> }

export type BackupPart =
  | { readonly kind: 'header'; readonly at: string; readonly migrations: readonly string[] }
  | {
      readonly kind: 'rows'
      readonly table: string
      readonly columns: readonly string[]
      /** A JSON array with an array of texts and nulls for each row. */
      readonly json: string
    }
  | { readonly kind: 'end'; readonly rows: Readonly<Record<string, number>> }

/** The file is no backup, or an incomplete one. */
export class BackupBroken extends Error {}

/** Writes a consistent snapshot to a private file, which appears when it is complete. */
export async function saveBackup(transaction: Transaction, file: string): Promise<void> {
  await writeAtomically(file, async (part) =>
    finished(backupLines(transaction), createGzip(), createWriteStream(part, { mode: 0o600, flush: true })),
  )
}

/** Writes a file atomically: `write` fills a temporary one, which replaces `file`; a failure leaves nothing behind. */
export async function writeAtomically<Value>(file: string, write: (part: string) => Promise<Value>): Promise<Value> {
  const part = `${file}.part`
  try {
    const value = await write(part)
    await rename(part, file)
    return value
  } finally {
    await rm(part, { force: true })
  }
}

async function* backupLines(transaction: Transaction): AsyncGenerator<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`
  await transaction.query('set transaction isolation level repeatable read, read only')
  yield line({ format: FORMAT, at: new Date().toISOString(), migrations: await appliedMigrations(transaction) })
  const rows: Record<string, number> = {}
  for (const { name, columns, where } of await storedTables(transaction)) {
    yield line({ table: name, columns: columns.map((column) => column.name) })
    const texts = columns.map((column) => `${column.name}::text`).join(', ')
    await transaction.query(
      `declare kept cursor for select to_json(array[${texts}])::text as row from ${name} ${where}`,
    )
    rows[name] = 0
    for (;;) {
      const batch = await transaction.query<{ row: string }>(`fetch ${FETCH_SIZE} from kept`)
      if (batch.length === 0) break
      rows[name] += batch.length
      yield `${batch.map(({ row }) => row).join('\n')}\n`
    }
    await transaction.query('close kept')
  }
  yield line({ rows })
}

/** Reads a backup in batches. @throws {BackupBroken} as soon as it proves invalid or incomplete */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const counted: Record<string, number> = {}
  let table: { name: string; columns: readonly string[] } | undefined
  let waiting: string[] = []
  let length = 0
  const batch = (): BackupPart[] => {
    if (!table || waiting.length === 0) return []
    const part = { kind: 'rows', table: table.name, columns: table.columns, json: `[${waiting.join(',')}]` } as const
    waiting = []
    length = 0
    return [part]
  }

  let isFirst = true
  let isComplete = false
  for await (const text of linesOf(file)) {
    if (text.startsWith('[') && table && !isComplete) {
      counted[table.name] = (counted[table.name] ?? 0) + 1
      waiting.push(text)
      length += text.length
      if (length >= BATCH_LENGTH || waiting.length >= FETCH_SIZE) yield* batch()
      continue
    }
    const line = parse(text)
    if (isFirst !== 'format' in line || isComplete) throw new BackupBroken('it is not a backup of this program')
    isFirst = false
    yield* batch()
    if ('format' in line) {
      if (line.format !== FORMAT) throw new BackupBroken(`its format is ${line.format}, not ${FORMAT}`)
      yield { kind: 'header', at: line.at, migrations: line.migrations }
    } else if ('table' in line) {
      table = { name: line.table, columns: line.columns }
      counted[table.name] = 0
    } else {
      const hasAllRows = Object.entries(line.rows).every(([name, rows]) => counted[name] === rows)
      if (!hasAllRows) throw new BackupBroken('rows are missing')
      isComplete = true
      yield { kind: 'end', rows: line.rows }
    }
  }
  if (!isComplete) throw new BackupBroken('its end is missing')
}

/** Verifies a backup. @returns the number of rows of each table @throws {BackupBroken} */
export async function checkBackup(file: string): Promise<Readonly<Record<string, number>>> {
  let rows: Readonly<Record<string, number>> = {}
  try {
    for await (const part of readBackup(file)) if (part.kind === 'end') rows = part.rows
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new BackupBroken(`${file} is not a whole backup: ${reason}`, { cause })
  }
  return rows
}

function parse(text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && ['format', 'table', 'rows'].some((key) => key in line)) {
      return line as Line
    }
  } catch {
    // Said below.
  }
  throw new BackupBroken('it is not a backup of this program')
}

async function* linesOf(file: string): AsyncGenerator<string> {
  // The callback form hands the error of one stream to the last, which throws it here.
  const texts = pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  for await (const chunk of texts as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
