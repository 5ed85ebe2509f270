import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { Database } from '../../../../domain/database.types.ts'
import { CONVERSATIONS_PAGE_SIZE } from '../../../../domain/paging.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { lastShown, shown } from '../../lib/pages.ts'
import { texts } from '../../lib/texts.ts'

/** A founder's conversation in the list. */
export type LastMessage = Database['public']['Functions']['find_conversations']['Returns'][number] & { id: string }

async function findConversations(after: LastMessage | null): Promise<LastMessage[]> {
  const place = after && { after_at: after.last_message_at, after_id: after.user_id }
  const found = (await tables()).rpc('find_conversations', { page_size: CONVERSATIONS_PAGE_SIZE + 1, ...place })
  return (await found.throwOnError()).data.map((last) => ({ ...last, id: last.user_id }))
}

/** All conversations, newest message first, page by page; refetched when one of them changes. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: keys.admin.conversations,
  queryFn: ({ pageParam }) => findConversations(pageParam),
  initialPageParam: null as LastMessage | null,
  getNextPageParam: (page) => lastShown(page, CONVERSATIONS_PAGE_SIZE),
  select: ({ pages }) => shown(pages, CONVERSATIONS_PAGE_SIZE),
  refetchOnWindowFocus: 'always',
  meta: { failed: texts.squad.loadFailed },
})

/** Marks a conversation as read up to a message, for the whole team. A failure changes nothing. */
export const useMarkRead = (founder: string) =>
  useMutation({
    meta: { writes: [keys.admin.conversations] },
    mutationFn: async (until: string) =>
      (await tables()).rpc('mark_conversation_read', { founder, until }).throwOnError(),
    onError: (error) => console.error(error),
  })
