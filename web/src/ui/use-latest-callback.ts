import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function for each render, which does what the latest render says: a memoised row that is given it renders only
 * when its own data changes. For events; a render that calls it sees the values of the one before.
 */
export function useLatestCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result) {
  const latest = useRef(callback)
  useLayoutEffect(() => void (latest.current = callback))
  return useCallback((...args: Args) => latest.current(...args), [])
}
