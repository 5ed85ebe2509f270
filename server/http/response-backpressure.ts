import type { ServerResponse } from 'node:http'

const MB = 1024 * 1024
/** Bytes of responses in memory that slow clients have not read: of one caller, and of all. */
const MAX_UNSENT = { caller: 64 * MB, all: 512 * MB } as const
/** Smaller responses are not counted: they fit the operating system's buffers. */
const MIN_COUNTED = 64 * 1024
/** Milliseconds that a client has to read a counted response: 24 MiB at 80 KB/s. */
const SEND_TIMEOUT_MS = 300_000

/** Backpressure: limits the bytes of responses in flight to each caller, from when they are built until they are sent. */
export class ResponseBackpressure {
  readonly #bytes = new Map<string, number>()
  readonly #sendTimeoutMs: number
  #all = 0

  constructor(sendTimeoutMs = SEND_TIMEOUT_MS) {
    this.#sendTimeoutMs = sendTimeoutMs
  }

  /** Whether the caller must read earlier responses first; checked before the next query runs. */
  isFull(caller: string): boolean {
    return (this.#bytes.get(caller) ?? 0) >= MAX_UNSENT.caller
  }

  /** Whether a response of this size may be added for the caller. */
  fits(caller: string, bytes: number): boolean {
    if (bytes < MIN_COUNTED) return true
    return (this.#bytes.get(caller) ?? 0) + bytes <= MAX_UNSENT.caller && this.#all + bytes <= MAX_UNSENT.all
  }

  /** Counts a response until it is sent or its connection closes; closes the connection when that takes too long. */
  hold(caller: string, bytes: number, response: ServerResponse): void {
    if (bytes < MIN_COUNTED || response.destroyed) return
    this.#add(caller, bytes)
    const timeout = setTimeout(() => response.destroy(), this.#sendTimeoutMs).unref()
    response.once('close', () => {
      clearTimeout(timeout)
      this.#add(caller, -bytes)
    })
  }

  #add(caller: string, bytes: number): void {
    this.#all += bytes
    const left = (this.#bytes.get(caller) ?? 0) + bytes
    if (left > 0) this.#bytes.set(caller, left)
    else this.#bytes.delete(caller)
  }
}
