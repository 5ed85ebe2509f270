import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import type { Database } from '../../../../../domain/database.types.ts'
import { CONVERSATIONS_PAGE_SIZE } from '../../../lib/data/page-sizes.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lastShown, shown } from '../../../lib/data/pages.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'
import { inboxTexts } from './inbox-texts.ts'
import type { Filter, Listed } from './view.ts'

type Found = Database['public']['Functions']['find_conversations']['Returns'][number]

/** A founder's conversation in the list. */
export type Conversation = Omit<Found, Nullable> & {
  readonly id: string
  /** ISO date and time of the first message that was neither answered nor marked as done. */
  readonly waiting_since: string | null
  readonly assigned_to: string | null
  /** ISO date until which it is left out of what is to be done; past, when it is there again. */
  readonly snoozed_until: string | null
  /** Who of the team wrote the last message. */
  readonly last_author: string | null
  /** The newest message with the words of the search, and its excerpt. */
  readonly match_id: string | null
  readonly match_excerpt: string | null
}

type Nullable = 'waiting_since' | 'assigned_to' | 'snoozed_until' | 'last_author' | 'match_id' | 'match_excerpt'

async function findConversations(listed: Listed, after: Conversation | null): Promise<Conversation[]> {
  const { filter, order, search } = listed
  const longest_first = order === 'longest'
  const after_at = longest_first ? after?.waiting_since : after?.last_message_at
  const place = after && after_at ? { after_at, after_id: after.user_id } : {}
  const page = { filter, search, longest_first, page_size: CONVERSATIONS_PAGE_SIZE + 1, ...place }
  const found = (await tables()).rpc('find_conversations', page)
  return (await found.throwOnError()).data.map((row) => ({ ...row, id: row.user_id }))
}

/** Conversations, page by page; refetched when one of them changes. */
const conversationsQuery = (listed: Listed) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.conversations, 'list', listed.filter, listed.order, listed.search],
    queryFn: ({ pageParam }) => findConversations(listed, pageParam),
    initialPageParam: null as Conversation | null,
    getNextPageParam: (page) => lastShown(page, CONVERSATIONS_PAGE_SIZE),
    select: ({ pages }) => shown(pages, CONVERSATIONS_PAGE_SIZE),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { failed: texts.squad.loadFailed },
  })

export function useConversations({ filter, order, search }: Listed) {
  const typed = useDebouncedValue(search.trim())
  return useInfiniteQuery(conversationsQuery({ filter, order, search: typed }))
}

/** How many conversations each filter has; refetched with the conversations. */
export const countsQuery = queryOptions({
  queryKey: adminKeys.conversationCounts,
  queryFn: async () =>
    (await (await tables()).rpc('count_conversations').throwOnError()).data as unknown as Readonly<
      Record<Filter, number>
    >,
  meta: { failed: texts.squad.loadFailed },
})

const oneKey = (founder: string) => [...adminKeys.conversations, 'one', founder]

type OneConversation = Pick<Conversation, 'state' | 'assigned_to' | 'snoozed_until'> | null

async function selectConversation(founder: string): Promise<OneConversation> {
  const all = (await tables()).from('squad_conversations')
  const conversation = all.select('state, assigned_to, snoozed_until').eq('user_id', founder)
  return (await conversation.maybeSingle().throwOnError()).data
}

/** State of one conversation, from the list, which has it first, or by its own query; null before the first message. */
export function useConversation(founder: string) {
  const queries = useQueryClient()
  const listed = () =>
    queries
      .getQueriesData<InfiniteData<Conversation[]>>({ queryKey: [...adminKeys.conversations, 'list'] })
      .flatMap(([, data]) => data?.pages.flat() ?? [])
      .find(({ user_id }) => user_id === founder)
  return useQuery({
    queryKey: oneKey(founder),
    queryFn: () => selectConversation(founder),
    placeholderData: listed,
    meta: { failed: texts.squad.loadFailed },
  })
}

const changed = { meta: { writes: [adminKeys.conversations] } }

/** Marks a conversation as read up to a message, for the whole team. A failure changes nothing. */
export const useMarkRead = (founder: string) =>
  useMutation({
    ...changed,
    mutationFn: async (until: string) =>
      (await tables()).rpc('mark_conversation_read', { founder, until }).throwOnError(),
    onError: (error) => console.error(error),
  })

/** Assigns a conversation to a member of the team; unassigns it without one. */
export function useAssign(founder: string) {
  const queries = useQueryClient()
  return useMutation({
    ...changed,
    mutationFn: async (member: string | null) =>
      // The generated type has no null for arguments.
      (await tables()).rpc('assign_conversation', { founder, member: member as string }).throwOnError(),
    // Until it is read again.
    onSuccess: (_, member) =>
      queries.setQueryData<OneConversation>(oneKey(founder), (one) => one && { ...one, assigned_to: member }),
    onError: () => toastError(inboxTexts.assignFailed),
  })
}

/** Leaves a conversation out of what is to be done until a day (ISO date); null ends that. */
export function useSnoozeConversation(founder: string) {
  const queries = useQueryClient()
  return useMutation({
    ...changed,
    mutationFn: async (until: string | null) =>
      // The generated type has no null for arguments.
      (await tables()).rpc('snooze_conversation', { founder, until: until as string }).throwOnError(),
    // Until it is read again.
    onSuccess: (_, snoozed_until) =>
      queries.setQueryData<OneConversation>(oneKey(founder), (one) => one && { ...one, snoozed_until }),
    onError: () => toastError(inboxTexts.snoozeFailed),
  })
}

/** Marks a conversation to be read again, by anybody of the team. */
export const useMarkUnread = (founder: string) =>
  useMutation({
    ...changed,
    mutationFn: async () => (await tables()).rpc('mark_conversation_unread', { founder }).throwOnError(),
    onError: () => toastError(inboxTexts.unreadFailed),
  })

/** PostgreSQL's code for a conversation that has a newer message. */
const NOT_IN_THIS_STATE = '55000'

/** Marks a conversation as done up to the newest message on the screen; without one, it is open again. */
export const useSetDone = (founder: string) =>
  useMutation({
    ...changed,
    mutationFn: async (until: string | undefined) =>
      until === undefined
        ? (await tables()).rpc('reopen_conversation', { founder }).throwOnError()
        : (await tables()).rpc('mark_conversation_done', { founder, until }).throwOnError(),
    onError: (error: { code?: string }) =>
      toastError(error.code === NOT_IN_THIS_STATE ? inboxTexts.newerMessage : inboxTexts.doneFailed),
  })
