import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { serialize } from 'pg-protocol'
import type { FromEngine, ToEngine } from './pglite-worker.ts'

/**
 * The engine in its thread, as the socket that pg wants. Bytes go over in batches that end with a Sync, since pg corks
 * what belongs together, and each batch is answered before the next one is taken up.
 *
 * PGlite does not know `statement_timeout`: when a batch takes longer than `limitMs`, whoever waits for it is told
 * 57014 (query canceled) and the thread is ended.
 */
export class EngineSocket extends Duplex {
  readonly #engine: Worker
  readonly #limitMs: number
  readonly #onBroken: (reason: string) => void
  /** For each batch that was sent, how many queries wait for its answer. */
  readonly #unanswered: number[] = []
  #watchdog: NodeJS.Timeout | undefined

  /** @param onBroken called when the engine is late or cannot be believed any more, and has to be replaced */
  constructor(engine: Worker, limitMs: number, onBroken: (reason: string) => void) {
    super()
    this.#engine = engine
    this.#limitMs = limitMs
    this.#onBroken = onBroken
    engine.on('message', this.#receive)
    engine.once('exit', this.#fall)
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
    this.#engine.off('message', this.#receive)
    this.#engine.off('exit', this.#fall)
    if (error) this.#onBroken(error.message)
    done(error)
  }

  #send(chunks: readonly Buffer[]): void {
    this.#unanswered.push(chunks.filter(endsWithSync).length)
    this.#watchdog ??= setTimeout(this.#stop, this.#limitMs)
    const bytes = new Uint8Array(Buffer.concat(chunks))
    this.#engine.postMessage(bytes satisfies ToEngine, [bytes.buffer])
  }

  readonly #receive = (message: FromEngine): void => {
    if (message.kind !== 'answers') return
    clearTimeout(this.#watchdog)
    this.#unanswered.splice(0, message.batches)
    this.#watchdog = this.#unanswered.length > 0 ? setTimeout(this.#stop, this.#limitMs) : undefined
    this.push(message.bytes)
  }

  /** Which query of the batch it was is not known, so that all of it are told. */
  readonly #stop = (): void => {
    const refusal = queryCanceled(`canceling statement due to statement timeout (${this.#limitMs / 1000} s)`)
    for (let count = this.#unanswered[0] ?? 0; count > 0; count--) this.push(refusal)
    setImmediate(() => this.destroy(new Error('Connection terminated: the statement was stopped')))
  }

  readonly #fall = (): void => {
    this.destroy(new Error('Connection terminated: the engine stopped'))
  }
}

/** The messages used here: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const SYNC = serialize.sync()
const endsWithSync = (messages: Buffer): boolean => messages.subarray(-SYNC.length).equals(SYNC)

/** ErrorResponse and ReadyForQuery. */
const queryCanceled = (message: string): Buffer =>
  Buffer.concat([wireMessage('E', `SERROR\0VERROR\0C57014\0M${message}\0\0`), wireMessage('Z', 'I')])

function wireMessage(kind: string, content: string): Buffer {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
