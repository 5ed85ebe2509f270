/** A map that evicts the least recently used entry when it is full. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #capacity: number
  readonly #onEvict: ((value: Value) => void) | undefined

  constructor(capacity: number, onEvict?: (value: Value) => void) {
    this.#capacity = capacity
    this.#onEvict = onEvict
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#capacity) return
    const [oldest] = this.#entries
    if (!oldest) return
    this.#entries.delete(oldest[0])
    this.#onEvict?.(oldest[1])
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }
}
