import { LanesOverloaded } from './lanes.ts'

/** Statements of one caller that may wait; whoever sends more does not read the answers. */
const LONGEST_QUEUE = 500

/** Milliseconds of the first pause after a statement was stopped, doubled with each further one, and of the longest. */
const PAUSE_MS = { first: 5_000, longest: 60_000 } as const
/** Milliseconds after a pause in which a caller has one place, and after which nothing is held against them. */
const PROBATION_MS = 60_000

/** A caller has to wait before the next statement: one was stopped, or answers to earlier ones are still to be read. */
export class CallerPaused extends Error {
  readonly seconds: number

  constructor(seconds: number, message = 'A statement was stopped because it took too long') {
    super(message)
    this.seconds = seconds
  }
}

interface Penalty {
  readonly stopped: number
  readonly pausedUntil: number
}

interface Caller {
  count: number
  readonly waiting: (() => void)[]
}

/**
 * Lets one caller have only so many statements under way, so that somebody with slow ones does not take every
 * connection. Who has none under way starts at once. A caller whose statement was stopped pauses, and has one place then.
 */
export class FairShare {
  readonly #most: number
  readonly #now: () => number
  readonly #underWay = new Map<string, Caller>()
  readonly #penalties = new Map<string, Penalty>()

  /** @param most statements of one caller at the same time @param now monotonic milliseconds */
  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
  }

  /**
   * @param of whose share it counts against; undefined: nobody's
   * @param work told whether the caller has another statement under way
   * @throws {LanesOverloaded | CallerPaused} or whatever `work` throws
   */
  async run<Value>(of: string | undefined, work: (isFurther: boolean) => Promise<Value>): Promise<Value> {
    if (of === undefined) return work(false)
    this.refuseWhilePaused(of)
    const own = this.#underWay.get(of) ?? { count: 0, waiting: [] }
    this.#underWay.set(of, own)
    if (own.count < this.#mostOf(of)) own.count++
    else if (own.waiting.length < LONGEST_QUEUE) await new Promise<void>((resolve) => own.waiting.push(resolve))
    else throw new LanesOverloaded('too many statements of one caller wait')
    try {
      return await work(own.count > 1)
    } finally {
      this.#leave(of, own)
    }
  }

  /** Notes that a caller's statement was stopped because it took too long. */
  penalize(of: string | undefined): void {
    if (of === undefined) return
    const now = this.#now()
    for (const [other, { pausedUntil }] of this.#penalties) {
      if (now >= pausedUntil + PROBATION_MS) this.#penalties.delete(other)
    }
    const stopped = (this.#penalties.get(of)?.stopped ?? 0) + 1
    const pauseMs = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** (stopped - 1))
    this.#penalties.set(of, { stopped, pausedUntil: now + pauseMs })
  }

  #mostOf(of: string): number {
    const penalty = this.#penalties.get(of)
    return penalty && this.#now() < penalty.pausedUntil + PROBATION_MS ? 1 : this.#most
  }

  /** @throws {CallerPaused} while a caller has to pause */
  refuseWhilePaused(of: string | undefined): void {
    if (of === undefined) return
    const left = (this.#penalties.get(of)?.pausedUntil ?? 0) - this.#now()
    if (left > 0) throw new CallerPaused(Math.ceil(left / 1000))
  }

  #leave(of: string, own: Caller): void {
    // The place is handed over, so that nobody slips in between; unless there are fewer places now.
    const next = own.count <= this.#mostOf(of) ? own.waiting.shift() : undefined
    if (next) next()
    else if (--own.count === 0) this.#underWay.delete(of)
  }
}
