import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { readDraft, writeDraft } from '../../lib/drafts.ts'
import { texts } from '../../lib/texts.ts'
import { toastError } from '../../lib/toasts.ts'
import type { Ask } from './api.ts'

export interface ConversationState {
  readonly messages: readonly ChatMessage[]
  /** What is typed and not sent. */
  readonly draft: string
  readonly isLoading: boolean
}

interface ConversationNeeds {
  user: string
  ask: Ask
  /** Called with the question and the answer once the reply is complete. */
  store: (user: string, turn: readonly ChatMessage[]) => Promise<void>
}

export type Conversation = ReturnType<typeof createConversation>

/**
 * A founder's conversation with the AI. It lives outside the screen, so that an answer goes on being written while the
 * founder looks elsewhere; messages and draft outlive a reload of the tab.
 */
export function createConversation({ user, ask, store }: ConversationNeeds) {
  const listeners = new Set<() => void>()
  let state: ConversationState = {
    messages: readDraft<ChatMessage[]>(user, 'chat-messages', []),
    draft: readDraft(user, 'chat', ''),
    isLoading: false,
  }

  const set = (change: Partial<ConversationState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const type = (draft: string) => {
    writeDraft(user, 'chat', draft)
    set({ draft })
  }

  const send = async (text: string) => {
    const before = state.messages
    const asked = [...before, { role: 'user', content: text } as const]
    const withAnswer = (content: string) => [...asked, { role: 'assistant', content } as const]
    set({ messages: asked, isLoading: true })

    const answer = await ask({ messages: asked, user, onText: (text) => set({ messages: withAnswer(text) }) })
    if (!answer.ok) {
      // The turn is taken back, and the words return to the box, before whatever was typed since.
      set({ messages: before, isLoading: false })
      type([text, state.draft].filter(Boolean).join('\n'))
      return toastError({ title: texts.titles.connection, description: texts.chat.connection(answer.failure) })
    }
    const messages = withAnswer(answer.value)
    writeDraft(user, 'chat-messages', messages)
    set({ messages, isLoading: false })
    await store(user, messages.slice(-2)).catch(console.error)
  }

  return {
    current: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type,
    send,
  }
}
