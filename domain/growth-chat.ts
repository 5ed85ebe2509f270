/** SPEC section 9. */
export const DEFAULT_QUICK_ACTIONS = [
  'How can I improve my CAC?',
  'Analyze my runway health',
  'Best channels for B2B SaaS',
  'Pitch deck feedback tips',
]

/** How often a chat request that never reached the server is sent again. SPEC section 9. */
export const CHAT_RETRIES = 2

/** Milliseconds to wait before retry number `attempt` (1, 2). SPEC section 9. */
export const chatRetryDelayMs = (attempt: number) => 1000 * attempt

/** Characters in one message; the function refuses more. */
export const CHAT_MESSAGE_LIMIT = 8000

/** How many messages of a conversation are sent along; the function refuses more. */
export const CHAT_CONTEXT_MESSAGES = 50

/** Characters of a conversation that are sent along: at three bytes each they fit into the 1 MB of a request's body. */
export const CHAT_CONTEXT_CHARACTERS = 200_000

/**
 * Milliseconds without a byte after which an answer's connection counts as lost. The function may take 30 s to begin, and
 * then says something every 15 s.
 */
export const CHAT_SILENCE_MS = 45_000

/** What the answer's stream says last. SPEC section 7. */
export const STREAM_END = '[DONE]'

export interface ChatMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}
