import type { Client } from 'pg'
import { Lru } from '../lru.ts'

/** Milliseconds a statement waits for a connection before it is refused. */
const QUEUE_TIMEOUT_MS = 10_000
/** Statements in the queue: those behind them would time out anyway. */
const MAX_QUEUED = 5000
/** Milliseconds a read may wait behind others on its connection while another connection is idle. */
const MAX_PIPELINE_WAIT_MS = 5
/** Milliseconds a read waits behind another statement before it is also sent on an idle connection. */
const HEDGE_AFTER_MS = 250
/** Milliseconds from which a statement counts as slow, and how many slow ones are remembered by their text. */
const SLOW_MS = 500
const MAX_SLOW = 500
/** Milliseconds in which no other connection is opened after one was not accepted. */
const REFUSED_MS = 1000
/** Weight of the newest read in a connection's average. */
const AVERAGE_WEIGHT = 1 / 8

const STOPPING = 'the server is stopping'
const NOT_PRIMARY = 'Connection terminated: its PostgreSQL is silent, or no longer the primary'
const SILENT = 'Connection terminated: PostgreSQL did not answer'

export class PoolUnavailable extends Error {}
/** A connection could not be opened; its statement was not sent. */
class NotAccepted extends PoolUnavailable {}
export class PoolOverloaded extends Error {}

/** `shared` statements are pipelined on one connection; an `exclusive` one has the connection to itself. */
export type ConnectionUse = 'shared' | 'exclusive'

/** Statement properties that the pool schedules by. */
export interface PooledStatement {
  /** Whether its caller has another statement in flight. */
  readonly isAdditional?: boolean
  /** SQL text, by which slow statements are known. */
  readonly text?: string
  /** Statements of a lower rank go first. Default 0. */
  readonly rank?: () => number
}

interface PooledConnection {
  client: Client | undefined
  connecting: Promise<Client> | undefined
  /** The oldest is the one that runs. */
  readonly inFlight: PooledStatement[]
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
  readonly statement: PooledStatement
  /** The value of `connection.ended` once all statements before this one have ended. */
  readonly position: number
}

/** When a statement came to the pool, by `performance.now()`, and whether it has not been tried yet. */
interface Turn {
  readonly since: number
  readonly isFirst: boolean
}

