import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useLocation } from '../navigation/Router.tsx'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The id of the row that the URL leads to, its hash: `/brain?tab=notes#5f0c…`.
 * @example
 * import { renderHookAt } from '../../testing/render.tsx'
 * renderHookAt('/brain#5f0c2b1e-0000-4000-8000-000000000001', useLinkedId).result.current
 * // '5f0c2b1e-0000-4000-8000-000000000001'
 * renderHookAt('/brain#top', useLinkedId).result.current // undefined
 */
export function useLinkedId(): string | undefined {
  const id = useLocation().hash.slice(1)
  return UUID.test(id) ? id : undefined
}

interface LinkedRow<Row> {
  /** The list's key: the row is refetched with it. */
  queryKey: QueryKey
  /** @returns the row, or null when it is gone */
  select: (id: string) => Promise<Row | null>
}

/**
 * The rows of a list; the one that the URL leads to comes first when it is on a later page. It is loaded by its id, however
 * far down the list it is.
 * @example
 * import { renderHookAt } from '../../testing/render.tsx'
 * const notes = { queryKey: ['notes'], select: async (id: string) => ({ id }) }
 * const linked = '5f0c2b1e-0000-4000-8000-000000000001'
 * const { result } = renderHookAt(`/brain#${linked}`, () => useLinkedRow([{ id: 'newest' }], notes))
 * await expect.poll(() => result.current).toEqual([{ id: linked }, { id: 'newest' }])
 */
export function useLinkedRow<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  { queryKey, select }: LinkedRow<Row>,
): readonly Row[] | undefined {
  const target = useLinkedId() ?? ''
  const isMissing = rows !== undefined && target !== '' && !rows.some(({ id }) => id === target)
  const { data: found } = useQuery({
    queryKey: [...queryKey, 'found', target],
    queryFn: () => select(target),
    enabled: isMissing,
  })
  return isMissing && found ? [found, ...rows] : rows
}
