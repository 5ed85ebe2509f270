import type { Database } from '../../database/database.ts'
import { CACHE_ENTRIES, SESSION_CACHE_MS, SESSION_REFRESH_MS } from '../constants.ts'

/** A session whose user may act. */
export interface LiveSession {
  readonly aal: string
  /** Refresh token counter of the newest access token that it has presented, if known. */
  readonly presentedCounter: number | null
  /** Refresh token counter when it was last downgraded; null when it never was. */
  readonly loweredCounter: number | null
}

export interface SessionCheck {
  /**
   * The session, cached for at most five seconds; undefined when it does not exist or its user is banned or deleted.
   * @throws {DatabaseError}
   */
  find(sessionId: string): LiveSession | undefined | Promise<LiveSession | undefined>
  /** Removes sessions from the cache, after this server has revoked them. */
  forget(sessionIds: readonly string[]): void
}

/** Expiring sessions are added to a query up to this size: on the embedded engine all requests wait for it. */
const MAX_BATCH = 200

interface CachedSession {
  readonly session: LiveSession | undefined
  readonly loadedAt: number
  isUsed?: true
}

interface Batch {
  readonly ids: string[]
  /** Undefined until the query is sent. */
  loadedAt?: number
  readonly sessions: Promise<ReadonlyMap<string, LiveSession>>
}

/**
 * Caches sessions, and batches the lookups of one turn of the event loop into one query. Sessions in use that expire soon
 * are reloaded in the same query, so that requests of active users seldom wait for one.
 */
export function createSessionCheck(database: Database, clock: () => Date): SessionCheck {
  /** In the order of `loadedAt`. */
  const cache = new Map<string, CachedSession>()
  /** The query in flight for each session. */
  const pending = new Map<string, Batch>()
  let next: Batch | undefined
  let latest = 0

  /** When the clock was set back, cache ages are meaningless, and everything is loaded again. */
  function now(): number {
    const time = clock().getTime()
    if (time < latest) {
      cache.clear()
      pending.clear()
    }
    return (latest = time)
  }

  function nextBatch(): Batch {
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const batch: Batch = { ids: [], sessions: turn.then(() => load(batch)) }
    return batch
  }

  function add(batch: Batch, sessionId: string): Batch {
    batch.ids.push(sessionId)
    pending.set(sessionId, batch)
    return batch
  }

  async function load(batch: Batch): Promise<ReadonlyMap<string, LiveSession>> {
    next = undefined
    // The time before the query: its result may miss a logout that commits while it runs.
    const loadedAt = now()
    batch.loadedAt = loadedAt
    addExpiringSoon(batch, loadedAt)
    try {
      const rows = await database.query<LiveSession & { readonly id: string }>(
        `select s.id, s.aal, p.counter::double precision as "presentedCounter",
           l.counter::double precision as "loweredCounter"
         from auth.sessions s
           join auth.users u on u.id = s.user_id
           left join server.presented_tokens p on p.session_id = s.id
           left join server.lowered_sessions l on l.session_id = s.id
         where s.id = any($1::uuid[]) and (u.banned_until is null or u.banned_until <= $2) and u.deleted_at is null`,
        [batch.ids, clock()],
        { access: 'read' },
      )
      const sessions = new Map(rows.map((row) => [row.id, row]))
      // Unless the session was removed from the cache while the query ran.
      for (const id of batch.ids) if (pending.get(id) === batch) store(id, { session: sessions.get(id), loadedAt })
      return sessions
    } finally {
      for (const id of batch.ids) if (pending.get(id) === batch) pending.delete(id)
    }
  }

  /** Adds sessions in use that expire soon, and removes unused ones. */
  function addExpiringSoon(batch: Batch, time: number): void {
    for (const [id, { loadedAt, isUsed }] of cache) {
      if (time - loadedAt < SESSION_REFRESH_MS || batch.ids.length >= MAX_BATCH) return
      if (pending.has(id)) continue
      if (isUsed) add(batch, id)
      else cache.delete(id)
    }
  }

  function store(sessionId: string, answer: CachedSession): void {
    cache.delete(sessionId)
    cache.set(sessionId, answer)
    if (cache.size <= CACHE_ENTRIES) return
    const [oldest] = cache.keys()
    if (oldest !== undefined) cache.delete(oldest)
  }

  return {
    find: (sessionId) => {
      const time = now()
      const isFresh = ({ loadedAt = time }: { readonly loadedAt?: number }) => time - loadedAt < SESSION_CACHE_MS
      const known = cache.get(sessionId)
      if (known && isFresh(known)) {
        known.isUsed = true
        return known.session
      }
      const asked = pending.get(sessionId)
      const batch = asked && isFresh(asked) ? asked : add((next ??= nextBatch()), sessionId)
      return batch.sessions.then((sessions) => sessions.get(sessionId))
    },
    forget: (sessionIds) => {
      for (const id of sessionIds) {
        cache.delete(id)
        pending.delete(id)
      }
    },
  }
}