interface QueuedStatement {
  readonly use: ConnectionUse
  readonly statement: PooledStatement
  readonly start: (slot: Slot) => void
  readonly refuse: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * The connection pool. It pipelines: several quick reads share one connection, since waking an idle backend costs more
 * than most reads. No statement is put behind a slow one while another connection is idle; a read that ends up behind
 * one is sent again on an idle connection (a hedged request). The queue is first in, first out, within a rank. A
 * connection is opened when first needed, and again after it broke. When no further one is accepted (max_connections, a
 * pooler's max_client_conn), statements wait for those that are open.
 */
export class ConnectionPool {
  readonly #connect: () => Promise<Client>
  readonly #pipelineDepth: number
  readonly #connections: PooledConnection[]
  readonly #reserved: number
  readonly #queue: QueuedStatement[] = []
  /** Texts of statements that were slow when they last ended. */
  readonly #slow = new Lru<string, true>(MAX_SLOW)
  /** Whether the latest connection was not accepted, and the timer until the next one may be tried. */
  #isRefused = false
  #refusedTimer: NodeJS.Timeout | undefined
  #closed = false

  /**
   * @param pipelineDepth reads in flight on one connection: those behind the first save a round trip
   * @param reserved connections that only callers without another statement in flight may take, and that statements known
   * to be slow never hold all at once: those that wait for a locked table, say, leave some to others
   */
  constructor(connect: () => Promise<Client>, count: number, pipelineDepth = 1, reserved = 0) {
    this.#connect = connect
    this.#pipelineDepth = pipelineDepth
    this.#reserved = reserved
    this.#connections = Array.from({ length: count }, () => ({
      client: undefined,
      connecting: undefined,
      inFlight: [],
      ended: 0,
      use: 'shared',
      headSince: 0,
      averageMs: 0,
    }))
  }

  /** @throws {PoolUnavailable | PoolOverloaded} without a connection; else what `work` throws */
  async run<Value>(
    use: ConnectionUse,
    work: (client: Client) => Promise<Value>,
    given: PooledStatement = {},
  ): Promise<Value> {
    // An object of its own, by which it is found again.
    const statement = { ...given }
    const since = performance.now()
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await this.#attempt(use, work, statement, { since, isFirst })
      } catch (error) {
        if (!(error instanceof NotAccepted)) throw error
        // Nothing was sent. Those that are being opened may be accepted.
        await Promise.allSettled(this.#connections.map(async ({ connecting }) => connecting))
        if (!this.#hasOpen || performance.now() - since > QUEUE_TIMEOUT_MS) throw error
      }
    }
  }

  async #attempt<Value>(
    use: ConnectionUse,
    work: (client: Client) => Promise<Value>,
    statement: PooledStatement,
    turn: Turn,
  ): Promise<Value> {
    const slot = await this.#acquire(use, statement, turn)
    const { connection, position } = slot
    const running = this.#runOn(slot, work)
    if (connection.ended >= position || this.#connections.length === 1) return running
    // How slow a statement is shows only while it runs, and it must not hold up another caller's read.
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => {
        // Only on an idle connection: when all are busy, a second statement would lengthen every wait.
        const isBehind = connection.ended < position
        if (isBehind && !this.#nextConnection('exclusive', statement)) return
        clearInterval(timer)
        if (isBehind) this.run('exclusive', work, statement).then(resolve, () => undefined)
      }, HEDGE_AFTER_MS)
      running.then(resolve, reject).finally(() => clearInterval(timer))
    })
  }

  async #runOn<Value>(slot: Slot, work: (client: Client) => Promise<Value>): Promise<Value> {
    const { connection, statement } = slot
    try {
      if (!connection.client) {
        await this.#clientOf(connection)
        if (connection.inFlight[0] === statement) connection.headSince = performance.now()
      }
      return await work(await this.#clientOf(connection))
    } finally {
      this.#release(slot)
      this.#drainQueue()
    }
  }

  get #hasOpen(): boolean {
    return this.#connections.some(({ client }) => client !== undefined)
  }

  /** Whether the latest further connection was not accepted, the next one is not due, and there are some to wait for. */
  #isFull(): boolean {
    if (!this.#isRefused || !this.#hasOpen) return false
    // One statement at a time tries it: connecting may take as long as its timeout.
    return this.#refusedTimer !== undefined || this.#connections.some(isOpening)
  }

  /** Connections that are open or may be opened, and their share of the reserved ones. */
  #available(): { usable: readonly PooledConnection[]; reserved: number } {
    if (!this.#isFull()) return { usable: this.#connections, reserved: this.#reserved }
    const usable = this.#connections.filter((connection) => connection.client ?? isOpening(connection))
    return { usable, reserved: Math.floor((this.#reserved * usable.length) / this.#connections.length) }
  }

  /** Whether a statement waits for a connection. */
  get hasQueued(): boolean {
    return this.#queue.length > 0
  }

  /** Breaks connections whose server is no longer the one to use; each is opened again when needed. */
  drop(isDropped: (client: Client, isIdle: boolean) => boolean, reason = NOT_PRIMARY): void {
    for (const connection of this.#connections) {
      const { client, inFlight } = connection
      if (!client || !isDropped(client, inFlight.length === 0)) continue
      connection.client = undefined
      client.connection.stream.destroy(new Error(reason))
    }
  }

  /**
   * Breaks connections on which nothing was answered for longer than PostgreSQL lets a statement run: a network forgets
   * connections without closing them. Idle ones may be forgotten too.
   */
  dropSilent(afterMs: number): void {
    const since = performance.now() - afterMs
    const silent = this.#connections.filter(({ inFlight, headSince }) => inFlight.length > 0 && headSince < since)
    const clients = new Set(silent.map(({ client }) => client))
    if (silent.length > 0) this.drop((client, isIdle) => isIdle || clients.has(client), SILENT)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, refuse } of this.#queue.splice(0)) {
      clearTimeout(timer)
      refuse(new PoolUnavailable(STOPPING))
    }
    await Promise.allSettled(this.#connections.map(async ({ client }) => client?.end()))
  }

  #acquire(use: ConnectionUse, statement: PooledStatement, { since, isFirst }: Turn): Promise<Slot> {
    if (this.#closed) return Promise.reject(new PoolUnavailable(STOPPING))
    const connection = this.#nextConnection(use, statement)
    if (connection) return Promise.resolve(occupy(connection, use, statement))
    if (this.#queue.length >= MAX_QUEUED) return Promise.reject(new PoolOverloaded('too many statements are queued'))
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.#queue.splice(this.#queue.indexOf(queued), 1)
        reject(new PoolOverloaded(`no connection was free within ${QUEUE_TIMEOUT_MS / 1000} s`))
      }
      const timer = setTimeout(expire, since + QUEUE_TIMEOUT_MS - performance.now())
      const queued: QueuedStatement = { use, statement, start: resolve, refuse: reject, timer }
      if (isFirst) this.#queue.push(queued)
      else this.#queue.unshift(queued)
    })
  }

  /** A free connection, unless a statement in the queue comes first. */
  #nextConnection(use: ConnectionUse, statement: PooledStatement): PooledConnection | undefined {
    const rank = rankOf(statement)
    const mayWait = ({ statement: queued }: QueuedStatement) =>
      queued.isAdditional === true || rankOf(queued) > rank || this.#isHeldBack(queued)
    return this.#queue.every(mayWait) ? this.#freeConnection(use, statement) : undefined
  }

  /** Whether it is known to be slow, and others that are hold as many connections as they may. */
  #isHeldBack({ text }: PooledStatement): boolean {
    if (text === undefined || !this.#isSlow(text)) return false
    const { usable, reserved } = this.#available()
    const slow = usable.filter(({ inFlight }) =>
      inFlight.some((other) => other.text !== undefined && this.#isSlow(other.text)),
    )
    return slow.length >= usable.length - reserved
  }

  /** Whether the latest of this text took long, or one has been running for long. */
  #isSlow(text: string): boolean {
    const since = performance.now() - SLOW_MS
    const isSlowNow = ({ inFlight, headSince }: PooledConnection) => inFlight[0]?.text === text && headSince <= since
    return this.#slow.get(text) === true || this.#connections.some(isSlowNow)
  }

  /** Starts what is queued, in its order; what has to leave a connection to others does not hold up those behind it. */
  #drainQueue(): void {
    for (const next of inOrder(this.#queue)) {
      const connection = this.#freeConnection(next.use, next.statement)
      if (connection) {
        this.#queue.splice(this.#queue.indexOf(next), 1)
        clearTimeout(next.timer)
        next.start(occupy(connection, next.use, next.statement))
      } else if (!next.statement.isAdditional && !this.#isHeldBack(next.statement)) return
    }
  }

  /**
   * For a read: a busy connection that is soon done; else an idle one, open ones first; else one with room in its
   * pipeline that no slow statement holds up.
   */
  #freeConnection(use: ConnectionUse, statement: PooledStatement): PooledConnection | undefined {
    const now = performance.now()
    let idle = 0
    let open: PooledConnection | undefined
    let unopened: PooledConnection | undefined
    let quickest: PooledConnection | undefined
    let shortestWait = Infinity
    const { usable, reserved } = this.#available()
    for (const connection of usable) {
      if (connection.inFlight.length === 0) {
        idle++
        if (connection.client) open ??= connection
        else unopened ??= connection
      } else if (use === 'shared' && connection.use === 'shared' && connection.inFlight.length < this.#pipelineDepth) {
        const wait = Math.max(connection.inFlight.length * connection.averageMs, now - connection.headSince)
        if (wait >= shortestWait) continue
        quickest = connection
        shortestWait = wait
      }
    }
    if (shortestWait < MAX_PIPELINE_WAIT_MS) return quickest
    const mustLeave = (statement.isAdditional && idle <= reserved) || this.#isHeldBack(statement)
    const taken = mustLeave ? undefined : (open ?? unopened)
    return taken ?? (shortestWait < HEDGE_AFTER_MS ? quickest : undefined)
  }

  #release({ connection, statement }: Slot): void {
    const { inFlight } = connection
    const isHead = inFlight[0] === statement
    inFlight.splice(inFlight.indexOf(statement), 1)
    connection.ended++
    // One that was refused before it was sent says nothing.
    if (!isHead) return
    const now = performance.now()
    const ms = now - connection.headSince
    connection.headSince = now
    if (connection.use === 'shared') connection.averageMs += (ms - connection.averageMs) * AVERAGE_WEIGHT
    if (statement.text === undefined) return
    if (ms >= SLOW_MS) this.#slow.set(statement.text, true)
    else this.#slow.delete(statement.text)
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
      this.#refused()
      throw new NotAccepted('no connection to the database', { cause })
    }
    const forget = () => {
      if (connection.client === client) connection.client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connection.client = client
    if (this.#isRefused) {
      this.#isRefused = false
      this.#drainQueue()
    }
    return client
  }

  #refused(): void {
    this.#isRefused = true
    clearTimeout(this.#refusedTimer)
    this.#refusedTimer = setTimeout(() => {
      this.#refusedTimer = undefined
      this.#drainQueue()
    }, REFUSED_MS).unref()
  }
}

const isOpening = ({ client, inFlight }: PooledConnection): boolean => !client && inFlight.length > 0

const rankOf = ({ rank }: PooledStatement): number => rank?.() ?? 0

/** A copy, by rank; within a rank first in, first out. */
function inOrder(queue: readonly QueuedStatement[]): readonly QueuedStatement[] {
  const ranked = queue.map((queued) => ({ queued, rank: rankOf(queued.statement) }))
  if (ranked.some(({ rank }) => rank > 0)) ranked.sort((one, other) => one.rank - other.rank)
  return ranked.map(({ queued }) => queued)
}

function occupy(connection: PooledConnection, use: ConnectionUse, statement: PooledStatement): Slot {
  if (connection.inFlight.length === 0) connection.headSince = performance.now()
  const position = connection.ended + connection.inFlight.length
  connection.inFlight.push(statement)
  connection.use = use
  return { connection, statement, position }
}
