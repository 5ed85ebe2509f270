import { download } from './download.ts'

type Cell = string | number

/** Comma-separated values (RFC 4180): CRLF between rows, quotes where needed. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(quoted).join(',') + '\r\n').join('')

function quoted(cell: Cell): string {
  // Prevents CSV injection: spreadsheets run text that starts like a formula, and the apostrophe makes it text.
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Saves rows as a file. */
export const downloadCsv = (fileName: string, rows: readonly (readonly Cell[])[]): void =>
  download(fileName, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
