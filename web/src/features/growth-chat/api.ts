import {
  CHAT_CONTEXT_MESSAGES,
  CHAT_RETRIES,
  chatRetryDelayMs,
  type ChatMessage,
} from '../../../../domain/growth-chat.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, config, data, tables } from '../../lib/client.ts'
import { texts } from '../../lib/texts.ts'
import { readAnswer } from './read-answer.ts'

/** Puts a conversation to growth-chat; a failure is the message of SPEC section 8. */
export type Ask = (question: {
  messages: readonly ChatMessage[]
  user: string
  /** Given all the text so far, each time there is more. */
  onText: (text: string) => void
}) => Promise<Result<string, string>>

export const ask: Ask = async ({ messages, user, onText }) => {
  try {
    const response = await post({ messages: messages.slice(-CHAT_CONTEXT_MESSAGES), userId: user })
    if (response.status === 429) return fail(texts.chat.rateLimited)
    if (response.status === 402) return fail(texts.chat.usedUp)
    if (!response.ok) return fail(texts.chat.failed)
    if (!response.body) return fail(texts.chat.noBody)
    const answer = await readAnswer(response.body, onText)
    return answer ? succeed(answer) : fail(texts.chat.failed)
  } catch (error) {
    return fail(isNetworkError(error) ? error.message : texts.chat.failed)
  }
}

/** `fetch` tells a lost network by a TypeError. */
const isNetworkError = (error: unknown) => error instanceof TypeError

async function post(body: unknown): Promise<Response> {
  const { supabaseUrl, supabaseKey } = config()
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(`${supabaseUrl}/functions/v1/growth-chat`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          apikey: supabaseKey,
          Authorization: `Bearer ${(await accessToken()) ?? supabaseKey}`,
        },
        body: JSON.stringify(body),
      })
    } catch (error) {
      if (!isNetworkError(error) || attempt > CHAT_RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, chatRetryDelayMs(attempt)))
    }
  }
}

/** Keeps a completed turn. The founder has read the answer already: a failure is only logged. */
export async function storeTurn(user: string, turn: readonly ChatMessage[]): Promise<void> {
  const rows = turn.map(({ role, content }) => ({ user_id: user, role, content }))
  const { error } = await (await tables()).from('ai_conversations').insert(rows)
  if (error) console.error('The conversation was not stored', error)
}

/** Other questions to start from. @throws when there are none */
export async function suggestQuickActions(previousActions: readonly string[]): Promise<string[]> {
  const { functions } = await data()
  const answer = await functions.invoke<{ actions: string[] }>('suggest-quick-actions', { body: { previousActions } })
  if (answer.error) throw answer.error
  if (!answer.data?.actions.length) throw new Error('No actions suggested')
  return answer.data.actions
}
