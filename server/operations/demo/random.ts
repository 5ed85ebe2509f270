/** A seeded random number generator. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Deals the items in random order, each once before any is repeated. */
  deck<Item>(items: readonly Item[]): () => Item
}

/** Mulberry32: one 32-bit word of state, good enough for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const deck = <Item>(items: readonly Item[]) => {
    let left: Item[] = []
    return () => {
      if (left.length === 0) left = [...items]
      const [item] = left.splice(between(0, left.length - 1), 1)
      if (item === undefined) throw new Error('nothing to deal')
      return item
    }
  }
  return { next, between, pick, deck }
}
