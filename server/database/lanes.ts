import type { Client } from 'pg'

/** Milliseconds a statement waits for a connection before it is given up. */
const LONGEST_WAIT_MS = 10_000
/** Statements waiting at most; a longer queue would only be answered too late. */
const LONGEST_QUEUE = 5000
/** Milliseconds a read may have to wait behind those before it while another connection is idle. */
const LONGEST_GATHERED_WAIT_MS = 5
/** Milliseconds a read waits behind another statement on its connection before it is sent on an idle one as well. */
const LONGEST_BEHIND_MS = 250
/** How much of the pace of a connection its last statement makes up. */
const PACE_WEIGHT = 1 / 8

const STOPPING = 'the server is stopping'

export class LaneUnavailable extends Error {}
export class LanesOverloaded extends Error {}

/** `shared` runs beside another of its kind on one connection; `exclusive` has the connection to itself. */
export type LaneUse = 'shared' | 'exclusive'

interface Lane {
  client: Client | undefined
  connecting: Promise<Client> | undefined
  inFlight: number
  /** Statements that have ended since the connection was made. */
  ended: number
  use: LaneUse
  /** When the statement at its head became that, by `performance.now()`. */
  headSince: number
  /** Milliseconds that one of its last reads took. */
  pace: number
}

/** A statement's place on a connection. */
interface Place {
  readonly lane: Lane
  /** What `lane.ended` counts to once all statements before this one have ended. */
  readonly turn: number
}

interface Waiting {
  readonly use: LaneUse
  readonly isFurther: boolean
  readonly start: (place: Place) => void
  readonly refuse: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * A fixed number of connections. Unlike a pool it puts several reads on one connection, as long as those before them
 * are quick: to wake a sleeping backend costs more than most reads, while one that is at work takes the next for
 * nothing. Behind a slow statement nobody is put as long as another connection is idle; a read that finds itself behind
 * one all the same is sent once more on a connection of its own. What waits is taken up in order. A connection is opened when first needed, and again after it broke.
 */
export class Lanes {
  readonly #connect: () => Promise<Client>
  readonly #readsInFlight: number
  readonly #lanes: Lane[]
  readonly #reserved: number
  readonly #waiting: Waiting[] = []
  #closed = false

