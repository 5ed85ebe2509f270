import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tables } from '../../../../domain/tables.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export type SquadMessage = Tables['squad_messages']

/** The newest messages of a conversation that are read; the server's own bound on a reply. */
const NEWEST_MESSAGES = 1000

async function selectMessages(user: string): Promise<SquadMessage[]> {
  const messages = (await tables()).from('squad_messages')
  const newestFirst = messages.select().eq('user_id', user).order('created_at', { ascending: false })
  const { data } = await newestFirst.limit(NEWEST_MESSAGES).throwOnError()
  return data.reverse()
}

/** A founder's conversation with the squad, oldest first; refetched when one of the rows changes. */
export const squadMessagesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.squadMessages(user),
    queryFn: () => selectMessages(user),
    refetchOnWindowFocus: 'always',
    meta: { failed: texts.squad.loadFailed },
  })

export function useSendToSquad(user: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) =>
      (await tables()).from('squad_messages').insert({ user_id: user, sender_type: 'user', content }).throwOnError(),
    onSuccess: () => {
      toastSuccess(texts.squad.sent)
      return queries.invalidateQueries({ queryKey: keys.squadMessages(user) })
    },
    onError: () => toastError(texts.squad.sendFailed),
  })
}
