import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { keys } from '../../../lib/data/keys.ts'
import { kept } from '../../../lib/offline/kept-query.ts'
import { tables } from '../../../lib/session/client.ts'
import { useAccount } from '../../../lib/session/session.tsx'

/** Of all records of a founder, in one query. A failure is only logged: the comments themselves say so. */
const countsQuery = (founder: string, queryKey: readonly string[]) =>
  kept(
    queryOptions({
      queryKey,
      queryFn: async () =>
        (await (await tables()).rpc('comment_counts', { founder }, { get: true }).throwOnError()).data,
      select: (rows) => new Map(rows.map(({ record, ...counts }) => [record, counts])),
      meta: { isReportedInPart: true },
    }),
  )

export const countsKey = (founder: string, reader: string) =>
  founder === reader ? keys.commentCounts(founder) : adminKeys.commentCounts(founder)

/** The comments on a record, and those that the reader's side has not read. */
export function useCommentCounts(
  founder: string,
  record: string,
): { readonly comments: number; readonly unread: number } {
  const { data } = useQuery(countsQuery(founder, countsKey(founder, useAccount().id)))
  return data?.get(record) ?? { comments: 0, unread: 0 }
}
