import type { QueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSince, pageAfter, rowsNext, rowsSince, type Cursor } from '../../lib/data/pages.ts'
import { knownRows, refetchRows, useRecentRows, type RecentRows } from '../../lib/data/recent-rows.ts'
import { chatTexts } from './chat-texts.ts'

/** A stored message; both messages of one question have its turn. */
export type StoredMessage = Pick<Tables['ai_conversations'], 'id' | 'turn' | 'role' | 'content' | 'created_at'>

/** A founder's first conversation, whose messages name none. */
export const FIRST = 'first'

/** Page size. */
const MESSAGES_PAGE = 30

const COLUMNS = 'id, turn, role, content, created_at'

/** One conversation of a founder. */
interface Place {
  readonly user: string
  /** Its id, or `FIRST`. */
  readonly conversation: string
}

async function messagesOf({ user, conversation }: Place) {
  const all = await tables()
  return () => {
    const own = all.from('ai_conversations').select(COLUMNS).eq('user_id', user)
    return conversation === FIRST ? own.is('conversation', null) : own.eq('conversation', conversation)
  }
}

async function selectPage(place: Place, cursor: Cursor | null): Promise<StoredMessage[]> {
  const messages = await messagesOf(place)
  return (await pageAfter(messages(), cursor, MESSAGES_PAGE).throwOnError()).data
}

async function selectSince(place: Place, oldest: StoredMessage): Promise<StoredMessage[]> {
  const messages = await messagesOf(place)
  return (await rowsSince(messages(), oldest).throwOnError()).data.filter(isSince(oldest))
}

async function selectFrom(place: Place, id: string, count: number): Promise<StoredMessage[]> {
  const messages = await messagesOf(place)
  const { data: row } = await messages().eq('id', id).maybeSingle().throwOnError()
  if (!row) return []
  const { data } = await rowsNext(messages(), row, count).throwOnError()
  return [row, ...data.filter((later) => later.id !== id && isSince(row)(later))]
}

const storedRows = (place: Place): RecentRows<StoredMessage> => ({
  recentKey: keys.cofounder.recent(place.user, place.conversation),
  earlierKey: (oldest) => keys.cofounder.before(place.user, place.conversation, oldest),
  size: MESSAGES_PAGE,
  selectPage: (cursor) => selectPage(place, cursor),
  selectSince: (oldest) => selectSince(place, oldest),
  selectFrom: (id, count) => selectFrom(place, id, count),
  failed: chatTexts.loadFailed,
})

/** The stored messages of a conversation with the AI, oldest first; with a `target`, the part around it. */
export const useHistory = (user: string, conversation: string, target?: string) =>
  useRecentRows(storedRows({ user, conversation }), target)

/** The same without a screen. */
export const historyOf = (queries: QueryClient, user: string, conversation: string): History => ({
  known: () => knownRows(queries, storedRows({ user, conversation })),
  refetch: async () => {
    // A new conversation is in the list now.
    void queries.invalidateQueries({ queryKey: keys.cofounder.conversations(user) })
    await refetchRows(queries, storedRows({ user, conversation }))
  },
})

export interface History {
  /** The messages loaded so far; loads them if there are none. @throws when that fails */
  known: () => Promise<readonly StoredMessage[]>
  /** Resolves after the refetch. */
  refetch: () => Promise<void>
}
