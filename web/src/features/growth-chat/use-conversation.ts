import { useSyncExternalStore } from 'react'
import { auth } from '../../lib/client.ts'
import { useAccount } from '../../lib/session.tsx'
import { ask, storeTurn } from './api.ts'
import { createConversation, type Conversation } from './conversation.ts'

const conversations = new Map<string, Conversation>()

function conversationOf(user: string): Conversation {
  const known = conversations.get(user)
  if (known) return known
  const conversation = createConversation({ user, ask, store: storeTurn })
  conversations.set(user, conversation)
  auth().onAuthStateChange((event) => event === 'SIGNED_OUT' && conversations.delete(user))
  return conversation
}

/** The signed-in founder's conversation, followed as it grows. */
export function useConversation() {
  const conversation = conversationOf(useAccount().id)
  const state = useSyncExternalStore(conversation.subscribe, conversation.current)
  return { ...state, type: conversation.type, send: conversation.send }
}
