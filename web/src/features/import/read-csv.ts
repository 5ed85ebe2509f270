import Papa from 'papaparse'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { importTexts } from './import-texts.ts'

/** Of a file, in bytes, of its lines below the header, and of its columns. The database refuses more lines. */
const MAX_FILE_BYTES = 1024 * 1024
export const MAX_LINES = 2000
const MAX_COLUMNS = 100

/** A row of the file. */
export interface Line {
  /** As a spreadsheet numbers its rows: the header is 1. */
  readonly row: number
  readonly cells: readonly string[]
}

interface Sheet {
  readonly header: readonly string[]
  readonly lines: readonly Line[]
}

/** A file that was chosen, or pasted rows. */
export interface ReadFile {
  readonly name: string
  readonly sheet: Sheet
  readonly isPasted: boolean
}

/** A file that was chosen or dropped. @returns what is wrong with it as a whole */
export async function readFile(file: File): Promise<Result<ReadFile, string>> {
  if (file.size > MAX_FILE_BYTES) return fail(importTexts.tooLarge)
  try {
    return readText(file.name, await file.text(), false)
  } catch {
    return fail(importTexts.unreadable)
  }
}

export const readPasted = (text: string) => readText('Pasted rows', text, true)

function readText(name: string, text: string, isPasted: boolean): Result<ReadFile, string> {
  if (new Blob([text]).size > MAX_FILE_BYTES) return fail(importTexts.tooLarge)
  const sheet = readCsv(text)
  return sheet.ok ? succeed({ name, sheet: sheet.value, isPasted }) : sheet
}

/**
 * The lines of a CSV file: separated by commas, semicolons or tabs, which is found out. Lines without a text are left out.
 * @returns what is wrong with it as a whole
 * @example
 * readCsv('\ufeffGoal;Period\r\n"Ten ""demos""\nor more";weekly\r\n;\r\n')
 * // { ok: true, value: { header: ['Goal', 'Period'], lines: [{ row: 2, cells: ['Ten "demos"\nor more', 'weekly'] }] } }
 * readCsv('Goal') // { ok: false, failure: 'There is no row below the names of the columns.' }
 */
export function readCsv(text: string): Result<Sheet, string> {
  if (text.startsWith('PK\u0003\u0004')) return fail(importTexts.spreadsheetFile)
  if (text.includes('\ufffd') || text.includes('\0')) return fail(importTexts.notUtf8)
  const plain = text.replace(/^\ufeff/, '')
  // All of it, which its size bounds: blank lines do not count, however many there are.
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: separatorOf(plain) })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) return fail(importTexts.openQuote((quote.row ?? 0) + 1))
  const filled = data
    .map((cells, index): Line => ({ row: index + 1, cells: cells.map(unquoted) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...lines] = filled
  if (!header) return fail(importTexts.emptyFile)
  if (header.cells.length > MAX_COLUMNS) return fail(importTexts.tooManyColumns)
  if (lines.length === 0) return fail(importTexts.headerAlone)
  if (lines.length > MAX_LINES) return fail(importTexts.tooManyLines)
  return succeed({ header: header.cells, lines })
}

/** The one that divides the first lines into most columns. The library's own guess fails for files of two lines. */
function separatorOf(text: string): string {
  const columns = (delimiter: string) =>
    Math.max(0, ...Papa.parse<string[]>(text, { delimiter, preview: 3 }).data.map(({ length }) => length))
  return [',', ';', '\t'].reduce((best, other) => (columns(other) > columns(best) ? other : best))
}

/** A cell without the apostrophe that keeps a spreadsheet from running it as a formula (`toCsv` writes it). */
const unquoted = (cell: string): string => cell.trim().replace(/^'(?=\s*[=+\-@])/, '')
