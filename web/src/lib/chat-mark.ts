import type { ReactNode } from 'react'
import { createStore, useStore } from './store.ts'

/** What stands after "Growth Chat" in the sidebar and "Growth Squad" in the tabs. Set by a part that loads after them. */
export const chatMark = createStore<ReactNode>(null)

export const ChatMark = () => useStore(chatMark)
