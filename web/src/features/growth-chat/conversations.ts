import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readDraft, useDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { keys } from '../../lib/data/keys.ts'
import { newUuid } from '../../lib/data/uuid.ts'
import { tables } from '../../lib/session/client.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { chatTexts } from './chat-texts.ts'
import { FIRST, historyOf } from './history.ts'

export interface StoredConversation {
  /** Its id, or `FIRST`. */
  readonly id: string
  /** The beginning of its first question. */
  readonly title: string
  /** ISO moments. */
  readonly startedAt: string
  readonly latestAt: string
}

/** A founder's conversations, the latest first. */
export const conversationsQuery = (user: string) =>
  kept(queryOptions({ queryKey: keys.cofounder.conversations(user), queryFn: selectConversations }))

async function selectConversations(): Promise<StoredConversation[]> {
  const { data } = await (await tables()).rpc('my_conversations', undefined, { get: true }).throwOnError()
  return data.map(({ conversation, title, started_at, latest_at }) => ({
    // The types have no null for what a function returns.
    id: (conversation as string | null) ?? FIRST,
    title,
    startedAt: started_at,
    latestAt: latest_at,
  }))
}

const idOf = (conversation: string) => (conversation === FIRST ? null : conversation) as string

/** In this tab: the conversation that was chosen. */
const CHOSEN = 'choice:conversation'

/**
 * The conversation on the screen: that of the message which the URL leads to, else the chosen one, else the latest.
 * @returns `id`: undefined until it is known
 */
export function useChosenConversation(user: string, target: string | undefined) {
  const [chosen, choose] = useDraft(user, CHOSEN, '')
  const list = useQuery({ ...conversationsQuery(user), enabled: chosen === '' })
  const ofTarget = useQuery({
    queryKey: keys.cofounder.conversationOf(user, target ?? ''),
    queryFn: () => selectConversationOf(target ?? ''),
    enabled: target !== undefined,
    staleTime: Infinity,
  })
  const found = target === undefined ? null : ofTarget.data
  const latest = list.isPending && list.failureCount === 0 ? undefined : (list.data?.[0]?.id ?? FIRST)
  const isFinding = target !== undefined && ofTarget.isPending && ofTarget.failureCount === 0
  const id = isFinding ? undefined : (found ?? (chosen || latest))
  // It stays: an answer on another device must not change the one that is read here.
  useEffect(() => {
    if (id !== undefined && id !== chosen) choose(id)
  }, [id, chosen, choose])
  return { id, choose }
}

/** Reads the conversation that is shown first, unless it is known. */
export async function readConversation(user: string, queries: QueryClient): Promise<void> {
  const list = () => queries.fetchQuery({ ...conversationsQuery(user), staleTime: Infinity })
  const id = readDraft(user, CHOSEN, '') || (await list())[0]?.id
  await historyOf(queries, user, id ?? FIRST).known()
}

/** In this tab: the new conversation in which nothing has been asked yet. */
const UNSTARTED = 'choice:new-conversation'

/** The id of a new conversation: the same one until something is asked in it, since a question may be typed there. */
export function newConversation(user: string): string {
  const id = readDraft(user, UNSTARTED, '') || newUuid()
  writeDraft(user, UNSTARTED, id)
  return id
}

/** Called when something is asked in a conversation. */
export function startConversation(user: string, id: string): void {
  if (readDraft(user, UNSTARTED, '') === id) writeDraft(user, UNSTARTED, '')
}

/** @returns null when the message is gone */
async function selectConversationOf(message: string): Promise<string | null> {
  const rows = (await tables()).from('ai_conversations').select('conversation').eq('id', message)
  const { data } = await rows.maybeSingle().throwOnError()
  return data && (data.conversation ?? FIRST)
}

/** Deletes a conversation, or restores it. */
export function useConversationChange(user: string, change: 'delete_conversation' | 'restore_conversation') {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      void (await (await tables()).rpc(change, { conversation: idOf(id) }).throwOnError()),
    onSuccess: async (_, id) => {
      queries.removeQueries({ queryKey: keys.cofounder.in(user, id) })
      await queries.refetchQueries({ queryKey: keys.cofounder.conversations(user) })
    },
    onError: () => toastError(change === 'delete_conversation' ? chatTexts.deleteFailed : chatTexts.restoreFailed),
  })
}
