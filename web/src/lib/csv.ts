type Cell = string | number

/** Comma-separated values (RFC 4180): CRLF between rows, quotes where needed. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(quoted).join(',') + '\r\n').join('')

function quoted(cell: Cell): string {
  // Spreadsheets run text that begins like a formula; an apostrophe makes it text.
  const text = typeof cell === 'string' && /^[=+\-@\t]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Saves rows as a file, through the browser's own download. */
export function downloadCsv(fileName: string, rows: readonly (readonly Cell[])[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
