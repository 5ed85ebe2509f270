/** Counts what runs at once for each asker, on one server. */
export function createRunning(most: number) {
  const running = new Map<string, number>()
  return {
    /** @returns what ends it, at the first call; undefined when as many run as may */
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
