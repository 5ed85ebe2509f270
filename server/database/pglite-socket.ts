import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { serialize } from 'pg-protocol'
import type { CallerStatement } from './caller-query.ts'
import type { FromEngine, ToEngine } from './pglite-worker.ts'
import { StatementCancel, type SharedWithEngine } from './statement-cancel.ts'

export interface EngineSocketOptions {
  readonly worker: Worker
  readonly shared: SharedWithEngine
  /** Milliseconds a batch may take. */
  readonly limitMs: number
  /** Milliseconds a caller's batch may take while others wait for the session. */
  readonly callerLimitMs: Readonly<Record<CallerStatement['kind'], number>>
  /** The same of a read whose network, or whose account, has used up its share. */
  readonly spentLimitMs: Readonly<Record<'network' | 'account', number>>
  /** Whether the pool has queued statements. */
  readonly hasQueued: () => boolean
  /** Called when the engine timed out or failed, and has to be replaced. */
  readonly onBroken: (reason: string) => void
}

interface Batch {
  /** Queries in it, each with a response to come. */
  readonly queries: number
  /** The kind of a caller's statement; undefined for the server's own. */
  readonly caller: CallerStatement | undefined
}

/** Milliseconds between two checks of the running statement against its limit. */
const WATCHDOG_MS = 25
/** Milliseconds from which a statement counts against the time of its caller: no ordinary one takes so long. */
const COUNTED_MS = 150
/** Milliseconds in which a statement has to end once it is cancelled; then the engine is terminated. */
const CANCEL_MS = 2000

/** Responses are pushed in chunks, as from a network, so that message-limit.ts sees a long one early. */
const CHUNK_BYTES = 1024 * 1024

/**
 * The engine in its thread, as the socket that pg expects. Bytes are sent in batches that end with a Sync, since pg
 * corks what belongs together; the engine answers each batch before it runs the next.
 *
 * PGlite has no `statement_timeout`: a batch that takes too long is cancelled (57014), and an engine that does not react
 * is terminated. There is one session, so a caller's statement has a shorter limit while others wait, and a read an even
 * shorter one when its network or account has used up its share (`session-time.ts`).
 */
export class EngineSocket extends Duplex {
  readonly #options: EngineSocketOptions
  /** Batches sent, and not answered yet. */
  readonly #unanswered: Batch[] = []
  /** Batches whose responses this thread has received: `answered` is ahead of it while responses are buffered. */
  #received: number
  /** When the running batch started, as far as is known, and how many were answered before it. */
  #runningSince = 0
  #answeredBefore = 0
  #cancelledSince = Infinity
  readonly #cancel: StatementCancel
  #watchdog: NodeJS.Timeout | undefined

  constructor(options: EngineSocketOptions) {
    super()
    this.#options = options
    this.#cancel = new StatementCancel(options.shared)
    this.#received = this.#cancel.answered
    options.worker.on('message', this.#receive)
    options.worker.once('exit', this.#engineExited)
  }

  /** Sends one statement of a caller, whose limit is shorter than the server's own. */
  writeForCaller(bytes: Buffer, statement: CallerStatement): void {
    // After what pg has corked.
    if (this.writableCorked > 0 || this.writableLength > 0) this.write(bytes)
    else this.#send([bytes], statement)
  }

  // Called by pg, as on a network socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#watchdog)
    this.#options.worker.off('message', this.#receive)
    this.#options.worker.off('exit', this.#engineExited)
    if (error) this.#options.onBroken(error.message)
    done(error)
  }

  #send(chunks: readonly Buffer[], caller?: CallerStatement): void {
    this.#unanswered.push({ queries: chunks.filter(endsWithSync).length, caller })
    if (this.#unanswered.length === 1) this.#watch()
    const bytes = new Uint8Array(Buffer.concat(chunks))
    this.#options.worker.postMessage(bytes satisfies ToEngine, [bytes.buffer])
  }

  /** Starts the watchdog for the oldest unanswered batch. */
  #watch(): void {
    clearTimeout(this.#watchdog)
    this.#runningSince = performance.now()
    this.#cancelledSince = Infinity
    this.#answeredBefore = this.#received
    this.#watchdog = this.#unanswered.length > 0 ? setTimeout(this.#checkRunning, WATCHDOG_MS) : undefined
  }

  readonly #receive = (message: FromEngine): void => {
    if (message.kind !== 'answers') return
    const ended = this.#unanswered.splice(0, message.batches)
    this.#received += message.batches
    // The engine sends responses as soon as one took long, so that one is the last.
    const ms = performance.now() - this.#runningSince
    if (ms >= COUNTED_MS) ended.at(-1)?.caller?.time?.spend(ms)
    this.#watch()
    const { bytes } = message
    for (let at = 0; at < bytes.length && !this.destroyed; at += CHUNK_BYTES) {
      this.push(bytes.subarray(at, at + CHUNK_BYTES))
    }
  }

  readonly #checkRunning = (): void => {
    const { limitMs, hasQueued } = this.#options
    // Responses of quick batches may be buffered while the next one runs.
    const count = this.#cancel.answered
    const buffered = count - this.#received
    // When this thread was blocked, responses are not received yet, and the running batch may have started just now.
    if (count !== this.#answeredBefore) {
      this.#answeredBefore = count
      this.#runningSince = performance.now()
      this.#cancelledSince = Infinity
    }
    const running = this.#unanswered[buffered]
    const hasOthers = this.#unanswered.length > buffered + 1 || hasQueued()
    const timeoutMs = running?.caller && hasOthers ? this.#limitOf(running.caller) : limitMs
    const now = performance.now()
    if (now - this.#cancelledSince >= CANCEL_MS && running) return this.#stop(buffered, running)
    if (now - this.#runningSince >= timeoutMs && running) {
      this.#cancelledSince = Math.min(this.#cancelledSince, now)
      running.caller?.time?.cancelled()
      this.#cancel.cancel(count)
    }
    this.#watchdog = setTimeout(this.#checkRunning, WATCHDOG_MS)
  }

  #limitOf({ kind, time }: CallerStatement): number {
    const { callerLimitMs, spentLimitMs, limitMs } = this.#options
    const spent = kind === 'read' ? time?.spent : undefined
    return Math.min(spent ? spentLimitMs[spent] : callerLimitMs[kind], limitMs)
  }

  /** Terminates the engine. Batches before this one were answered, but their buffered responses are lost. */
  #stop(buffered: number, stopped: Batch): void {
    const seconds = Math.round((performance.now() - this.#runningSince) / 100) / 10
    const lost = this.#unanswered.slice(0, buffered).reduce((sum, { queries }) => sum + queries, 0)
    for (let count = lost; count > 0; count--) this.push(errorResponse('57P01', 'the engine is stopped'))
    const canceled = errorResponse('57014', `canceling statement due to statement timeout (${seconds} s)`)
    for (let count = stopped.queries; count > 0; count--) this.push(canceled)
    setImmediate(() => this.destroy(new Error('Connection terminated: a statement was stopped')))
  }

  readonly #engineExited = (): void => {
    this.destroy(new Error('Connection terminated: the engine stopped'))
  }
}

/** The messages used here: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SYNC = serialize.sync()
const endsWithSync = (messages: Buffer): boolean => messages.subarray(-SYNC.length).equals(SYNC)

/** ErrorResponse and ReadyForQuery. */
const errorResponse = (sqlState: string, message: string): Buffer =>
  Buffer.concat([wireMessage('E', `SERROR\0VERROR\0C${sqlState}\0M${message}\0\0`), wireMessage('Z', 'I')])

function wireMessage(kind: string, content: string): Buffer {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
