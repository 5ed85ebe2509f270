import { KeyedTokenBuckets, type Rate } from '../token-bucket.ts'

/** Bindings of one user on all sockets: fifty tabs with ten lists each. One query checks them all. */
const MAX_BINDINGS_PER_USER = 500

/** Open sockets of all networks: each holds a descriptor and some memory, whatever RATE_LIMIT_FACTOR is. */
const MAX_SOCKETS = 20_000

/** Rate limits of live changes, scaled by RATE_LIMIT_FACTOR. */
const LIMITS = {
  /** Open sockets of one network: an office of some hundred users behind one address, with a few tabs each. */
  socketsPerNetwork: 1000,
  /** Open sockets of one network that have not joined a channel yet. */
  unjoinedPerNetwork: 200,
  /** New sockets of one network: a whole office reconnects at once when the server restarts. */
  newPerNetwork: { burst: 1000, perSecond: 50 },
  /** Open sockets of one user: tabs and devices. */
  socketsPerUser: 50,
  /** Joins of one user: every tab joins its lists again when the server restarts. */
  joinsPerUser: { burst: 300, perSecond: 30 },
  /** Joins on one socket, refused ones included. */
  joinsPerSocket: { burst: 100, perSecond: 10 },
  /** Messages on one socket: a few for each join, and a heartbeat every 25 s. */
  messagesPerSocket: { burst: 400, perSecond: 40 },
} as const

interface NetworkUse {
  sockets: number
  unjoined: number
}

interface UserUse {
  sockets: number
  bindings: number
}

/** Limits open sockets, joins and bindings per network, per user and per server. */
export class SocketLimits {
  readonly #factor: number
  readonly #networks = new Map<string, NetworkUse>()
  readonly #users = new Map<string, UserUse>()
  readonly #opened: KeyedTokenBuckets
  readonly #joins: KeyedTokenBuckets
  #sockets = 0

  /** @param factor RATE_LIMIT_FACTOR */
  constructor(factor: number) {
    this.#factor = factor
    this.#opened = new KeyedTokenBuckets(this.#scaled(LIMITS.newPerNetwork))
    this.#joins = new KeyedTokenBuckets(this.#scaled(LIMITS.joinsPerUser))
  }

  get joinsPerSocket(): Rate {
    return this.#scaled(LIMITS.joinsPerSocket)
  }

  get messagesPerSocket(): Rate {
    return this.#scaled(LIMITS.messagesPerSocket)
  }

  /** Whether the server has reached its limit of sockets. */
  get isFull(): boolean {
    return this.#sockets >= MAX_SOCKETS
  }

  /** Counts a new socket of a network. @returns undefined when there are too many */
  open(network: string): SocketUse | undefined {
    const use = this.#networks.get(network) ?? { sockets: 0, unjoined: 0 }
    if (use.sockets >= LIMITS.socketsPerNetwork * this.#factor) return undefined
    if (use.unjoined >= LIMITS.unjoinedPerNetwork * this.#factor) return undefined
    if (this.#opened.take(network) > 0) return undefined
    this.#networks.set(network, use)
    this.#sockets++
    use.sockets++
    use.unjoined++
    let hasJoined = false
    let isClosed = false
    /** Bindings on this socket. It counts for every user who has some, or else for the last one who had. */
    const bindingsOf = new Map<string, number>()
    const add = (userId: string, added: number) => {
      this.#countOfUser(userId, bindingsOf.has(userId) ? 0 : 1, added)
      bindingsOf.set(userId, (bindingsOf.get(userId) ?? 0) + added)
    }
    const release = (userId: string, bindings: number) => {
      this.#countOfUser(userId, -1, -bindings)
      bindingsOf.delete(userId)
    }
    return {
      join: (userId, added) => {
        if (isClosed) return 'The connection is closed'
        const reason = this.#refusal(userId, added, userId !== undefined && bindingsOf.has(userId))
        if (reason !== undefined) return reason
        if (!hasJoined) use.unjoined--
        hasJoined = true
        if (userId === undefined) return undefined
        add(userId, added)
        for (const [other, bindings] of bindingsOf) if (other !== userId && bindings === 0) release(other, 0)
        return undefined
      },
      leave: (userId, removed) => {
        if (userId === undefined || !bindingsOf.has(userId)) return
        add(userId, -removed)
        if (bindingsOf.get(userId) === 0 && bindingsOf.size > 1) release(userId, 0)
      },
      close: () => {
        isClosed = true
        for (const [userId, bindings] of bindingsOf) release(userId, bindings)
        this.#sockets--
        use.sockets--
        if (!hasJoined) use.unjoined--
        if (use.sockets === 0) this.#networks.delete(network)
      },
    }
  }

  /** Callers with the secret key are no users, and have no limit. */
  #refusal(userId: string | undefined, added: number, isCounted: boolean): string | undefined {
    if (userId === undefined) return undefined
    const { sockets, bindings } = this.#users.get(userId) ?? { sockets: 0, bindings: 0 }
    const maxSockets = LIMITS.socketsPerUser * this.#factor
    if (!isCounted && sockets >= maxSockets) return `Too many connections of this account: at most ${maxSockets}`
    if (bindings + added > MAX_BINDINGS_PER_USER) {
      return `Too many subscriptions of this account: at most ${MAX_BINDINGS_PER_USER}`
    }
    return this.#joins.take(userId) > 0 ? 'Too many joins of this account: try again in some seconds' : undefined
  }

  #countOfUser(userId: string, sockets: number, bindings: number): void {
    const use = this.#users.get(userId) ?? { sockets: 0, bindings: 0 }
    use.sockets += sockets
    use.bindings += bindings
    if (use.sockets === 0) this.#users.delete(userId)
    else this.#users.set(userId, use)
  }

  #scaled({ burst, perSecond }: Rate): Rate {
    return { burst: Math.max(1, burst * this.#factor), perSecond: perSecond * this.#factor }
  }
}

/** The counters of one open socket. */
export interface SocketUse {
  /** Counts the bindings of a join, or of a channel that gets this user's token. @returns why it is refused */
  join(userId: string | undefined, bindings: number): string | undefined
  leave(userId: string | undefined, bindings: number): void
  close(): void
}
