/** Limits concurrent answers for each caller, on one server. */
export function createConcurrencyLimit(limit: number) {
  const inFlight = new Map<string, number>()
  return {
    /** @returns a function that releases the slot; undefined at the limit */
    acquire(caller: string): (() => void) | undefined {
      const count = inFlight.get(caller) ?? 0
      if (count >= limit) return undefined
      inFlight.set(caller, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (inFlight.get(caller) ?? 1) - 1
        if (left > 0) inFlight.set(caller, left)
        else inFlight.delete(caller)
      }
    },
  }
}
