import { useEffect, useState } from 'react'

/** Debounces a value: changes once it is stable for `pauseMs`. */
export function useDebouncedValue(text: string, pauseMs = 150): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
