/** SPEC section 9. */
export const DEFAULT_QUICK_ACTIONS = [
  'How can I improve my CAC?',
  'Analyze my runway health',
  'Best channels for B2B SaaS',
  'Pitch deck feedback tips',
]

/** Asks for the rest of an answer that was cut off. */
export const CONTINUE_QUESTION = 'Continue your last answer.'

/** How often a chat request that did not reach the server is retried. SPEC section 9. */
export const CHAT_RETRIES = 2

/**
 * Milliseconds to wait before retry number `attempt` (1, 2). SPEC section 9.
 * @example
 * chatRetryDelayMs(2) // 2000
 */
export const chatRetryDelayMs = (attempt: number) => 1000 * attempt

/** Characters in one message; the function refuses more. */
export const CHAT_MESSAGE_LIMIT = 8000

/** Messages of a conversation in one request; the function refuses more. */
export const CHAT_CONTEXT_MESSAGES = 50

/** Characters of a conversation in one request: at three bytes each they fit into a body of 1 MB. */
export const CHAT_CONTEXT_CHARACTERS = 200_000

/**
 * Idle timeout of an answer's connection, milliseconds. The function may take 30 s to start, and then sends a comment
 * every 15 s.
 */
export const CHAT_IDLE_TIMEOUT_MS = 45_000

/** The last data of an answer's stream. SPEC section 7. */
export const STREAM_END = '[DONE]'

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}
