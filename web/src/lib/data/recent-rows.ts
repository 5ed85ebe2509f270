import {
  infiniteQueryOptions,
  noop,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query'
import { IS_KEPT } from '../offline/kept-query.ts'
import { lastShown, shown, type Cursor } from './pages.ts'
import { stopReads } from './query-client.ts'

/** A row of a table without JSON columns, which JSON holds as it is. */
type StoredRow = Cursor & Readonly<Record<string, string | number | boolean | null>>

/** How a conversation is loaded, which is kept for offline use. */
export interface RecentRows<Row extends StoredRow> {
  recentKey: readonly string[]
  /** Rows before the row with this id. */
  earlierKey: (oldest: string) => readonly string[]
  /** Page size. */
  size: number
  /** Newest first, `size` rows and one more. */
  selectPage: (cursor: Cursor | null) => Promise<Row[]>
  /** Newest first, this row and all later ones. */
  selectSince: (oldest: Row) => Promise<Row[]>
  /** The row with this id and up to `count` later ones, oldest first; nothing when it is gone. */
  selectFrom: (id: string, count: number) => Promise<Row[]>
  /** Whether the server has confirmed the row. Default: always. */
  isSaved?: (row: Row) => boolean
  failed: string
}

const oldestOf = <Row extends StoredRow>({ isSaved }: RecentRows<Row>, rows: readonly Row[] | undefined) =>
  isSaved ? rows?.find(isSaved) : rows?.[0]

/**
 * The end of a conversation, oldest row first. A refetch starts at the oldest row shown, so that it neither drops
 * nor skips a row.
 */
export const recentQuery = <Row extends StoredRow>(rows: RecentRows<Row>) =>
  queryOptions({
    queryKey: rows.recentKey,
    queryFn: async ({ client }) => {
      const oldest = oldestOf(rows, client.getQueryData<Row[]>(rows.recentKey))
      return (oldest ? await rows.selectSince(oldest) : await rows.selectPage(null)).toReversed()
    },
    refetchOnWindowFocus: 'always',
    meta: { failed: rows.failed, ...IS_KEPT },
  })

/** Earlier rows, page by page on demand. Rows never change, so each is loaded once. */
const earlierQuery = <Row extends StoredRow>(
  { earlierKey, size, selectPage, failed }: RecentRows<Row>,
  oldest?: Row,
) => {
  const first: Cursor | null = oldest ?? null
  return infiniteQueryOptions({
    queryKey: earlierKey(oldest?.id ?? ''),
    queryFn: ({ pageParam }) => selectPage(pageParam),
    initialPageParam: first,
    getNextPageParam: (page): Cursor | null => lastShown(page, size),
    select: ({ pages }) => shown(pages, size).toReversed(),
    enabled: false,
    meta: { failed, ...IS_KEPT },
  })
}

/** Later rows that are shown with one in the middle of a conversation, in pages. */
const PAGES_AFTER = 2

/** One row of a conversation with those around it, oldest first; nothing when it is gone. */
const aroundQuery = <Row extends StoredRow>(
  { recentKey, size, selectPage, selectFrom, failed }: RecentRows<Row>,
  id = '',
) =>
  queryOptions({
    queryKey: [...recentKey.slice(0, -1), 'around', id],
    queryFn: async () => {
      const later = await selectFrom(id, size * PAGES_AFTER)
      const [row] = later
      return row ? [...(await selectPage(row)).toReversed(), ...later] : []
    },
    staleTime: Infinity,
    meta: { failed, ...IS_KEPT },
  })

/**
 * A conversation, oldest row first: its end, and the earlier pages loaded so far. With a `target`, the id of an earlier
 * row, the part around that one instead, however far back it is.
 * @example
 * import { renderHookAt } from '../../testing/render.tsx'
 * const [a, b, c] = ['01', '02', '03'].map((day) => ({ id: day, created_at: `2026-03-${day}` }))
 * const keys = { recentKey: ['chat'], earlierKey: (oldest: string) => ['chat', oldest] }
 * const page = { size: 2, selectPage: async () => [c!, b!, a!], selectSince: async () => [c!], selectFrom: async () => [] }
 * const { result } = renderHookAt('/', () => useRecentRows({ ...keys, ...page, failed: 'Failed to load the chat' }))
 * await expect.poll(() => result.current.query.data).toEqual([a, b, c])
 * result.current.hasEarlier // true
 */
export function useRecentRows<Row extends StoredRow>(rows: RecentRows<Row>, target?: string) {
  const recent = useQuery(recentQuery(rows))
  const isEarlier = target !== undefined && recent.data !== undefined && !recent.data.some(({ id }) => id === target)
  const around = useQuery({ ...aroundQuery(rows, target), enabled: isEarlier })
  const part = isEarlier && around.data && around.data.length > 0 ? around.data : undefined
  const end = isEarlier && around.isPending ? undefined : (part ?? recent.data)
  const earlier = useInfiniteQuery(earlierQuery(rows, oldestOf(rows, end)))
  const isLong = (part ? part.findIndex(({ id }) => id === target) : (end?.length ?? 0)) > rows.size
  return {
    query: { ...recent, data: end && [...(earlier.data ?? []), ...end] },
    /** Whether later rows exist that are not among these. */
    isPart: part !== undefined,
    hasEarlier: earlier.data ? earlier.hasNextPage : isLong,
    isLoadingEarlier: earlier.isFetching,
    loadEarlier: () => void earlier.fetchNextPage(),
  }
}

/** All rows loaded so far, oldest row first; loads the end if there are none. @throws when that fails */
export async function knownRows<Row extends StoredRow>(queries: QueryClient, rows: RecentRows<Row>): Promise<Row[]> {
  const recent = await queries.ensureQueryData(recentQuery(rows))
  const earlier = queries.getQueryData(earlierQuery(rows, oldestOf(rows, recent)).queryKey)
  return [...(earlier ? shown(earlier.pages, rows.size).toReversed() : []), ...recent]
}

/**
 * Reads the end of the conversation again, if it is known, whether or not it is on the screen. What is restored from the browser's
 * storage knows no function that reads it, so a refetch alone would fail.
 */
export async function refetchRows<Row extends StoredRow>(queries: QueryClient, rows: RecentRows<Row>): Promise<void> {
  if (!queries.getQueryState(rows.recentKey)) return
  // The response of a read in flight may be from before.
  await stopReads(queries, rows.recentKey)
  await queries.fetchQuery({ ...recentQuery(rows), staleTime: 0 }).catch(noop)
}
