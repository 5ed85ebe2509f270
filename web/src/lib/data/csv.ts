import { download } from './download.ts'

/** A moment is written in the browser's time zone, which spreadsheets do not know. */
export type Cell = string | number | Date

/** How spreadsheets of a region read a file. */
interface Marks {
  readonly decimal: string
  readonly separator: ',' | ';'
}

/**
 * Semicolons separate cells where decimals have a comma, and in Switzerland. Digits are Latin, as in the file.
 * @example
 * marksOf('en-US') // { decimal: '.', separator: ',' }
 * marksOf('de-DE') // { decimal: ',', separator: ';' }
 * marksOf('de-CH') // { decimal: '.', separator: ';' }
 */
export function marksOf(region?: string): Marks {
  const format = new Intl.NumberFormat(region, { numberingSystem: 'latn' })
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const isSwiss = /-(?:CH|LI)\b/.test(format.resolvedOptions().locale)
  return { decimal, separator: decimal === ',' || isSwiss ? ';' : ',' }
}

/**
 * Separated values as RFC 4180 has them, but for the separator: CRLF between rows, quotes where needed. The byte order mark
 * says that it is UTF-8.
 * @param marks default: those of the browser's region
 * @example
 * const rows = [['Text', 'Rank'], ['=1+1', 2.5]]
 * toCsv(rows, { decimal: ',', separator: ';' }) // "\ufeffText;Rank\r\n'=1+1;2,5\r\n"
 */
export function toCsv(rows: readonly (readonly Cell[])[], { decimal, separator } = marksOf()): string {
  return '\ufeff' + rows.map((row) => row.map((cell) => quoted(cell, decimal)).join(separator) + '\r\n').join('')
}

/**
 * The places at which a spreadsheet runs text as a formula (CSV injection): at the beginning of a cell, and after what begins one in
 * spreadsheets that divide cells at commas, semicolons or tabs, since those do not see the quotes. Full-width signs count too.
 */
const FORMULA_STARTS = /(?:[,;\t\r\n]|^)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g

function quoted(cell: Cell, decimal: string): string {
  // The apostrophe makes it text.
  const text = typeof cell === 'string' ? cell.replaceAll(FORMULA_STARTS, "$&'") : plain(cell, decimal)
  return typeof cell === 'string' && /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** "2026-03-02 09:05:00" is a date to spreadsheets of every region; with a `T` and an offset it is text. */
function plain(cell: number | Date, decimal: string): string {
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  const local = new Date(cell.getTime() - cell.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** Saves rows as a file. */
export const downloadCsv = (fileName: string, rows: readonly (readonly Cell[])[]): void =>
  download(fileName, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
