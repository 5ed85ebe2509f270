import { useState } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'

/** State of a link to a URL whose text replaces what is typed on this screen. */
export const REPLACES_TYPED = { replacesTyped: true }

/**
 * Another value after each step through the history, and after a link with REPLACES_TYPED: a field whose text is in the URL is
 * then rendered again.
 * @example
 * import { renderHookAt } from '../testing/render.tsx'
 * renderHookAt('/', useHistoryKey).result.current // 'default'
 */
export function useHistoryKey(): string {
  const { key, isPop, state } = useLocation()
  const [historyKey, setHistoryKey] = useState(key)
  const isReplaced = isPop || (state as Partial<typeof REPLACES_TYPED> | null)?.replacesTyped
  if (isReplaced && key !== historyKey) setHistoryKey(key)
  return historyKey
}
