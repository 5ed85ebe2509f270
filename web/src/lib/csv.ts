import { download } from './download.ts'

type Cell = string | number

/** Comma-separated values (RFC 4180): CRLF between rows, quotes where needed. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(quoted).join(',') + '\r\n').join('')

/**
 * Where a spreadsheet would run text as a formula (CSV injection): at the beginning of a cell, and after what begins one in
 * spreadsheets that divide cells at semicolons or tabs, since those do not see the quotes. Full-width signs count too.
 */
const FORMULA_STARTS = /(?:[;\t\r\n]|^)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r])/g

function quoted(cell: Cell): string {
  // The apostrophe makes it text.
  const text = typeof cell === 'string' ? cell.replaceAll(FORMULA_STARTS, "$&'") : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Saves rows as a file. */
export const downloadCsv = (fileName: string, rows: readonly (readonly Cell[])[]): void =>
  download(fileName, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
