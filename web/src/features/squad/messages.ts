import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSince, pageAfter, rowsNext, rowsSince, type Cursor } from '../../lib/data/pages.ts'
import { useRecentRows, type RecentRows } from '../../lib/data/recent-rows.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { appendedRow, isSaved, rowId, unlessStored, useOptimistic } from '../../lib/data/use-optimistic.ts'

export type SquadMessage = Tables['squad_messages']

/** Messages loaded at once. */
const MESSAGES_PAGE = 50

async function selectPage(founder: string, cursor: Cursor | null): Promise<SquadMessage[]> {
  const messages = (await tables()).from('squad_messages').select().eq('user_id', founder)
  return (await pageAfter(messages, cursor, MESSAGES_PAGE).throwOnError()).data
}

async function selectSince(founder: string, oldest: SquadMessage): Promise<SquadMessage[]> {
  const messages = (await tables()).from('squad_messages').select().eq('user_id', founder)
  return (await rowsSince(messages, oldest).throwOnError()).data.filter(isSince(oldest))
}

async function selectFrom(founder: string, id: string, count: number): Promise<SquadMessage[]> {
  const all = await tables()
  const messages = () => all.from('squad_messages').select().eq('user_id', founder)
  const { data: row } = await messages().eq('id', id).maybeSingle().throwOnError()
  if (!row) return []
  const { data } = await rowsNext(messages(), row, count).throwOnError()
  return [row, ...data.filter((later) => later.id !== id && isSince(row)(later))]
}

const squadRows = (founder: string): RecentRows<SquadMessage> => ({
  recentKey: keys.squadMessages.recent(founder),
  earlierKey: (oldest) => keys.squadMessages.before(founder, oldest),
  size: MESSAGES_PAGE,
  selectPage: (cursor) => selectPage(founder, cursor),
  selectSince: (oldest) => selectSince(founder, oldest),
  selectFrom: (id, count) => selectFrom(founder, id, count),
  isSaved,
  failed: texts.squad.loadFailed,
})

/** One founder's conversation with the squad, oldest message first, with live updates; with a `target`, the part around it. */
export function useSquadMessages(founder: string, target?: string) {
  useLiveRows('squad_messages', founder, keys.squadMessages.recent(founder))
  return useRecentRows(squadRows(founder), target)
}

type Sender = Pick<SquadMessage, 'sender_type' | 'sender_name'>

export const newMessage = (founder: string, content: string, sender: Sender, id: string): SquadMessage => ({
  id,
  user_id: founder,
  content,
  ...sender,
  created_at: new Date().toISOString(),
})

/**
 * A message is shown at once under a temporary id and replaced by the saved row; on failure it is removed.
 * @param others further lists that have the message
 */
export const useSendMessage = (
  founder: string,
  restoreInput: (message: SquadMessage) => void,
  ...others: (readonly string[])[]
) =>
  useOptimistic<SquadMessage[], SquadMessage, SquadMessage>({
    queryKey: keys.squadMessages.recent(founder),
    writes: [keys.squadMessages.recent(founder), ...others],
    run: async (message) => {
      const { user_id, content, sender_type, sender_name } = message
      const id = rowId(message.id)
      const row = { id, user_id, content, sender_type, ...(sender_name !== null && { sender_name }) }
      const messages = (await tables()).from('squad_messages')
      const added = await messages.insert(row).select().single().throwOnError().then(undefined, unlessStored)
      return (added ?? (await messages.select().eq('id', id).single().throwOnError())).data
    },
    ...appendedRow,
    restoreInput,
    failed: texts.squad.sendFailed,
    succeeded: texts.squad.sent,
  })
