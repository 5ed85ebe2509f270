import type { ServerResponse } from 'node:http'

const MB = 1024 * 1024
/** Bytes of answers that wait in memory for clients that read slowly: of one caller, and of all together. */
const MAX_UNSENT = { caller: 64 * MB, all: 512 * MB } as const
/** Smaller answers are not counted: the system's own buffers take them. */
const COUNTED_FROM = 64 * 1024
/** Milliseconds that a client has to read a counted answer: 24 MiB at 80 KB/s. */
const MAX_SEND_MS = 300_000

/** Bounds the bytes in flight to each caller: an answer counts from when it is there until it is sent. */
export class UnsentAnswers {
  readonly #bytes = new Map<string, number>()
  readonly #maxSendMs: number
  #all = 0

  constructor(maxSendMs = MAX_SEND_MS) {
    this.#maxSendMs = maxSendMs
  }

  /** Whether the caller has to read earlier answers first: asked before the work of a further one is done. */
  isFull(caller: string): boolean {
    return (this.#bytes.get(caller) ?? 0) >= MAX_UNSENT.caller
  }

  /** @returns whether so many bytes more may wait for the caller */
  fits(caller: string, bytes: number): boolean {
    if (bytes < COUNTED_FROM) return true
    return (this.#bytes.get(caller) ?? 0) + bytes <= MAX_UNSENT.caller && this.#all + bytes <= MAX_UNSENT.all
  }

  /** Counts an answer until it is sent or its connection closed; one that takes too long to read is cut off. */
  hold(caller: string, bytes: number, response: ServerResponse): void {
    if (bytes < COUNTED_FROM || response.destroyed) return
    this.#add(caller, bytes)
    const late = setTimeout(() => response.destroy(), this.#maxSendMs).unref()
    response.once('close', () => {
      clearTimeout(late)
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
