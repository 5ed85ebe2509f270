import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { serialize } from 'pg-protocol'
import type { CallerStatement } from './caller-query.ts'
import type { FromEngine, ToEngine } from './pglite-worker.ts'

export interface EngineSocketOptions {
  readonly engine: Worker
  /** Counts the batches that the engine has answered, see EngineOptions. */
  readonly answered: Int32Array
  /** Milliseconds a batch may take. */
  readonly limitMs: number
  /** Milliseconds a caller's batch may take while others wait. */
  readonly callerLimitMs: Readonly<Record<CallerStatement, number>>
  /** Whether somebody waits who has not been sent yet. */
  readonly isWaitedFor: () => boolean
  /** Called when the engine is late or cannot be believed any more, and has to be replaced. */
  readonly onBroken: (reason: string) => void
}

interface Batch {
  /** How many queries wait for its answer. */
  readonly queries: number
  /** What a caller's does; undefined for the server's own. */
  readonly caller: CallerStatement | undefined
}

/** Milliseconds between two looks at which statement runs, and whether another waits for it. */
const LOOK_MS = 50

/** Answers arrive in pieces, as from the network: one that is too long is noticed by its first (message-limit.ts). */
const PIECE_BYTES = 1024 * 1024

/**
 * The engine in its thread, as the socket that pg wants. Bytes go over in batches that end with a Sync, since pg corks
 * what belongs together, and each batch is answered before the next one is taken up.
 *
 * PGlite does not know `statement_timeout`, and nothing interrupts WebAssembly: when a batch takes too long, whoever waits
 * for it is told 57014 (query canceled) and the thread is ended. A caller's statement is stopped early when others wait
 * for it, since there is one session.
 */
export class EngineSocket extends Duplex {
  readonly #options: EngineSocketOptions
  /** Batches that were sent and not answered yet. */
  readonly #unanswered: Batch[] = []
  /** What `answered` counts to when nothing is under way here. */
  #told: number
  /** Since when the batch that runs has been running, as far as is known, and how many were answered before it. */
  #runningSince = 0
  #answeredBefore = 0
  #watchdog: NodeJS.Timeout | undefined

  constructor(options: EngineSocketOptions) {
    super()
    this.#options = options
    this.#told = Atomics.load(options.answered, 0)
    options.engine.on('message', this.#receive)
    options.engine.once('exit', this.#fall)
  }

  /** Sends one statement of a caller, which others do not wait long for. */
  writeForCaller(bytes: Buffer, kind: CallerStatement): void {
    // What pg holds back must not be overtaken.
    if (this.writableCorked > 0 || this.writableLength > 0) this.write(bytes)
    else this.#send([bytes], kind)
  }

  // What pg calls on a socket of the network.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  override _read(): void {
    // Nothing to ask for: answers are pushed as they come.
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
    this.#options.engine.off('message', this.#receive)
    this.#options.engine.off('exit', this.#fall)
    if (error) this.#options.onBroken(error.message)
    done(error)
  }

  #send(chunks: readonly Buffer[], caller?: CallerStatement): void {
    this.#unanswered.push({ queries: chunks.filter(endsWithSync).length, caller })
    if (this.#unanswered.length === 1) this.#watch()
    const bytes = new Uint8Array(Buffer.concat(chunks))
    this.#options.engine.postMessage(bytes satisfies ToEngine, [bytes.buffer])
  }

  /** The first of what is unanswered begins to run. */
  #watch(): void {
    clearTimeout(this.#watchdog)
    this.#runningSince = performance.now()
    this.#answeredBefore = this.#told
    this.#watchdog = this.#unanswered.length > 0 ? setTimeout(this.#look, LOOK_MS) : undefined
  }

  readonly #receive = (message: FromEngine): void => {
    if (message.kind !== 'answers') return
    this.#unanswered.splice(0, message.batches)
    this.#told += message.batches
    this.#watch()
    const { bytes } = message
    for (let at = 0; at < bytes.length && !this.destroyed; at += PIECE_BYTES) {
      this.push(bytes.subarray(at, at + PIECE_BYTES))
    }
  }

  readonly #look = (): void => {
    const { answered, callerLimitMs, limitMs, isWaitedFor } = this.#options
    // Answers of quick batches may be held back while the one after them runs.
    const count = Atomics.load(answered, 0)
    const held = count - this.#told
    // When this thread stood still, answers wait unread: what runs now may have begun just now.
    if (count !== this.#answeredBefore) {
      this.#answeredBefore = count
      this.#runningSince = performance.now()
    }
    const running = this.#unanswered[held]
    const isWaited = this.#unanswered.length > held + 1 || isWaitedFor()
    const mostMs = running?.caller && isWaited ? Math.min(callerLimitMs[running.caller], limitMs) : limitMs
    if (running && performance.now() - this.#runningSince >= mostMs) return this.#stop(held, running)
    this.#watchdog = setTimeout(this.#look, LOOK_MS)
  }

  /** Those before it were answered, but their answers end with the thread. */
  #stop(held: number, stopped: Batch): void {
    const seconds = Math.round((performance.now() - this.#runningSince) / 100) / 10
    const lost = this.#unanswered.slice(0, held).reduce((sum, { queries }) => sum + queries, 0)
    for (let count = lost; count > 0; count--) this.push(refusal('57P01', 'the engine is stopped'))
    const canceled = refusal('57014', `canceling statement due to statement timeout (${seconds} s)`)
    for (let count = stopped.queries; count > 0; count--) this.push(canceled)
    setImmediate(() => this.destroy(new Error('Connection terminated: a statement was stopped')))
  }

  readonly #fall = (): void => {
    this.destroy(new Error('Connection terminated: the engine stopped'))
  }
}

/** The messages used here: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SYNC = serialize.sync()
const endsWithSync = (messages: Buffer): boolean => messages.subarray(-SYNC.length).equals(SYNC)

/** ErrorResponse and ReadyForQuery. */
const refusal = (sqlState: string, message: string): Buffer =>
  Buffer.concat([wireMessage('E', `SERROR\0VERROR\0C${sqlState}\0M${message}\0\0`), wireMessage('Z', 'I')])

function wireMessage(kind: string, content: string): Buffer {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
