/** A column of a CSV response. */
export interface CsvColumn {
  readonly name: string
  /** Numbers are not escaped as formulas: `-5` stays as it is. */
  readonly isNumber: boolean
}

/**
 * Formats rows as CSV (RFC 4180): null is an empty cell, an empty text a pair of quotes.
 * @example
 * csvText([{ name: 'text', isNumber: false }, { name: 'rank', isNumber: true }], [['Say "hi"', '-5'], ['=1+1', null]])
 * // 'text,rank\r\n"Say ""hi""",-5\r\n\'=1+1,'
 */
export function csvText(columns: readonly CsvColumn[], rows: readonly (readonly (string | null)[])[]): string {
  const header = columns.map(({ name }) => csvCell(name, false))
  const lines = rows.map((row) => row.map((value, index) => csvCell(value, columns[index]?.isNumber ?? false)))
  return [header, ...lines].map((cells) => cells.join(',')).join('\r\n')
}

function csvCell(value: string | null, isNumber: boolean): string {
  if (value === null) return ''
  // Prevents CSV injection: a spreadsheet would run the cell as a formula, and the apostrophe makes it text.
  const text = !isNumber && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
