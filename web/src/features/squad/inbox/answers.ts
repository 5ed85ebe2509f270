import { queryOptions, useQuery } from '@tanstack/react-query'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { rowId, isSaved } from '../../../lib/data/use-optimistic.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { texts } from '../../../lib/texts/texts.ts'
import type { SquadMessage } from '../messages.ts'

/** The newest answers whose authors are shown. */
const MAX_ANSWERS = 500

/** Who of the team wrote an answer. */
interface Answer {
  readonly message_id: string
  readonly author_id: string
  /** Of a message to many founders. */
  readonly batch_id: string | null
}

async function selectAnswers(founder: string): Promise<ReadonlyMap<string, Answer>> {
  const answers = (await tables())
    .from('squad_answers')
    .select('message_id, author_id, batch_id')
    .eq('user_id', founder)
  const newest = answers.order('created_at', { ascending: false }).order('message_id').limit(MAX_ANSWERS)
  return new Map((await newest.throwOnError()).data.map((answer) => [answer.message_id, answer]))
}

/** Who wrote the team's answers to a founder, by message, with live updates; undefined until they are loaded. */
export function useAnswers(founder: string): ReadonlyMap<string, Answer> | undefined {
  useLiveRows('squad_messages', founder, adminKeys.answers(founder))
  const answers = queryOptions({
    queryKey: adminKeys.answers(founder),
    queryFn: () => selectAnswers(founder),
    meta: { failed: texts.squad.loadFailed },
  })
  return useQuery(answers).data
}

async function selectReceipt(founder: string) {
  const receipts = (await tables()).from('read_receipts').select('founder_read_until, comments_read')
  return (await receipts.eq('user_id', founder).maybeSingle().throwOnError()).data
}

/**
 * The team's last answer that the founder has read, with live updates.
 * @returns its id
 */
export function useLastRead(founder: string, messages: readonly SquadMessage[] = []): string | undefined {
  useLiveRows('read_receipts', founder, adminKeys.founderReceipt(founder))
  const { data } = useQuery({
    queryKey: adminKeys.founderReceipt(founder),
    queryFn: () => selectReceipt(founder),
    meta: { failed: texts.squad.loadFailed },
  })
  const comments = (data?.comments_read ?? {}) as Readonly<Record<string, string>>
  // Dates are compared as texts, which have microseconds.
  const isRead = ({ created_at, about_id }: SquadMessage) =>
    created_at <= (data?.founder_read_until ?? '') || created_at <= (comments[about_id ?? ''] ?? '')
  return messages.findLast((message) => message.sender_type === 'squad' && isSaved(message) && isRead(message))?.id
}

/** The id that a message has, or will have once it is stored. */
export const storedId = (message: SquadMessage) => (isSaved(message) ? message.id : rowId(message.id))
