import type { Client } from 'pg'

/** Milliseconds a statement waits for a connection before it is given up. */
const LONGEST_WAIT_MS = 10_000
/** Statements waiting at most; a longer queue would only be answered too late. */
const LONGEST_QUEUE = 5000

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
}

interface Waiting {
  readonly use: LaneUse
  readonly start: (lane: Lane) => void
  readonly refuse: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * A fixed number of connections, kept busy. Unlike a pool it puts two reads on one connection, and what waits is taken
 * up in order. A connection is opened when first needed, and again after it broke.
 */
export class Lanes {
  readonly #connect: () => Promise<Client>
  readonly #readsInFlight: number
  readonly #lanes: Lane[]
  readonly #waiting: Waiting[] = []
  #closed = false

  /** @param readsInFlight on one connection at most: those behind the first wait at the other end, not for a round trip */
  constructor(connect: () => Promise<Client>, count: number, readsInFlight = 2) {
    this.#connect = connect
    this.#readsInFlight = readsInFlight
    this.#lanes = Array.from({ length: count }, () => ({
      client: undefined,
      connecting: undefined,
      inFlight: 0,
      use: 'shared',
    }))
  }

  /** @throws {LaneUnavailable | LanesOverloaded} when no connection could be had; else whatever `work` throws */
  async run<Value>(use: LaneUse, work: (client: Client) => Promise<Value>): Promise<Value> {
    const lane = await this.#enter(use)
    try {
      return await work(await this.#clientOf(lane))
    } finally {
      lane.inFlight--
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

  /** An idle connection that is open, else one to be opened, else one that has room beside its reads. */
  #freeLane(use: LaneUse): Lane | undefined {
    let idle: Lane | undefined
    let withRoom: Lane | undefined
    for (const lane of this.#lanes) {
      if (lane.inFlight === 0) {
        if (lane.client) return lane
        idle ??= lane
      } else if (use === 'shared' && lane.use === 'shared' && lane.inFlight < this.#readsInFlight) withRoom ??= lane
    }
    return idle ?? withRoom
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
  lane.inFlight++
  lane.use = use
  return lane
}
