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
    // At once for a screen that was hidden for longer.
    const timer = setTimeout(
      () => setNow(new Date()),
      MINUTE_MS - (now.getTime() % MINUTE_MS) - (Date.now() - now.getTime()),
    )
    return () => clearTimeout(timer)
  }, [now])
  return now
}
