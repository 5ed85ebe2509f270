import type { Json } from '../../../../domain/database.types.ts'
import { succeed, type Result } from '../../../../domain/result.ts'

/** The row after which a page starts. */
export interface Cursor {
  readonly id: string
  readonly created_at: string
}

/** The result of `my_data`: lists by name, `more` with the names of unfinished ones, and single values. */
export type Page = Readonly<Record<string, Json>> & { readonly more: readonly string[] }

/**
 * Assembles pages into one JSON file, one row per line. Each page becomes a part of a Blob, so
 * that a long history needs no more memory than a short one.
 * @param read loads the first page, or a page of one list after a row
 * @param account the first entry
 */
export async function writeCopy<Failure>(
  account: Json,
  read: (list?: string, after?: Cursor) => Promise<Result<Page, Failure>>,
): Promise<Result<Blob, Failure>> {
  const first = await read()
  if (!first.ok) return first
  const { more, ...parts } = first.value
  const pieces = [new Blob([`{\n"account": ${JSON.stringify(account)}`])]
  for (const [name, part] of Object.entries(parts)) {
    if (!Array.isArray(part)) {
      pieces.push(new Blob([`,\n${JSON.stringify(name)}: ${JSON.stringify(part)}`]))
      continue
    }
    pieces.push(new Blob([`,\n${JSON.stringify(name)}: [\n${rowsText(part)}`]))
    let last = more.includes(name) ? cursorOf(part) : undefined
    while (last) {
      const next = await read(name, last)
      if (!next.ok) return next
      const rows = next.value[name] as Json[]
      if (rows.length > 0) pieces.push(new Blob([`,\n${rowsText(rows)}`]))
      last = next.value.more.includes(name) ? cursorOf(rows) : undefined
    }
    pieces.push(new Blob(['\n]']))
  }
  pieces.push(new Blob(['\n}\n']))
  return succeed(new Blob(pieces, { type: 'application/json' }))
}

const rowsText = (rows: readonly Json[]): string => rows.map((row) => JSON.stringify(row)).join(',\n')

const cursorOf = (rows: readonly Json[]): Cursor | undefined => rows.at(-1) as Cursor | undefined
