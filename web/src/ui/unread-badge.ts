import type { ReactNode } from 'react'
import { createStore, useStore } from '../lib/data/store.ts'

/**
 * The badge after a founder's "Growth Chat" in the sidebar and "Growth Squad" in the tabs, and after an admin's "Growth
 * Squad"; null when nothing is unread, and no one waits. Set by a part that loads after them.
 */
export const unreadBadge = createStore<ReactNode>(null)

export const UnreadBadge = () => useStore(unreadBadge)

export const useHasUnread = (): boolean => useStore(unreadBadge) !== null
