import type { Database } from '../database/database.ts'
import { CACHE_ENTRIES, SESSION_CHECK_MS } from './constants.ts'
import { Lru } from './lru.ts'

export interface SessionCheck {
  /** Whether the session exists and its person may act; at most five seconds old. @throws {DatabaseError} */
  isLive(sessionId: string): boolean | Promise<boolean>
  /** Asks anew at the next use; called where this node ends sessions itself. */
  forget(sessionIds: readonly string[]): void
}

interface Answer {
  readonly live: boolean
  readonly askedAt: number
}

/** Sessions asked for in one turn of the event loop travel in one query. */
export function createSessionCheck(database: Database, clock: () => Date): SessionCheck {
  const answers = new Lru<string, Answer>(CACHE_ENTRIES)
  const pending = new Map<string, Promise<boolean>>()
  let batch: { readonly ids: string[]; readonly live: Promise<Set<string>> } | undefined

  function nextBatch() {
    const ids: string[] = []
    const live = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batch = undefined
      return ask(ids)
    })
    return { ids, live }
  }

  async function ask(ids: readonly string[]): Promise<Set<string>> {
    // The moment before the query counts: a logout that commits while it runs may not be in its answer.
    const askedAt = clock().getTime()
    const rows = await database.query<{ id: string }>(
      `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and (u.banned_until is null or u.banned_until <= $2) and u.deleted_at is null`,
      [ids, new Date(askedAt)],
      { access: 'read' },
    )
    const live = new Set(rows.map(({ id }) => id))
    for (const id of ids) answers.set(id, { live: live.has(id), askedAt })
    return live
  }

  return {
    isLive: (sessionId) => {
      const known = answers.get(sessionId)
      if (known && clock().getTime() - known.askedAt < SESSION_CHECK_MS) return known.live
      const asked = pending.get(sessionId)
      if (asked) return asked
      batch ??= nextBatch()
      batch.ids.push(sessionId)
      const answer = batch.live.then((live) => live.has(sessionId)).finally(() => pending.delete(sessionId))
      pending.set(sessionId, answer)
      return answer
    },
    forget: (sessionIds) => {
      for (const id of sessionIds) answers.delete(id)
    },
  }
}
