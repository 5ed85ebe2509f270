/** A column of a CSV reply. */
export interface CsvColumn {
  readonly name: string
  /** A number is never taken for a formula: `-5` stays as it is. */
  readonly isNumber: boolean
}

/** Rows as CSV (RFC 4180): null is an empty cell, an empty text a pair of quotes. */
export function csvText(columns: readonly CsvColumn[], rows: readonly (readonly (string | null)[])[]): string {
  const header = columns.map(({ name }) => csvCell(name, false))
  const lines = rows.map((row) => row.map((value, index) => csvCell(value, columns[index]?.isNumber ?? false)))
  return [header, ...lines].map((cells) => cells.join(',')).join('\r\n')
}

function csvCell(value: string | null, isNumber: boolean): string {
  if (value === null) return ''
  // A spreadsheet would run the cell as a formula; the apostrophe makes it read text.
  const text = !isNumber && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
