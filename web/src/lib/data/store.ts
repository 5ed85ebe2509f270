import { useSyncExternalStore } from 'react'

/** A value outside React that components follow. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    current: () => value,
    set: (next: Value) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Store<Value> = ReturnType<typeof createStore<Value>>

export const useStore = <Value>({ subscribe, current }: Pick<Store<Value>, 'subscribe' | 'current'>): Value =>
  useSyncExternalStore(subscribe, current)
