/** The first rows of a list, and the count of all. */
export interface Listed<Row> {
  readonly count: number
  readonly rows: readonly Row[]
}

/** Result of a query, each row as it is shown. */
export const listed = <Row, Shown>(
  { data, count }: { readonly data: readonly Row[]; readonly count: number | null },
  shownAs: (row: Row) => Shown,
): Listed<Shown> => ({ count: count ?? data.length, rows: data.map(shownAs) })
