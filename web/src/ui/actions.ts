import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '../lib/data/store.ts'

/** Actions that can be started from elsewhere: on the screen where it happens, or, like `search`, `call` and those of the account, on any. */
export type Action = FounderAction | AdminAction | 'search' | 'account' | 'theme' | 'sign-out'

type FounderAction = 'goal' | 'check-in' | 'decision' | 'question' | 'message' | 'call' | 'runway'

type AdminAction = 'invite' | 'saved-replies' | 'thresholds'

/** Milliseconds that a request waits for its screen. */
const MAX_WAIT_MS = 10_000

const requests = createStore<{ action: Action; at: number } | undefined>(undefined)

export const requestAction = (action: Action) => requests.set({ action, at: Date.now() })

/**
 * Requests the action that a shortcut of the installed app names (`?start=goal`), and removes it from the URL: a reload
 * must not repeat it.
 */
export function takeShortcut(): void {
  const url = new URL(location.href)
  const action = url.searchParams.get('start')
  if (!action) return
  url.searchParams.delete('start')
  history.replaceState(history.state, '', url)
  // Nothing waits for an unknown one.
  requestAction(action as Action)
}

/**
 * Starts the action when it is requested, or was before the component was there. One component starts it.
 * @param isReady it waits until then
 * @example
 * import { act, renderHook } from '@testing-library/react'
 * const started: string[] = []
 * renderHook(() => useAction('goal', () => started.push('goal')))
 * act(() => requestAction('goal'))
 * await expect.poll(() => started).toEqual(['goal'])
 */
export function useAction(action: Action | undefined, run: () => void, isReady = true): void {
  const isRequested = useStore(requests)?.action === action && action !== undefined
  const start = useEffectEvent(run)
  useEffect(() => {
    if (!isRequested || !isReady) return undefined
    // A navigation, and a dialog that closes, move the focus first.
    const frame = requestAnimationFrame(() => {
      const request = requests.current()
      if (request?.action !== action) return
      requests.set(undefined)
      if (Date.now() - request.at < MAX_WAIT_MS) start()
    })
    return () => cancelAnimationFrame(frame)
  }, [isRequested, isReady, action])
}
