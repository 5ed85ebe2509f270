import { LanesOverloaded } from './lanes.ts'

/** Statements of one caller that may wait; whoever sends more does not read the answers. */
const LONGEST_QUEUE = 500

/**
 * Lets one caller have only so many statements under way, so that somebody with slow ones does not take every
 * connection. Who has none under way starts at once.
 */
export class FairShare {
  readonly #most: number
  readonly #underWay = new Map<string, { count: number; readonly waiting: (() => void)[] }>()

  /** @param most statements of one caller at the same time */
  constructor(most: number) {
    this.#most = most
  }

  /** @param of whose share it counts against; undefined: nobody's @throws {LanesOverloaded} or whatever `work` throws */
  async run<Value>(of: string | undefined, work: () => Promise<Value>): Promise<Value> {
    if (of === undefined) return work()
    const own = this.#underWay.get(of) ?? { count: 0, waiting: [] }
    this.#underWay.set(of, own)
    if (own.count < this.#most) own.count++
    else if (own.waiting.length < LONGEST_QUEUE) await new Promise<void>((resolve) => own.waiting.push(resolve))
    else throw new LanesOverloaded('too many statements of one caller wait')
    try {
      return await work()
    } finally {
      // The place is handed over, so that nobody slips in between.
      const next = own.waiting.shift()
      if (next) next()
      else if (--own.count === 0) this.#underWay.delete(of)
    }
  }
}
