import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../../domain/tables.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'

export type SquadMessage = Tables['squad_messages']

export interface LastMessage {
  readonly user_id: string
  readonly content: string
  readonly created_at: string
}

/** Messages that are read; the server's own bound on a reply. */
const NEWEST_MESSAGES = 1000

/** The last message of each conversation, the newest conversation first. */
export const lastOfEach = (newestFirst: readonly LastMessage[]): LastMessage[] => {
  const last = new Map<string, LastMessage>()
  for (const message of newestFirst) if (!last.has(message.user_id)) last.set(message.user_id, message)
  return [...last.values()]
}

async function selectConversations(): Promise<LastMessage[]> {
  const messages = (await tables()).from('squad_messages').select('user_id, content, created_at')
  const newestFirst = messages.order('created_at', { ascending: false }).limit(NEWEST_MESSAGES)
  return lastOfEach((await newestFirst.throwOnError()).data)
}

export const conversationsQuery = queryOptions({
  queryKey: keys.admin.conversations,
  queryFn: selectConversations,
  refetchInterval: 30_000,
  meta: { failed: texts.squad.loadFailed },
})

async function selectThread(founder: string): Promise<SquadMessage[]> {
  const messages = (await tables()).from('squad_messages').select().eq('user_id', founder)
  const newestFirst = messages.order('created_at', { ascending: false }).limit(NEWEST_MESSAGES)
  return (await newestFirst.throwOnError()).data.reverse()
}

/** One founder's conversation, oldest message first. */
export const threadQuery = (founder: string) =>
  queryOptions({
    queryKey: keys.squadMessages(founder),
    queryFn: () => selectThread(founder),
    refetchOnWindowFocus: 'always',
    meta: { failed: texts.squad.loadFailed },
  })

interface Reply {
  /** Until the saved row takes its place. */
  readonly temporaryId: string
  readonly content: string
  readonly sender_name: string
}

/** A reply is shown at once under a temporary id and replaced by the saved row; on failure it is removed. */
export function useReply(founder: string) {
  const queries = useQueryClient()
  const queryKey = keys.squadMessages(founder)
  const edit = (change: (thread: SquadMessage[]) => SquadMessage[]) =>
    queries.setQueryData<SquadMessage[]>(queryKey, (thread) => thread && change(thread))

  return useMutation({
    mutationKey: queryKey,
    mutationFn: async ({ content, sender_name }: Reply) => {
      const row = { user_id: founder, content, sender_type: 'squad', sender_name } as const
      return (await (await tables()).from('squad_messages').insert(row).select().single().throwOnError()).data
    },
    onMutate: async ({ temporaryId, content, sender_name }) => {
      await queries.cancelQueries({ queryKey })
      const created_at = new Date().toISOString()
      const shown = {
        id: temporaryId,
        user_id: founder,
        sender_type: 'squad',
        sender_name,
        content,
        created_at,
      } as const
      edit((thread) => [...thread, shown])
    },
    onSuccess: (saved, { temporaryId }) => {
      edit((thread) => thread.map((message) => (message.id === temporaryId ? saved : message)))
      toastSuccess(texts.squad.sent)
    },
    onError: (_, { temporaryId }) => {
      edit((thread) => thread.filter(({ id }) => id !== temporaryId))
      toastError(texts.squad.sendFailed)
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.admin.conversations })
      if (queries.isMutating({ mutationKey: queryKey }) === 1) void queries.invalidateQueries({ queryKey })
    },
  })
}
