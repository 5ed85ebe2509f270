import type { Database } from '../database/database.ts'

export interface PresentedTokens {
  /** Records, in the background, that a session has presented an access token of this refresh token counter. */
  note(sessionId: string, counter: number): void
}

/** All that is noted in one turn of the event loop is one statement. A failed one is repeated by the session's next check. */
export function createPresentedTokens(database: Database): PresentedTokens {
  const waiting = new Map<string, number>()

  async function write(): Promise<void> {
    const noted = [...waiting]
    waiting.clear()
    await database.query(
      `insert into server.presented_tokens as p (session_id, counter)
       select * from unnest($1::uuid[], $2::bigint[])
       on conflict (session_id) do update set counter = excluded.counter where p.counter < excluded.counter`,
      [noted.map(([id]) => id), noted.map(([, counter]) => counter)],
    )
  }

  return {
    note: (sessionId, counter) => {
      if (waiting.size === 0) setImmediate(() => void write().catch(() => undefined))
      waiting.set(sessionId, Math.max(counter, waiting.get(sessionId) ?? 0))
    },
  }
}
