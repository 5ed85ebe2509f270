import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/session/session.tsx'
import { useStore } from '../../lib/data/store.ts'
import { postQuestion, stopAnswer } from './api.ts'
import { createAsk, pauseUnlessAborted } from './ask.ts'
import { createConversation, type Conversation } from './conversation.ts'
import { historyOf } from './history.ts'

const ask = createAsk({ post: postQuestion, pause: pauseUnlessAborted })

/** One per query cache, and so per signed-in account. */
const conversations = new WeakMap<QueryClient, ReturnType<typeof shownByFrame>>()

function conversationOf(queries: QueryClient, user: string) {
  const known = conversations.get(queries)
  if (known) return known
  const conversation = shownByFrame(
    createConversation({ user, ask, stop: stopAnswer, history: (id) => historyOf(queries, user, id) }),
  )
  conversations.set(queries, conversation)
  return conversation
}

/** Updates the screen once a frame, however often the answer grows. */
const shownByFrame = (conversation: Conversation) => ({
  ...conversation,
  subscribe: (show: () => void) => {
    let frame: number | undefined
    const onChange = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        show()
      })
    }
    const leave = conversation.subscribe(onChange)
    return () => {
      leave()
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  },
})

/** The turns of the signed-in founder in this tab, with their growing answers. */
export function useConversation() {
  const conversation = conversationOf(useQueryClient(), useAccount().id)
  const turns = useStore(conversation)
  useEffect(() => conversation.join(), [conversation])
  return { ...conversation, turns }
}
