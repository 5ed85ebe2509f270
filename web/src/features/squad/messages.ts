import type { QueryClient } from '@tanstack/react-query'
import type { SubjectKind } from '../../../../domain/comments.ts'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { isSince, pageAfter, rowsNext, rowsSince } from '../../lib/data/pages.ts'
import { knownRows, useRecentRows, type RecentRows } from '../../lib/data/recent-rows.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { appendedRow, isSaved, rowId, unlessStored, useOptimistic } from '../../lib/data/use-optimistic.ts'

export type SquadMessage = Tables['squad_messages']

/** Messages loaded at once. */
const MESSAGES_PAGE = 50

/** What a message is about. */
export interface About {
  readonly kind: SubjectKind
  readonly id: string
}

/** A founder's messages; those about a record are its comments. */
function messagesOf(client: Awaited<ReturnType<typeof tables>>, founder: string, about: About | undefined) {
  const messages = client.from('squad_messages').select().eq('user_id', founder)
  return about ? messages.eq('about_kind', about.kind).eq('about_id', about.id) : messages
}

const squadRows = (founder: string, about?: About): RecentRows<SquadMessage> => ({
  recentKey: about ? keys.squadMessages.about(founder, about.id) : keys.squadMessages.recent(founder),
  earlierKey: (oldest) =>
    about ? keys.squadMessages.aboutBefore(founder, about.id, oldest) : keys.squadMessages.before(founder, oldest),
  size: MESSAGES_PAGE,
  selectPage: async (cursor) =>
    (await pageAfter(messagesOf(await tables(), founder, about), cursor, MESSAGES_PAGE).throwOnError()).data,
  selectSince: async (oldest) =>
    (await rowsSince(messagesOf(await tables(), founder, about), oldest).throwOnError()).data.filter(isSince(oldest)),
  selectFrom: (id, count) => selectFrom(founder, id, count),
  isSaved,
  failed: texts.squad.loadFailed,
})

async function selectFrom(founder: string, id: string, count: number): Promise<SquadMessage[]> {
  const all = await tables()
  const messages = () => messagesOf(all, founder, undefined)
  const { data: row } = await messages().eq('id', id).maybeSingle().throwOnError()
  if (!row) return []
  const { data } = await rowsNext(messages(), row, count).throwOnError()
  return [row, ...data.filter((later) => later.id !== id && isSince(row)(later))]
}

/** One founder's conversation with the squad, oldest message first, with live updates; with a `target`, the part around it. */
export function useSquadMessages(founder: string, target?: string) {
  useLiveRows('squad_messages', founder, keys.squadMessages.recent(founder))
  return useRecentRows(squadRows(founder), target)
}

/** Reads the end of the conversation, unless it is known. */
export const readSquadMessages = async (founder: string, queries: QueryClient): Promise<void> =>
  void (await knownRows(queries, squadRows(founder)))

/** The comments on a record, likewise. */
export function useComments(founder: string, about: About) {
  useLiveRows('squad_messages', founder, keys.squadMessages.about(founder, about.id))
  return useRecentRows(squadRows(founder, about))
}

type Sender = Pick<SquadMessage, 'sender_type' | 'sender_name'>

export const newMessage = (
  founder: string,
  content: string,
  sender: Sender,
  id: string,
  about?: About,
): SquadMessage => ({
  id,
  user_id: founder,
  content,
  ...sender,
  created_at: new Date().toISOString(),
  about_kind: about?.kind ?? null,
  about_id: about?.id ?? null,
})

interface SendOptions {
  /** Shown among the comments on this record, instead of in the conversation. */
  readonly about?: About
  /** Further lists that have the message. */
  readonly others?: readonly (readonly string[])[]
}

/** A message is shown at once under a temporary id and replaced by the saved row; on failure it is removed. */
export function useSendMessage(
  founder: string,
  restoreInput: (message: SquadMessage) => void,
  { about, others = [] }: SendOptions = {},
) {
  const { recentKey: queryKey } = squadRows(founder, about)
  return useOptimistic<SquadMessage[], SquadMessage, SquadMessage>({
    queryKey,
    writes: [queryKey, ...others],
    run: async (message) => {
      const { user_id, content, sender_type, sender_name, about_kind, about_id } = message
      const id = rowId(message.id)
      const row = {
        id,
        user_id,
        content,
        sender_type,
        ...(sender_name !== null && { sender_name }),
        ...(about_id !== null && { about_kind, about_id }),
      }
      const messages = (await tables()).from('squad_messages')
      const added = await messages.insert(row).select().single().throwOnError().then(undefined, unlessStored)
      return (added ?? (await messages.select().eq('id', id).single().throwOnError())).data
    },
    ...appendedRow,
    restoreInput,
    failed: texts.squad.sendFailed,
    succeeded: texts.squad.sent,
  })
}
