import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { fetchSignedIn, functions } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'

export interface Question {
  /** A UUID: requested again with it, the same answer is returned. */
  readonly turn: string
  /** The history, oldest first, and the question. */
  readonly messages: readonly ChatMessage[]
  readonly user: string
}

/** Sends a question to growth-chat. @throws {TypeError} when the server is unreachable */
export const postQuestion = ({ turn, messages, user }: Question, signal: AbortSignal): Promise<Response> =>
  fetchSignedIn(address(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'basis' },
    body: JSON.stringify({ messages, userId: user, turn }),
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
  const client = await functions()
  const answer = await client.invoke<{ actions: string[] }>('suggest-quick-actions', { body: { previousActions } })
  if (answer.error) throw answer.error
  if (!answer.data?.actions.length) throw new Error('No actions suggested')
  return answer.data.actions
}
