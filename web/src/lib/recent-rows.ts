import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { lastShown, shown, type Cursor } from './pages.ts'

/** How a conversation is loaded. */
export interface RecentRows<Row extends Cursor> {
  recentKey: readonly string[]
  /** Rows before the row with this id. */
  earlierKey: (oldest: string) => readonly string[]
  /** Page size. */
  size: number
  /** Newest first, `size` rows and one more. */
  selectPage: (cursor: Cursor | null) => Promise<Row[]>
  /** Newest first, this row and all later ones. */
  selectSince: (oldest: Row) => Promise<Row[]>
  /** Whether the server has confirmed the row. Default: always. */
  isSaved?: (row: Row) => boolean
  failed: string
}

const oldestOf = <Row extends Cursor>({ isSaved }: RecentRows<Row>, rows: readonly Row[] | undefined) =>
  isSaved ? rows?.find(isSaved) : rows?.[0]

/**
 * The end of a conversation, oldest row first. A refetch starts at the oldest row shown, so that it neither drops
 * nor skips a row.
 */
export const recentQuery = <Row extends Cursor>(rows: RecentRows<Row>) =>
  queryOptions({
    queryKey: rows.recentKey,
    queryFn: async ({ client }) => {
      const oldest = oldestOf(rows, client.getQueryData<Row[]>(rows.recentKey))
      return (oldest ? await rows.selectSince(oldest) : await rows.selectPage(null)).toReversed()
    },
    refetchOnWindowFocus: 'always',
    meta: { failed: rows.failed },
  })

/** Earlier rows, page by page on demand. Rows never change, so each is loaded once. */
const earlierQuery = <Row extends Cursor>({ earlierKey, size, selectPage, failed }: RecentRows<Row>, oldest?: Row) => {
  const first: Cursor | null = oldest ?? null
  return infiniteQueryOptions({
    queryKey: earlierKey(oldest?.id ?? ''),
    queryFn: ({ pageParam }) => selectPage(pageParam),
    initialPageParam: first,
    getNextPageParam: (page): Cursor | null => lastShown(page, size),
    select: ({ pages }) => shown(pages, size).toReversed(),
    enabled: false,
    meta: { failed },
  })
}

/** A conversation, oldest row first: its end, and the earlier pages loaded so far. */
export function useRecentRows<Row extends Cursor>(rows: RecentRows<Row>) {
  const recent = useQuery(recentQuery(rows))
  const earlier = useInfiniteQuery(earlierQuery(rows, oldestOf(rows, recent.data)))
  const isLong = (recent.data?.length ?? 0) > rows.size
  return {
    query: { ...recent, data: recent.data && [...(earlier.data ?? []), ...recent.data] },
    hasEarlier: earlier.data ? earlier.hasNextPage : isLong,
    isLoadingEarlier: earlier.isFetching,
    loadEarlier: () => void earlier.fetchNextPage(),
  }
}

/** All rows loaded so far, oldest row first; loads the end if there are none. @throws when that fails */
export async function knownRows<Row extends Cursor>(queries: QueryClient, rows: RecentRows<Row>): Promise<Row[]> {
  const recent = await queries.ensureQueryData(recentQuery(rows))
  const earlier = queries.getQueryData(earlierQuery(rows, oldestOf(rows, recent)).queryKey)
  return [...(earlier ? shown(earlier.pages, rows.size).toReversed() : []), ...recent]
}
