import type { Client } from 'pg'

/** Milliseconds a statement waits for a connection before it is given up. */
const LONGEST_WAIT_MS = 10_000
/** Statements waiting at most; a longer queue would only be answered too late. */
const LONGEST_QUEUE = 5000
/** Milliseconds a read may have to wait behind those before it while another connection is idle. */
const LONGEST_GATHERED_WAIT_MS = 5
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
  use: LaneUse
  /** When the statement at its head became that, by `performance.now()`. */
  headSince: number
  /** Milliseconds that one of its last reads took. */
  pace: number
}

interface Waiting {
  readonly use: LaneUse
  readonly start: (lane: Lane) => void
  readonly refuse: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * A fixed number of connections. Unlike a pool it puts several reads on one connection, as long as those before them
 * are quick: to wake a sleeping backend costs more than most reads, while one that is at work takes the next for
 * nothing. Behind a slow statement nobody is put as long as another connection is idle. What waits is taken up in
 * order. A connection is opened when first needed, and again after it broke.
 */
export class Lanes {
  readonly #connect: () => Promise<Client>
  readonly #readsInFlight: number
  readonly #lanes: Lane[]
  readonly #waiting: Waiting[] = []
  #closed = false

  /** @param readsInFlight on one connection at most: those behind the first wait at the other end, not for a round trip */
  constructor(connect: () => Promise<Client>, count: number, readsInFlight = 1) {
    this.#connect = connect
    this.#readsInFlight = readsInFlight
    this.#lanes = Array.from({ length: count }, () => ({
      client: undefined,
      connecting: undefined,
      inFlight: 0,
      use: 'shared',
      headSince: 0,
      pace: 0,
    }))
  }

  /** @throws {LaneUnavailable | LanesOverloaded} when no connection could be had; else whatever `work` throws */
  async run<Value>(use: LaneUse, work: (client: Client) => Promise<Value>): Promise<Value> {
    const lane = await this.#enter(use)
    try {
      return await work(await this.#clientOf(lane))
    } finally {
      leave(lane)
      this.#admit()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, refuse } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      refuse(new LaneUnavailable(STOPPING))
    }
    await Promise.allSettled(this.#lanes.map(async ({ client }) => client?.end()))
  }

  #enter(use: LaneUse): Promise<Lane> {
    if (this.#closed) return Promise.reject(new LaneUnavailable(STOPPING))
    const lane = this.#waiting.length === 0 ? this.#freeLane(use) : undefined
    if (lane) return Promise.resolve(occupy(lane, use))
    if (this.#waiting.length >= LONGEST_QUEUE) return Promise.reject(new LanesOverloaded('too many statements wait'))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new LanesOverloaded(`no connection was free within ${LONGEST_WAIT_MS / 1000} s`))
      }
      const waiting: Waiting = { use, start: resolve, refuse: reject, timer: setTimeout(giveUp, LONGEST_WAIT_MS) }
      this.#waiting.push(waiting)
    })
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const lane = this.#freeLane(next.use)
      if (!lane) return
      this.#waiting.shift()
      clearTimeout(next.timer)
      next.start(occupy(lane, next.use))
    }
  }

  /** For a read one that is at work and will soon be done; else one that is idle, rather an open one; else any with room. */
  #freeLane(use: LaneUse): Lane | undefined {
    const now = performance.now()
    let open: Lane | undefined
    let unopened: Lane | undefined
    let quickest: Lane | undefined
    let shortestWait = Infinity
    for (const lane of this.#lanes) {
      if (lane.inFlight === 0) {
        if (lane.client) open ??= lane
        else unopened ??= lane
      } else if (use === 'shared' && lane.use === 'shared' && lane.inFlight < this.#readsInFlight) {
        const wait = Math.max(lane.inFlight * lane.pace, now - lane.headSince)
        if (wait >= shortestWait) continue
        quickest = lane
        shortestWait = wait
      }
    }
    return shortestWait < LONGEST_GATHERED_WAIT_MS ? quickest : (open ?? unopened ?? quickest)
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

function occupy(lane: Lane, use: LaneUse): Lane {
  if (lane.inFlight++ === 0) lane.headSince = performance.now()
  lane.use = use
  return lane
}

function leave(lane: Lane): void {
  const now = performance.now()
  if (lane.use === 'shared') lane.pace += (now - lane.headSince - lane.pace) * PACE_WEIGHT
  lane.headSince = now
  lane.inFlight--
}
