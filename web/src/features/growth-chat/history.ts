import type { QueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSince, pageAfter, rowsNext, rowsSince, type Cursor } from '../../lib/data/pages.ts'
import { knownRows, useRecentRows, type RecentRows } from '../../lib/data/recent-rows.ts'
import { chatTexts } from './chat-texts.ts'

/** A stored message; both messages of one question have its turn. */
export type StoredMessage = Pick<Tables['ai_conversations'], 'id' | 'turn' | 'role' | 'content' | 'created_at'>

/** Page size. */
const MESSAGES_PAGE = 30

const COLUMNS = 'id, turn, role, content, created_at'

async function selectPage(user: string, cursor: Cursor | null): Promise<StoredMessage[]> {
  const messages = (await tables()).from('ai_conversations').select(COLUMNS).eq('user_id', user)
  return (await pageAfter(messages, cursor, MESSAGES_PAGE).throwOnError()).data
}

async function selectSince(user: string, oldest: StoredMessage): Promise<StoredMessage[]> {
  const messages = (await tables()).from('ai_conversations').select(COLUMNS).eq('user_id', user)
  return (await rowsSince(messages, oldest).throwOnError()).data.filter(isSince(oldest))
}

async function selectFrom(user: string, id: string, count: number): Promise<StoredMessage[]> {
  const all = await tables()
  const messages = () => all.from('ai_conversations').select(COLUMNS).eq('user_id', user)
  const { data: row } = await messages().eq('id', id).maybeSingle().throwOnError()
  if (!row) return []
  const { data } = await rowsNext(messages(), row, count).throwOnError()
  return [row, ...data.filter((later) => later.id !== id && isSince(row)(later))]
}

const storedRows = (user: string): RecentRows<StoredMessage> => ({
  recentKey: keys.cofounder.recent(user),
  earlierKey: (oldest) => keys.cofounder.before(user, oldest),
  size: MESSAGES_PAGE,
  selectPage: (cursor) => selectPage(user, cursor),
  selectSince: (oldest) => selectSince(user, oldest),
  selectFrom: (id, count) => selectFrom(user, id, count),
  failed: chatTexts.loadFailed,
})

/** One founder's stored conversation with the AI, oldest message first; with a `target`, the part around it. */
export const useHistory = (user: string, target?: string) => useRecentRows(storedRows(user), target)

/** The same without a screen. */
export const historyOf = (queries: QueryClient, user: string): History => ({
  known: () => knownRows(queries, storedRows(user)),
  refetch: () => queries.refetchQueries({ queryKey: keys.cofounder.recent(user) }),
})

export interface History {
  /** The messages loaded so far; loads them if there are none. @throws when that fails */
  known: () => Promise<readonly StoredMessage[]>
  /** Resolves after the refetch. */
  refetch: () => Promise<void>
}
