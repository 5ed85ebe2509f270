import { PoolOverloaded } from './connection-pool.ts'

/** Queued statements of one caller; a client with more does not read its responses. */
const MAX_QUEUED = 500

/** Milliseconds a caller is paused after a statement timed out: the first time, doubled each time, and at most. */
const PAUSE_MS = { first: 5_000, longest: 60_000 } as const
/** Milliseconds after a pause in which a caller may run one statement at a time; then the timeouts are forgotten. */
const PROBATION_MS = 60_000

/** The caller must wait before the next statement: one timed out, or earlier responses are not sent yet (backpressure). */
export class CallerPaused extends Error {
  readonly seconds: number

  constructor(seconds: number, message = 'A statement was stopped because it took too long') {
    super(message)
    this.seconds = seconds
  }
}

interface Penalty {
  readonly timeouts: number
  readonly pausedUntil: number
}

interface CallerState {
  inFlight: number
  readonly queue: (() => void)[]
}

/**
 * Limits the statements that one caller has in flight, so that slow ones do not take every connection; the rest are
 * queued. A caller whose statement timed out is paused, and then runs one at a time for a while.
 */
export class PerCallerLimiter {
  readonly #limit: number
  readonly #now: () => number
  readonly #callers = new Map<string, CallerState>()
  readonly #penalties = new Map<string, Penalty>()

  /** @param limit statements of one caller at the same time @param now monotonic milliseconds */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /**
   * @param callerId the caller that it counts for; undefined: none, without a limit
   * @param work gets whether the caller has another statement in flight
   * @throws {PoolOverloaded | CallerPaused} or what `work` throws
   */
  async run<Value>(callerId: string | undefined, work: (isAdditional: boolean) => Promise<Value>): Promise<Value> {
    if (callerId === undefined) return work(false)
    this.refuseWhilePaused(callerId)
    const state = this.#callers.get(callerId) ?? { inFlight: 0, queue: [] }
    this.#callers.set(callerId, state)
    if (state.inFlight < this.#limitOf(callerId)) state.inFlight++
    else if (state.queue.length < MAX_QUEUED) await new Promise<void>((resolve) => state.queue.push(resolve))
    else throw new PoolOverloaded('too many statements of one caller are queued')
    try {
      return await work(state.inFlight > 1)
    } finally {
      this.#release(callerId, state)
    }
  }

  /** Pauses a caller whose statement timed out. */
  penalize(callerId: string | undefined): void {
    if (callerId === undefined) return
    const now = this.#now()
    for (const [other, { pausedUntil }] of this.#penalties) {
      if (now >= pausedUntil + PROBATION_MS) this.#penalties.delete(other)
    }
    const timeouts = (this.#penalties.get(callerId)?.timeouts ?? 0) + 1
    const pauseMs = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** (timeouts - 1))
    this.#penalties.set(callerId, { timeouts, pausedUntil: now + pauseMs })
  }

  #limitOf(callerId: string): number {
    const penalty = this.#penalties.get(callerId)
    return penalty && this.#now() < penalty.pausedUntil + PROBATION_MS ? 1 : this.#limit
  }

  /** @throws {CallerPaused} while the caller is paused */
  refuseWhilePaused(callerId: string | undefined): void {
    if (callerId === undefined) return
    const left = (this.#penalties.get(callerId)?.pausedUntil ?? 0) - this.#now()
    if (left > 0) throw new CallerPaused(Math.ceil(left / 1000))
  }

  #release(callerId: string, state: CallerState): void {
    // The next in the queue takes over the slot at once, unless the caller's limit has sunk.
    const next = state.inFlight <= this.#limitOf(callerId) ? state.queue.shift() : undefined
    if (next) next()
    else if (--state.inFlight === 0) this.#callers.delete(callerId)
  }
}
