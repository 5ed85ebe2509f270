import { queryOptions } from '@tanstack/react-query'
import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { fetchSignedIn, functions } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { keys } from '../../lib/data/keys.ts'
import { kept } from '../../lib/offline/kept-query.ts'

export interface Question {
  /** A UUID: requested again with it, the same answer is returned. */
  readonly turn: string
  /** The history, oldest first, and the question. */
  readonly messages: readonly ChatMessage[]
  readonly user: string
  /** Missing for the founder's first one. */
  readonly conversation?: string | undefined
}

/** Sends a question to growth-chat. @throws {TypeError} when the server is unreachable */
export const postQuestion = (
  { turn, messages, user, conversation }: Question,
  signal: AbortSignal,
): Promise<Response> =>
  fetchSignedIn(address(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'basis' },
    body: JSON.stringify({ messages, userId: user, turn, conversation }),
    signal,
  })

/** Timeout of a stop request, milliseconds. */
const STOP_TIMEOUT_MS = 3000

/** Stops an answer; its stream then ends. @throws when the server cannot be reached */
export async function stopAnswer(turn: string): Promise<void> {
  const { ok, status } = await fetchSignedIn(`${address()}?turn=${turn}`, {
    method: 'DELETE',
    signal: AbortSignal.timeout(STOP_TIMEOUT_MS),
  })
  if (!ok) throw new Error(`The answer was not stopped (HTTP ${status})`)
}

const address = () => `${config().supabaseUrl}/functions/v1/growth-chat`

/** More suggested questions. @throws when there are none */
export async function suggestQuickActions(previousActions: readonly string[]): Promise<string[]> {
  const actions = await selectActions({ previousActions })
  if (actions.length === 0) throw new Error('No actions suggested')
  return actions
}

/** Questions that the founder's own records call for, most urgent first. A failure is only logged: the default ones stay. */
export const ownActionsQuery = (user: string) =>
  kept(
    queryOptions({
      queryKey: keys.cofounder.ownActions(user),
      queryFn: () => selectActions({ previousActions: [], fromRecords: true }),
      staleTime: OWN_ACTIONS_STALE_MS,
      retry: false,
    }),
  )

const OWN_ACTIONS_STALE_MS = 60_000

/** Timeout of suggestions, milliseconds: the default ones wait for those of the records. */
const ACTIONS_TIMEOUT_MS = 5000

async function selectActions(body: { previousActions: readonly string[]; fromRecords?: true }): Promise<string[]> {
  const client = await functions()
  const options = { body, timeout: ACTIONS_TIMEOUT_MS }
  const answer = await client.invoke<{ actions?: string[] }>('suggest-quick-actions', options)
  if (answer.error) throw answer.error
  return answer.data?.actions ?? []
}
