import { statfsSync } from 'node:fs'
import type { Log } from '../log.ts'

/**
 * Bytes of free space from which on changes are refused: PostgreSQL stops when its write-ahead log has no room, and cannot
 * start again without. They are two segments of the log, a checkpoint, and one large change.
 */
export const LEAST_FREE = 64 * 2 ** 20
/** Milliseconds for which a look at the disk is good. */
const RECHECK_MS = 100

/** Watches the free space of the embedded database's disk. */
export class FreeSpace {
  readonly #folder: string
  readonly #log: Log
  #isLow = false
  #checkedAt = -Infinity

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  /** Whether callers' changes are refused; what the server itself stores, such as sessions, still has room. */
  get isLow(): boolean {
    const now = performance.now()
    if (now - this.#checkedAt < RECHECK_MS) return this.#isLow
    this.#checkedAt = now
    const wasLow = this.#isLow
    const { bavail, bsize } = statfsSync(this.#folder)
    this.#isLow = bavail * bsize < LEAST_FREE
    if (this.#isLow && !wasLow) this.#log({ kind: 'disk-full', freeBytes: bavail * bsize })
    return this.#isLow
  }
}
