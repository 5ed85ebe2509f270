/** How often something may happen: `burst` times at once, then `perSecond`. */
export interface Rate {
  readonly burst: number
  readonly perSecond: number
}

/** Keys that are counted at the same time before full buckets are dropped. */
const MAX_KEYS = 10_000

/** A token bucket: a rate limiter in memory. @param now monotonic milliseconds */
export class TokenBucket {
  readonly #rate: Rate
  readonly #now: () => number
  #tokens: number
  #at: number

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate
    this.#now = now
    this.#tokens = rate.burst
    this.#at = now()
  }

  /** Takes tokens, at most `burst`. @returns 0, or the milliseconds until there are so many: then none is taken */
  take(count = 1): number {
    this.#refill()
    if (this.#tokens < count) return Math.ceil(((count - this.#tokens) * 1000) / this.#rate.perSecond)
    this.#tokens -= count
    return 0
  }

  /** Takes tokens, into debt if necessary. @returns milliseconds until the debt is repaid */
  spend(count = 1): number {
    this.#refill()
    this.#tokens -= count
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens * 1000) / this.#rate.perSecond)
  }

  get isFull(): boolean {
    return this.used <= 0
  }

  /** Tokens that were spent and have not come back; more than `burst` are a debt. */
  get used(): number {
    this.#refill()
    return this.#rate.burst - this.#tokens
  }

  #refill(): void {
    const at = this.#now()
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + ((at - this.#at) * this.#rate.perSecond) / 1000)
    this.#at = at
  }
}

/** One bucket for each key, such as a user or a network. */
export class KeyedTokenBuckets {
  readonly #rate: Rate
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  take(key: string, count = 1): number {
    return this.#bucketOf(key).take(count)
  }

  spend(key: string, count = 1): number {
    return this.#bucketOf(key).spend(count)
  }

  used(key: string): number {
    return this.#buckets.get(key)?.used ?? 0
  }

  #bucketOf(key: string): TokenBucket {
    const known = this.#buckets.get(key)
    if (known) return known
    if (this.#buckets.size >= MAX_KEYS) this.#dropFull()
    const bucket = new TokenBucket(this.#rate)
    this.#buckets.set(key, bucket)
    return bucket
  }

  #dropFull(): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull) this.#buckets.delete(key)
  }
}
