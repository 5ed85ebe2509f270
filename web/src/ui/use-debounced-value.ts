import { useEffect, useState } from 'react'

/**
 * Debounces a value: changes once it is stable for `pauseMs`.
 * @example
 * import { renderHook } from '@testing-library/react'
 * const { result, rerender } = renderHook((text: string) => useDebouncedValue(text, 10), { initialProps: 'a' })
 * rerender('ab')
 * result.current // 'a'
 * await expect.poll(() => result.current).toBe('ab')
 */
export function useDebouncedValue(text: string, pauseMs = 150): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
