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
    const tick = () => {
      setNow((now) => (minuteOf(now) === minuteOf(new Date()) ? now : new Date()))
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
    }
    // At first for a screen that was hidden for longer.
    timer = setTimeout(tick)
    return () => clearTimeout(timer)
  }, [])
  return now
}

const minuteOf = (moment: Date): number => Math.floor(moment.getTime() / MINUTE_MS)
