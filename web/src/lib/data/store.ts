import { useSyncExternalStore } from 'react'

/**
 * A value outside React that components follow.
 * @example
 * const store = createStore(1)
 * const seen: number[] = []
 * store.subscribe(() => seen.push(store.current()))
 * store.set(2)
 * seen // [2]
 */
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

/**
 * @example
 * import { act, renderHook } from '@testing-library/react'
 * const store = createStore(1)
 * const { result } = renderHook(() => useStore(store))
 * act(() => store.set(2))
 * result.current // 2
 */
export const useStore = <Value>({ subscribe, current }: Pick<Store<Value>, 'subscribe' | 'current'>): Value =>
  useSyncExternalStore(subscribe, current)
