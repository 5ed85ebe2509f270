import type { Query, QueryCache } from '@tanstack/react-query'

/** Milliseconds without a further change until listeners are called. */
const REST_MS = 500

/** Counts the changes of what a query cache holds. A read that finds what is known already is none. */
export class DataVersion {
  readonly #cache: QueryCache
  readonly #known = new WeakMap<Query, unknown>()
  #version = 0

  constructor(cache: QueryCache) {
    this.#cache = cache
  }

  readonly current = (): number => this.#version

  /** The listener is called once the data has rested. */
  readonly subscribe = (listener: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = this.#cache.subscribe(({ query }) => {
      const { data } = query.state
      if (this.#known.get(query) === data) return
      this.#known.set(query, data)
      this.#version++
      clearTimeout(timer)
      timer = setTimeout(listener, REST_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }
}
