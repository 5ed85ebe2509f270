import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Database } from '../../../../domain/database.types.ts'
import { FOUNDERS_PAGE_SIZE } from '../../lib/data/page-sizes.ts'
import { tables } from '../../lib/session/client.ts'
import { adminKeys } from '../../lib/data/admin-keys.ts'
import { lastShown, shown, type Cursor } from '../../lib/data/pages.ts'
import { adminTexts } from '../../lib/texts/admin-texts.ts'

export type Founder = Omit<Database['public']['Functions']['find_founders']['Returns'][number], 'owner'> & {
  /** Name of the admin who looks after the founder. */
  readonly owner: string | null
}

async function findFounders(search: string, cursor: Cursor | null): Promise<Founder[]> {
  const after = cursor && { after_created_at: cursor.created_at, after_id: cursor.id }
  const found = (await tables()).rpc('find_founders', { search, page_size: FOUNDERS_PAGE_SIZE + 1, ...after })
  return (await found.throwOnError()).data
}

/** Founders whose names contain every word of `search`, ignoring case and accents; newest first, page by page. */
export const foundersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: adminKeys.founders(search),
    queryFn: ({ pageParam }) => findFounders(search, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page): Cursor | null => lastShown(page, FOUNDERS_PAGE_SIZE),
    select: ({ pages }) => {
      const first = pages[0]?.[0]
      const admins = first?.admins ?? 0
      // Admins are listed, and are no founders.
      return { founders: shown(pages, FOUNDERS_PAGE_SIZE), total: (first?.total ?? 0) - admins, admins }
    },
    placeholderData: keepPreviousData,
    meta: { failed: adminTexts.usersFailed },
  })
