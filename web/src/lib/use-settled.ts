import { useEffect, useState } from 'react'

/** What was typed, once nothing more is typed for `pauseMs`. */
export function useSettled(text: string, pauseMs = 150): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
