import {
  CHAT_CONTEXT_CHARACTERS,
  CHAT_CONTEXT_MESSAGES,
  CHAT_MESSAGE_LIMIT,
  type ChatMessage,
} from '../../../../domain/growth-chat.ts'
import { withoutMiddle } from '../../../../domain/truncate.ts'

/**
 * Trims the history to what the server accepts: answers may be longer than messages in a request. Their ends stay, since an
 * answer that was cut off is continued from there.
 */
export function trimHistory(said: readonly ChatMessage[]): ChatMessage[] {
  const last = said
    .slice(-CHAT_CONTEXT_MESSAGES)
    .map(({ role, content }) => ({ role, content: withoutMiddle(content, CHAT_MESSAGE_LIMIT) }))
  let characters = 0
  const lastOmitted = last.findLastIndex(({ content }) => (characters += content.length) > CHAT_CONTEXT_CHARACTERS)
  return last.slice(lastOmitted + 1)
}
