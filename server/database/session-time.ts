import { KeyedTokenBuckets, type Rate } from '../token-bucket.ts'

/** Milliseconds of the one session that an account, and a network, may take with slow statements. */
const SHARE: Rate = { burst: 500, perSecond: 100 }
/** Milliseconds of one statement that count: alone it may take long. */
const LONGEST_COUNTED_MS = 2000
/** Milliseconds used up from which no more are counted, so that no one waits much longer than until they are repaid. */
const MOST_USED_MS = 2000

/** Counts the time that slow statements take of the embedded engine's one session. */
export class SessionTime {
  readonly #accounts = new KeyedTokenBuckets(SHARE)
  readonly #networks = new KeyedTokenBuckets(SHARE)

  /** For one statement; an empty or missing key is not counted, such as that of the server's own requests. */
  of(account: string | undefined, network: string | undefined): CallerTime {
    return new CallerTime(new Share(this.#accounts, account), new Share(this.#networks, network))
  }
}

/** Session time that the caller of a statement has used. */
export class CallerTime {
  readonly #account: Share
  readonly #network: Share
  #isNetworksFault = false

  constructor(account: Share, network: Share) {
    this.#account = account
    this.#network = network
  }

  spend(ms: number): void {
    this.#account.spend(Math.min(ms, LONGEST_COUNTED_MS))
    this.#network.spend(Math.min(ms, LONGEST_COUNTED_MS))
  }

  /** Milliseconds that the account has used beyond its share: who has none goes first. */
  get overdrawnMs(): number {
    return this.#account.overdrawnMs
  }

  /** Whose share is used up. */
  get spent(): 'account' | 'network' | undefined {
    if (this.#account.isSpent) return 'account'
    return this.#network.isSpent ? 'network' : undefined
  }

  /** Remembers, when the statement is cancelled, whether others of its network are the reason. */
  cancelled(): void {
    this.#isNetworksFault = this.spent === 'network'
  }

  get isNetworksFault(): boolean {
    return this.#isNetworksFault
  }

  get secondsToRepay(): number {
    return Math.max(1, Math.ceil(this.#network.overdrawnMs / SHARE.perSecond))
  }
}

class Share {
  readonly #buckets: KeyedTokenBuckets
  readonly #key: string | undefined

  constructor(buckets: KeyedTokenBuckets, key: string | undefined) {
    this.#buckets = buckets
    this.#key = key || undefined
  }

  get overdrawnMs(): number {
    return Math.max(0, this.#usedMs - SHARE.burst)
  }

  get isSpent(): boolean {
    return this.overdrawnMs > 0
  }

  spend(ms: number): void {
    if (this.#key !== undefined && this.#usedMs < MOST_USED_MS) this.#buckets.spend(this.#key, ms)
  }

  get #usedMs(): number {
    return this.#key === undefined ? 0 : this.#buckets.used(this.#key)
  }
}
