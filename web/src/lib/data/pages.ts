import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'

/** The row after which a page starts (keyset pagination); null for the first page. */
export interface Cursor {
  readonly created_at: string
  readonly id: string
}

/** The methods of the data client's queries that are used here. */
interface Pageable<Query> {
  lte(column: 'created_at', value: string): Query
  or(filters: string): Query
  order(column: 'created_at' | 'id', options?: { ascending: boolean }): Query
  limit(count: number): Query
}

/**
 * Keyset (cursor) pagination, newest first: the rows of a page and one more, which shows whether there are further ones. A page
 * starts after a row, not at an offset, so that inserts and deletes meanwhile neither repeat nor skip
 * rows. The first of the two conditions lets the index start there.
 */
export function pageAfter<Query extends Pageable<Query>>(query: Query, cursor: Cursor | null, size: number): Query {
  const rest = cursor
    ? query.lte('created_at', cursor.created_at).or(`created_at.lt."${cursor.created_at}",id.gt.${cursor.id}`)
    : query
  return rest
    .order('created_at', { ascending: false })
    .order('id')
    .limit(size + 1)
}

interface Sortable<Query> {
  gte(column: 'created_at', value: string): Query
  order(column: 'created_at' | 'id', options?: { ascending: boolean }): Query
}

/** Newest first, down to the timestamp of `oldest`; `isSince` filters earlier rows with the same timestamp. */
export const rowsSince = <Query extends Sortable<Query>>(query: Query, { created_at }: Cursor): Query =>
  query.gte('created_at', created_at).order('created_at', { ascending: false }).order('id')

/** The rows next to `row` in time, oldest first; `isSince` filters earlier ones with its timestamp. */
export const rowsNext = <Query extends Sortable<Query> & Pick<Pageable<Query>, 'limit'>>(
  query: Query,
  { created_at }: Cursor,
  count: number,
): Query => query.gte('created_at', created_at).order('created_at').order('id', { ascending: false }).limit(count)

/**
 * @example
 * const oldest = { created_at: '2026-03-02', id: 'b' }
 * isSince(oldest)({ created_at: '2026-03-02', id: 'a' }) // true
 * isSince(oldest)({ created_at: '2026-03-02', id: 'c' }) // false
 */
export const isSince = (oldest: Cursor) => (row: Cursor) => row.created_at !== oldest.created_at || row.id <= oldest.id

/**
 * The row after which the next page starts, given a page with one extra row.
 * @example
 * lastShown(['a', 'b', 'c'], 2) // 'b'
 * lastShown(['a', 'b'], 2) // null
 */
export const lastShown = <Row>(page: readonly Row[], size: number): Row | null =>
  page.length > size ? (page[size - 1] ?? null) : null

/**
 * The rows of pages without their extra rows, which are the first of the next page.
 * @example
 * const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
 * shown([[a, b], [b, c]], 1) // [a, b]
 */
export function shown<Row extends { readonly id: string }>(pages: readonly (readonly Row[])[], size: number): Row[] {
  const last = pages.length - 1
  const rows = pages.flatMap((page, index) => (index === last ? page.slice(0, size) : page))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

interface NewestFirst<Row> {
  queryKey: readonly string[]
  size: number
  select: (cursor: Cursor | null) => Promise<Row[]>
  failed: string
}

/** Rows of an infinite query as one list, newest first. */
export const newestFirst = <Row extends Cursor>({ queryKey, size, select, failed }: NewestFirst<Row>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => select(pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | null => lastShown(page, size),
    select: ({ pages }: Pages<Row>) => shown(pages, size),
    meta: { failed },
  })

/** The pages of an infinite query, for updates of the cache. */
export type Pages<Row> = InfiniteData<Row[], Cursor | null>

export const inPages = <Row>(pages: Pages<Row>, change: (rows: Row[], page: number) => Row[]): Pages<Row> => ({
  ...pages,
  pages: pages.pages.map(change),
})

/**
 * @example
 * const [a, b] = ['a', 'b'].map((id) => ({ id, created_at: '2026-03-02' }))
 * without({ pages: [[a!, b!]], pageParams: [null] }, a!).pages // [[b]]
 */
export const without = <Row extends Cursor>(pages: Pages<Row>, { id }: Row): Pages<Row> =>
  inPages(pages, (rows) => rows.filter((row) => row.id !== id))

/**
 * Inserts a deleted row where it was, for a failed deletion.
 * @example
 * const [new_, old] = ['2026-03-03', '2026-03-02'].map((created_at) => ({ id: 'a', created_at }))
 * restoreRow({ pages: [[old!]], pageParams: [null] }, new_!).pages // [[new_, old]]
 */
export function restoreRow<Row extends Cursor>(
  pages: Pages<Row>,
  row: Row,
  compare: (a: Row, b: Row) => number = compareNewestFirst,
): Pages<Row> {
  const last = pages.pages.length - 1
  const isBefore = (end: Row | undefined) => end !== undefined && compare(row, end) < 0
  const page = pages.pages.findIndex((rows, index) => index === last || isBefore(rows.at(-1)))
  return inPages(pages, (rows, index) => (index === page ? [...rows, row].sort(compare) : rows))
}

const compareNewestFirst = (a: Cursor, b: Cursor) =>
  b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id)