  /**
   * @param readsInFlight on one connection at most: those behind the first wait at the other end, not for a round trip
   * @param reserved connections that only callers without another statement under way may take
   */
  constructor(connect: () => Promise<Client>, count: number, readsInFlight = 1, reserved = 0) {
    this.#connect = connect
    this.#readsInFlight = readsInFlight
    this.#reserved = reserved
    this.#lanes = Array.from({ length: count }, () => ({
      client: undefined,
      connecting: undefined,
      inFlight: 0,
      ended: 0,
      use: 'shared',
      headSince: 0,
      pace: 0,
    }))
  }

  /**
   * @param isFurther whether its caller has another statement under way
   * @throws {LaneUnavailable | LanesOverloaded} when no connection could be had; else whatever `work` throws
   */
  async run<Value>(use: LaneUse, work: (client: Client) => Promise<Value>, isFurther = false): Promise<Value> {
    const { lane, turn } = await this.#enter(use, isFurther)
    const running = this.#runOn(lane, work)
    if (lane.ended >= turn || this.#lanes.length === 1) return running
    // Whose statement is slow is not known when it begins: it must not hold up another caller's read.
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => {
        // Only while a connection is idle: when all are busy, a second statement would make everybody wait longer.
        const isBehind = lane.ended < turn
        if (isBehind && (this.#waiting.length > 0 || !this.#freeLane('exclusive', isFurther))) return
        clearInterval(timer)
        if (isBehind) this.run('exclusive', work, isFurther).then(resolve, () => undefined)
      }, LONGEST_BEHIND_MS)
      running.then(resolve, reject).finally(() => clearInterval(timer))
    })
  }

  async #runOn<Value>(lane: Lane, work: (client: Client) => Promise<Value>): Promise<Value> {
    try {
      return await work(await this.#clientOf(lane))
    } finally {
      leave(lane)
      this.#admit()
    }
  }

  /** Whether a statement waits for a connection. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, refuse } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      refuse(new LaneUnavailable(STOPPING))
    }
    await Promise.allSettled(this.#lanes.map(async ({ client }) => client?.end()))
  }

  #enter(use: LaneUse, isFurther: boolean): Promise<Place> {
    if (this.#closed) return Promise.reject(new LaneUnavailable(STOPPING))
    const isNext = isFurther ? this.#waiting.length === 0 : this.#waiting.every((other) => other.isFurther)
    const lane = isNext ? this.#freeLane(use, isFurther) : undefined
    if (lane) return Promise.resolve(occupy(lane, use))
    if (this.#waiting.length >= LONGEST_QUEUE) return Promise.reject(new LanesOverloaded('too many statements wait'))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new LanesOverloaded(`no connection was free within ${LONGEST_WAIT_MS / 1000} s`))
      }
      const timer = setTimeout(giveUp, LONGEST_WAIT_MS)
      const waiting: Waiting = { use, isFurther, start: resolve, refuse: reject, timer }
      this.#waiting.push(waiting)
    })
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      let lane = this.#freeLane(next.use, next.isFurther)
      if (!lane && next.isFurther) {
        // A connection may be left for whoever has none.
        next = this.#waiting.find(({ isFurther }) => !isFurther)
        lane = next && this.#freeLane(next.use, false)
      }
      if (!lane || !next) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      clearTimeout(next.timer)
      next.start(occupy(lane, next.use))
    }
  }

  /**
   * For a read one that is at work and will soon be done; else one that is idle, rather an open one; else one with room
   * that is not held up by a slow statement.
   */
  #freeLane(use: LaneUse, isFurther: boolean): Lane | undefined {
    const now = performance.now()
    let idle = 0
    let open: Lane | undefined
    let unopened: Lane | undefined
    let quickest: Lane | undefined
    let shortestWait = Infinity
    for (const lane of this.#lanes) {
      if (lane.inFlight === 0) {
        idle++
        if (lane.client) open ??= lane
        else unopened ??= lane
      } else if (use === 'shared' && lane.use === 'shared' && lane.inFlight < this.#readsInFlight) {
        const wait = Math.max(lane.inFlight * lane.pace, now - lane.headSince)
        if (wait >= shortestWait) continue
        quickest = lane
        shortestWait = wait
      }
    }
    if (shortestWait < LONGEST_GATHERED_WAIT_MS) return quickest
    const taken = isFurther && idle <= this.#reserved ? undefined : (open ?? unopened)
    return taken ?? (shortestWait < LONGEST_BEHIND_MS ? quickest : undefined)
  }

  async #clientOf(lane: Lane): Promise<Client> {
    if (lane.client) return lane.client
    lane.connecting ??= this.#open(lane).finally(() => (lane.connecting = undefined))
    return lane.connecting
  }

  async #open(lane: Lane): Promise<Client> {
    let client: Client
    try {
      client = await this.#connect()
    } catch (cause) {
      throw new LaneUnavailable('no connection to the database', { cause })
    }
    const drop = () => {
      if (lane.client === client) lane.client = undefined
    }
    client.on('error', drop)
    client.on('end', drop)
    lane.client = client
    return client
  }
}

function occupy(lane: Lane, use: LaneUse): Place {
  if (lane.inFlight === 0) lane.headSince = performance.now()
  const turn = lane.ended + lane.inFlight++
  lane.use = use
  return { lane, turn }
}

function leave(lane: Lane): void {
  const now = performance.now()
  if (lane.use === 'shared') lane.pace += (now - lane.headSince - lane.pace) * PACE_WEIGHT
  lane.headSince = now
  lane.ended++
  lane.inFlight--
}
