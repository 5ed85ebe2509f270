/** Limits concurrent answers for each caller, on one server. */
export function createConcurrencyLimit(most: number) {
  const running = new Map<string, number>()
  return {
    /** @returns a function that releases the slot; undefined at the limit */
    begin(who: string): (() => void) | undefined {
      const count = running.get(who) ?? 0
      if (count >= most) return undefined
      running.set(who, count + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (running.get(who) ?? 1) - 1
        if (left > 0) running.set(who, left)
        else running.delete(who)
      }
    },
  }
}
