import { CHAT_CONTEXT_MESSAGES, CHAT_MESSAGE_LIMIT, type ChatMessage } from '../../../domain/growth-chat.ts'
import { storable } from '../_shared/storable.ts'

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly userId: string | undefined
  /** Identifies the question across retries: a UUID. */
  readonly turn: string | undefined
  /** The conversation in which it is stored: a UUID; the founder's first one without it. */
  readonly conversation: string | undefined
}

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** Whether the client shows what an answer is based on: `Prefer: basis` (RFC 7240). */
export const prefersBasis = ({ headers }: Request): boolean =>
  (headers.get('Prefer') ?? '').split(',').some((preference) => preference.trim().toLowerCase() === 'basis')

/** @returns the parsed body, or the error */
export function parseChatRequest(body: unknown): ChatRequest | string {
  if (typeof body !== 'object' || body === null) return 'The body must be a JSON object'
  const { messages, userId, turn, conversation } = body as Record<string, unknown>
  if (!Array.isArray(messages) || messages.length === 0) return 'messages must be a list with at least one message'
  if (messages.length > CHAT_CONTEXT_MESSAGES) return `messages must be at most ${CHAT_CONTEXT_MESSAGES}`
  if (!messages.every(isChatMessage)) return 'Each message needs the role user or assistant, and content that is a text'
  if (messages.some(({ content }) => content.length > CHAT_MESSAGE_LIMIT)) {
    return `A message must be at most ${CHAT_MESSAGE_LIMIT} characters`
  }
  if (messages.at(-1)?.role !== 'user' || storable(messages.at(-1)?.content ?? '').trim() === '')
    return 'The last message must be the user’s'
  if (userId !== undefined && userId !== null && typeof userId !== 'string') return 'userId must be a text'
  if (turn !== undefined && turn !== null && !isUuid(turn)) return 'turn must be a UUID'
  if (conversation !== undefined && conversation !== null && !isUuid(conversation)) return 'conversation must be a UUID'
  return {
    // Some models' servers refuse a request with half a character, for as long as it is in the conversation.
    messages: messages.map(({ role, content }) => ({ role, content: storable(content) })),
    userId: userId ?? undefined,
    turn: turn ?? undefined,
    conversation: conversation ?? undefined,
  }
}

function isChatMessage(value: unknown): value is ChatMessage {
  if (typeof value !== 'object' || value === null) return false
  const { role, content } = value as Record<string, unknown>
  return (role === 'user' || role === 'assistant') && typeof content === 'string'
}
