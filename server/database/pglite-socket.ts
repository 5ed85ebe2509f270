import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'

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
  readonly #onLate: (afterMs: number) => void
  #unanswered = 0
  #watchdog: NodeJS.Timeout | undefined

  constructor(engine: Worker, limitMs: number, onLate: (afterMs: number) => void) {
    super()
    this.#engine = engine
    this.#limitMs = limitMs
    this.#onLate = onLate
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
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
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
    done(error)
  }

  #send(bytes: Buffer): void {
    this.#unanswered++
    this.#watchdog ??= setTimeout(this.#stop, this.#limitMs)
    const copy = new Uint8Array(bytes)
    this.#engine.postMessage(copy, [copy.buffer])
  }

  readonly #receive = (answer: unknown): void => {
    if (!Array.isArray(answer)) return
    clearTimeout(this.#watchdog)
    this.#unanswered--
    this.#watchdog = this.#unanswered > 0 ? setTimeout(this.#stop, this.#limitMs) : undefined
    for (const chunk of answer as Uint8Array[]) this.push(chunk)
  }

  readonly #stop = (): void => {
    this.push(queryCanceled(`canceling statement due to statement timeout (${this.#limitMs / 1000} s)`))
    this.#onLate(this.#limitMs)
    setImmediate(() => this.destroy(new Error('Connection terminated: the statement was stopped')))
  }

  readonly #fall = (): void => {
    this.destroy(new Error('Connection terminated: the engine stopped'))
  }
}

/** An ErrorResponse message: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function queryCanceled(message: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C57014\0M${message}\0\0`)
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
}
