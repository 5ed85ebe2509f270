import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The time, updated each minute: a screen that stays open over midnight shows the new week.
 * @example
 * import { renderHook } from '@testing-library/react'
 * renderHook(useNow).result.current // expect.any(Date)
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => (timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS)))
    const tick = () => {
      setNow(new Date())
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}
