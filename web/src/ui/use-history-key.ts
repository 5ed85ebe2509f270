import { useState } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'

/**
 * Another value after each step through the history: a field whose text is in the URL is then rendered again.
 * @example
 * import { renderHookAt } from '../testing/render.tsx'
 * renderHookAt('/', useHistoryKey).result.current // 'default'
 */
export function useHistoryKey(): string {
  const { key, isPop } = useLocation()
  const [historyKey, setHistoryKey] = useState(key)
  if (isPop && key !== historyKey) setHistoryKey(key)
  return historyKey
}
