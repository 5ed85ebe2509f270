import type { Caller } from '../database/caller.ts'
import { KeyedTokenBuckets, type Rate } from '../token-bucket.ts'

/** Rows of one write at most, as many as one response holds. */
export const MAX_ROWS_WRITTEN = 1000

/**
 * Rate limit of one user's writes on one server: normal use is a few a second and a few hundred rows a day. Scaled by
 * RATE_LIMIT_FACTOR. Counted in memory: a counter in the database would be another write.
 */
const WRITES: Rate = { burst: 300, perSecond: 30 }
/** Rows of these writes: an import fits into the burst. The database limits their bytes. */
const ROWS: Rate = { burst: 20_000, perSecond: 1 }

/**
 * @example
 * const limit = new WriteLimit(1)
 * const ana = { role: 'authenticated', userId: 'ana', claims: '{}' } as const
 * limit.admit(ana, 1000) // 0
 * limit.spend(ana, 30_000)
 * limit.admit(ana, 1) > 0 // true
 */
export class WriteLimit {
  readonly #writes: KeyedTokenBuckets
  readonly #rows: KeyedTokenBuckets

  constructor(factor: number) {
    this.#writes = new KeyedTokenBuckets(scaled(WRITES, factor, 1))
    this.#rows = new KeyedTokenBuckets(scaled(ROWS, factor, MAX_ROWS_WRITTEN))
  }

  /** Counts a write of a signed-in user; the service role is not limited. @returns seconds to wait, or 0 */
  admit({ userId }: Caller, rows: number): number {
    if (userId === undefined) return 0
    const waitMs = this.#writes.take(userId) || this.#rows.take(userId, rows)
    return Math.ceil(waitMs / 1000)
  }

  /** Counts the rows that an update or delete has matched. */
  spend({ userId }: Caller, rows: number): void {
    if (userId !== undefined && rows > 0) this.#rows.spend(userId, rows)
  }
}

/** @param least a burst that must always pass */
const scaled = ({ burst, perSecond }: Rate, factor: number, least: number): Rate => ({
  burst: Math.max(least, burst * factor),
  perSecond: perSecond * factor,
})
