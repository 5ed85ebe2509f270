import type { ReactNode } from 'react'
import { createStore, useStore } from '../lib/data/store.ts'

/** The badge after "Growth Chat" in the sidebar and "Growth Squad" in the tabs. Set by a part that loads after them. */
export const unreadBadge = createStore<ReactNode>(null)

export const UnreadBadge = () => useStore(unreadBadge)
