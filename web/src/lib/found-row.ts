import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useTarget } from './target.ts'

interface FoundRow<Row> {
  /** The list's key: the row is refetched with it. */
  queryKey: QueryKey
  /** @returns the row, or null when it is gone */
  select: (id: string) => Promise<Row | null>
}

/**
 * The rows of a list; the one that the URL leads to comes first when it is on a later page. It is loaded by its id, however
 * far down the list it is.
 */
export function useFoundRow<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  { queryKey, select }: FoundRow<Row>,
): readonly Row[] | undefined {
  const target = useTarget() ?? ''
  const isMissing = rows !== undefined && target !== '' && !rows.some(({ id }) => id === target)
  const { data: found } = useQuery({
    queryKey: [...queryKey, 'found', target],
    queryFn: () => select(target),
    enabled: isMissing,
  })
  return isMissing && found ? [found, ...rows] : rows
}
