import type { Client } from 'pg'

/** Milliseconds a statement waits for a connection before it is refused. */
const QUEUE_TIMEOUT_MS = 10_000
/** Statements in the queue: those behind them would time out anyway. */
const MAX_QUEUED = 5000
/** Milliseconds a read may wait behind others on its connection while another connection is idle. */
const MAX_PIPELINE_WAIT_MS = 5
/** Milliseconds a read waits behind another statement before it is also sent on an idle connection. */
const HEDGE_AFTER_MS = 250
/** Weight of the newest read in a connection's average. */
const AVERAGE_WEIGHT = 1 / 8

const STOPPING = 'the server is stopping'
const DROPPED = 'Connection terminated: its PostgreSQL is no longer the primary'

export class PoolUnavailable extends Error {}
export class PoolOverloaded extends Error {}

/** `shared` statements are pipelined on one connection; an `exclusive` one has the connection to itself. */
export type ConnectionUse = 'shared' | 'exclusive'

interface PooledConnection {
  client: Client | undefined
  connecting: Promise<Client> | undefined
  inFlight: number
  /** Statements that have ended since the connection was made. */
  ended: number
  use: ConnectionUse
  /** When its oldest statement in flight became the oldest, by `performance.now()`. */
  headSince: number
  /** Moving average of its reads, milliseconds. */
  averageMs: number
}

/** A statement's position in the pipeline of a connection. */
interface Slot {
  readonly connection: PooledConnection
  /** The value of `connection.ended` once all statements before this one have ended. */
  readonly position: number
}

interface QueuedStatement {
  readonly use: ConnectionUse
  readonly isAdditional: boolean
  readonly start: (slot: Slot) => void
  readonly refuse: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * The connection pool. It pipelines: several quick reads share one connection, since waking an idle backend costs more
 * than most reads. No statement is put behind a slow one while another connection is idle; a read that ends up behind
 * one is sent again on an idle connection (a hedged request). The queue is first in, first out. A connection is opened
 * when first needed, and again after it broke.
 */
export class ConnectionPool {
  readonly #connect: () => Promise<Client>
  readonly #pipelineDepth: number
  readonly #connections: PooledConnection[]
  readonly #reserved: number
  readonly #queue: QueuedStatement[] = []
  #closed = false

