import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Another value after each step through the history: a field whose text is in the URL is then rendered again.
 * @example
 * import { renderHookAt } from '../testing/render.tsx'
 * renderHookAt('/', useHistoryKey).result.current // 'default'
 */
export function useHistoryKey(): string {
  const { key } = useLocation()
  const isHistory = useNavigationType() === 'POP'
  const [historyKey, setHistoryKey] = useState(key)
  if (isHistory && key !== historyKey) setHistoryKey(key)
  return historyKey
}
