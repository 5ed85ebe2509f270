import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { lazyPart } from '../lib/offline/lazy-part.ts'

/** A screen of the founder's menu. */
export interface FounderScreen {
  readonly path: string
  readonly screen: ComponentType & { readonly preload: () => void }
  /** The query of its link in the menu. Default: none. */
  readonly searchFor?: (hasUnread: boolean) => string
  /** Reads the rows that it shows first, with that query, and that are not known yet. */
  readonly read: (user: string, queries: QueryClient, search: string) => Promise<void>
}

export const board = {
  path: '/',
  screen: lazyPart(() => import('../routes/CommandBoard.tsx'), 'CommandBoard', 'founder'),
  read: async (user, queries) => (await import('../routes/CommandBoard.tsx')).readBoard(user, queries),
} as const satisfies FounderScreen

export const traction = {
  path: '/traction',
  screen: lazyPart(() => import('../features/traction/TractionDashboard.tsx'), 'TractionDashboard', 'founder'),
  read: async (user, queries) =>
    (await import('../features/traction/TractionDashboard.tsx')).readTraction(user, queries),
} as const satisfies FounderScreen

export const brain = {
  path: '/brain',
  screen: lazyPart(() => import('../routes/FounderBrain.tsx'), 'FounderBrain', 'founder'),
  read: async (user, queries) => (await import('../routes/FounderBrain.tsx')).readBrain(user, queries),
} as const satisfies FounderScreen

export const chat = {
  path: '/chat',
  screen: lazyPart(() => import('../routes/GrowthCommandChat.tsx'), 'GrowthCommandChat', 'founder'),
  // Where the unread replies are.
  searchFor: (hasUnread) => (hasUnread ? '?tab=squad' : ''),
  read: async (user, queries, search) =>
    (await import('../routes/GrowthCommandChat.tsx')).readChat(user, queries, search),
} as const satisfies FounderScreen

export const founderScreens: readonly FounderScreen[] = [board, traction, brain, chat]