  /**
   * @param pipelineDepth reads in flight on one connection: those behind the first save a round trip
   * @param reserved connections that only callers without another statement in flight may take
   */
  constructor(connect: () => Promise<Client>, count: number, pipelineDepth = 1, reserved = 0) {
    this.#connect = connect
    this.#pipelineDepth = pipelineDepth
    this.#reserved = reserved
    this.#connections = Array.from({ length: count }, () => ({
      client: undefined,
      connecting: undefined,
      inFlight: 0,
      ended: 0,
      use: 'shared',
      headSince: 0,
      averageMs: 0,
    }))
  }

  /**
   * @param isAdditional whether its caller has another statement in flight
   * @throws {PoolUnavailable | PoolOverloaded} without a connection; else what `work` throws
   */
  async run<Value>(use: ConnectionUse, work: (client: Client) => Promise<Value>, isAdditional = false): Promise<Value> {
    const { connection, position } = await this.#acquire(use, isAdditional)
    const running = this.#runOn(connection, work)
    if (connection.ended >= position || this.#connections.length === 1) return running
    // How slow a statement is shows only while it runs, and it must not hold up another caller's read.
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => {
        // Only on an idle connection: when all are busy, a second statement would lengthen every wait.
        const isBehind = connection.ended < position
        if (isBehind && (this.#queue.length > 0 || !this.#freeConnection('exclusive', isAdditional))) return
        clearInterval(timer)
        if (isBehind) this.run('exclusive', work, isAdditional).then(resolve, () => undefined)
      }, HEDGE_AFTER_MS)
      running.then(resolve, reject).finally(() => clearInterval(timer))
    })
  }

  async #runOn<Value>(connection: PooledConnection, work: (client: Client) => Promise<Value>): Promise<Value> {
    try {
      return await work(await this.#clientOf(connection))
    } finally {
      release(connection)
      this.#drainQueue()
    }
  }

  /** Whether a statement waits for a connection. */
  get hasQueued(): boolean {
    return this.#queue.length > 0
  }

  /** Breaks connections whose server is no longer the one to use; each is opened again when needed. */
  drop(isDropped: (client: Client, isIdle: boolean) => boolean): void {
    for (const connection of this.#connections) {
      const { client, inFlight } = connection
      if (!client || !isDropped(client, inFlight === 0)) continue
      connection.client = undefined
      client.connection.stream.destroy(new Error(DROPPED))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, refuse } of this.#queue.splice(0)) {
      clearTimeout(timer)
      refuse(new PoolUnavailable(STOPPING))
    }
    await Promise.allSettled(this.#connections.map(async ({ client }) => client?.end()))
  }

  #acquire(use: ConnectionUse, isAdditional: boolean): Promise<Slot> {
    if (this.#closed) return Promise.reject(new PoolUnavailable(STOPPING))
    const isNext = isAdditional ? this.#queue.length === 0 : this.#queue.every((other) => other.isAdditional)
    const connection = isNext ? this.#freeConnection(use, isAdditional) : undefined
    if (connection) return Promise.resolve(occupy(connection, use))
    if (this.#queue.length >= MAX_QUEUED) return Promise.reject(new PoolOverloaded('too many statements are queued'))
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.#queue.splice(this.#queue.indexOf(queued), 1)
        reject(new PoolOverloaded(`no connection was free within ${QUEUE_TIMEOUT_MS / 1000} s`))
      }
      const timer = setTimeout(expire, QUEUE_TIMEOUT_MS)
      const queued: QueuedStatement = { use, isAdditional, start: resolve, refuse: reject, timer }
      this.#queue.push(queued)
    })
  }

  #drainQueue(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      let connection = this.#freeConnection(next.use, next.isAdditional)
      if (!connection && next.isAdditional) {
        // A reserved connection may be free for a caller without one.
        next = this.#queue.find(({ isAdditional }) => !isAdditional)
        connection = next && this.#freeConnection(next.use, false)
      }
      if (!connection || !next) return
      this.#queue.splice(this.#queue.indexOf(next), 1)
      clearTimeout(next.timer)
      next.start(occupy(connection, next.use))
    }
  }

  /**
   * For a read: a busy connection that is soon done; else an idle one, open ones first; else one with room in its
   * pipeline that no slow statement holds up.
   */
  #freeConnection(use: ConnectionUse, isAdditional: boolean): PooledConnection | undefined {
    const now = performance.now()
    let idle = 0
    let open: PooledConnection | undefined
    let unopened: PooledConnection | undefined
    let quickest: PooledConnection | undefined
    let shortestWait = Infinity
    for (const connection of this.#connections) {
      if (connection.inFlight === 0) {
        idle++
        if (connection.client) open ??= connection
        else unopened ??= connection
      } else if (use === 'shared' && connection.use === 'shared' && connection.inFlight < this.#pipelineDepth) {
        const wait = Math.max(connection.inFlight * connection.averageMs, now - connection.headSince)
        if (wait >= shortestWait) continue
        quickest = connection
        shortestWait = wait
      }
    }
    if (shortestWait < MAX_PIPELINE_WAIT_MS) return quickest
    const taken = isAdditional && idle <= this.#reserved ? undefined : (open ?? unopened)
    return taken ?? (shortestWait < HEDGE_AFTER_MS ? quickest : undefined)
  }

  async #clientOf(connection: PooledConnection): Promise<Client> {
    if (connection.client) return connection.client
    connection.connecting ??= this.#open(connection).finally(() => (connection.connecting = undefined))
    return connection.connecting
  }

  async #open(connection: PooledConnection): Promise<Client> {
    let client: Client
    try {
      client = await this.#connect()
    } catch (cause) {
      throw new PoolUnavailable('no connection to the database', { cause })
    }
    const forget = () => {
      if (connection.client === client) connection.client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connection.client = client
    return client
  }
}

function occupy(connection: PooledConnection, use: ConnectionUse): Slot {
  if (connection.inFlight === 0) connection.headSince = performance.now()
  const position = connection.ended + connection.inFlight++
  connection.use = use
  return { connection, position }
}

function release(connection: PooledConnection): void {
  const now = performance.now()
  if (connection.use === 'shared') {
    connection.averageMs += (now - connection.headSince - connection.averageMs) * AVERAGE_WEIGHT
  }
  connection.headSince = now
  connection.ended++
  connection.inFlight--
}
