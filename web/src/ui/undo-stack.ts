import { useCallback, useState } from 'react'

/** What was done lately and can be undone: each Undo leads to the change before it, until a notice has ended. */
export function useUndoStack<Change>() {
  const [changes, setChanges] = useState<readonly Change[]>([])
  const drop = useCallback((dropped: Change) => setChanges((all) => all.filter((change) => change !== dropped)), [])
  /** @param done rejects when the change has failed: then there is nothing to undo */
  const add = (change: Change, done?: Promise<unknown>) => {
    setChanges((all) => [...all, change])
    done?.catch(() => drop(change))
  }
  const clear = useCallback(() => setChanges([]), [])
  return { latest: changes.at(-1), add, drop, clear }
}
