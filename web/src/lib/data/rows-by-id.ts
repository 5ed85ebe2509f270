/**
 * Rows by their id. For `select`: query data is kept as JSON, which has no maps.
 * @example
 * rowsById([{ id: 'a', text: 'Ten demos' }]).get('a') // { id: 'a', text: 'Ten demos' }
 */
export const rowsById = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))
