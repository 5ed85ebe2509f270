import type { Database } from '../../database/database.ts'
import { networksOf } from '../../http/network.ts'
import { CACHE_ENTRIES, type LimitRule, LIMITS } from '../constants.ts'
import { Lru } from '../../lru.ts'

export type LimitName = keyof typeof LIMITS

export interface LimitCheck {
  readonly limit: LimitName
  /** The key that attempts are counted by, e.g. an address. */
  readonly of: string
}

export interface Limits {
  /**
   * Counts one attempt under each limit in turn, up to the first that refuses it.
   * @returns seconds to wait; 0 when the attempt is allowed
   */
  admit(...checks: readonly LimitCheck[]): Promise<number>
  /** Subtracts an attempt that was allowed. */
  giveBack(...checks: readonly LimitCheck[]): Promise<void>
  /** Resets the count of a limit. */
  reset(check: LimitCheck): Promise<void>
}

/**
 * A failed sign-in counts for its network and the networks around it. Narrow ones come first, as in every statement, so
 * that concurrent statements lock counters in the same order.
 * @example
 * failedSignInsOf('192.0.2.7').map(limitKey)
 * // ['failed-sign-ins-of-host:192.0.2.7', 'failed-sign-ins-of-range:192.0.2.0/24']
 * failedSignInsOf('2001:db8:1:203::7').map(({ of }) => of)
 * // ['2001:db8:1:203::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']
 */
export const failedSignInsOf = (address: string): LimitCheck[] => {
  const { host, range, site } = networksOf(address)
  return [
    { limit: 'failed-sign-ins-of-host', of: host },
    { limit: 'failed-sign-ins-of-range', of: range },
    ...(site === range ? [] : [{ limit: 'failed-sign-ins-of-site', of: site } as const]),
  ]
}

/**
 * The key of a limit's counter, in the table that all nodes share.
 * @example
 * limitKey({ limit: 'sign-up', of: '192.0.2.7' }) // 'sign-up:192.0.2.7'
 */
export const limitKey = ({ limit, of }: LimitCheck): string => `${limit}:${of}`

/** The rate limiter of accounts: counters in the database, which all nodes share. */
export function createLimits(database: Database, factor: number, clock: () => Date): Limits {
  return {
    admit: async (...checks) => {
      const at = clock()
      const rules = checks.map(({ limit }): LimitRule => LIMITS[limit])
      const [row] = await database.query<{ wait: number }>(
        'select server.check_limits($1, $2, $3, $4, $5, $6) as wait',
        [
          at,
          checks.map(limitKey),
          rules.map(({ allowed }) => scaled(allowed, factor)),
          rules.map(({ within }) => within),
          rules.map(({ waits }) => waits?.first ?? null),
          rules.map(({ waits }) => waits?.longest ?? null),
        ],
      )
      return row?.wait ?? 0
    },
    giveBack: async (...checks) => {
      await database.query(
        'update server.rate_limits set hits = greatest(hits - 1, 0), free_at = null where key = any($1)',
        [checks.map(limitKey)],
      )
    },
    reset: async (check) => {
      await database.query('delete from server.rate_limits where key = $1', [limitKey(check)])
    },
  }
}

/**
 * A rate limit in this node's memory, for refreshes: a refresh is one short statement, and a counter in the database would
 * add half of its cost.
 * @returns seconds to wait; 0 when the attempt is allowed
 * @example
 * const admit = createLocalLimit({ allowed: 2, seconds: 60 }, 1, () => new Date('2026-03-02T09:00Z'))
 * admit('5f0c') // 0
 * admit('5f0c') // 0
 * admit('5f0c') // 60
 */
export function createLocalLimit(
  { allowed, seconds }: { readonly allowed: number; readonly seconds: number },
  factor: number,
  clock: () => Date,
): (key: string) => number {
  const counters = new Lru<string, { readonly endsAt: number; hits: number }>(CACHE_ENTRIES)
  return (key) => {
    const now = clock().getTime()
    let counter = counters.get(key)
    const latest = now + seconds * 1000
    // One that ends later was begun while the clock was ahead.
    if (!counter || counter.endsAt <= now || counter.endsAt > latest) {
      counter = { endsAt: latest, hits: 0 }
      counters.set(key, counter)
    }
    counter.hits += 1
    return counter.hits <= scaled(allowed, factor) ? 0 : Math.ceil((counter.endsAt - now) / 1000)
  }
}

/** Applies RATE_LIMIT_FACTOR; at least one attempt is allowed. */
const scaled = (allowed: number, factor: number): number => Math.max(1, Math.round(allowed * factor))
