import type { Database } from '../../database/database.ts'
import { CACHE_ENTRIES, SESSION_CHECK_MS, SESSION_RENEWAL_MS } from '../constants.ts'

/** A session whose user may act. */
export interface LiveSession {
  readonly aal: string
  /** Of the newest access token that it has presented, if that is known. */
  readonly presentedCounter: number | null
  /** Of the newest access token from before it was last lowered; null when it never was. */
  readonly loweredCounter: number | null
}

export interface SessionCheck {
  /**
   * The session as it was at most five seconds ago; undefined when it does not exist or its user may not act.
   * @throws {DatabaseError}
   */
  find(sessionId: string): LiveSession | undefined | Promise<LiveSession | undefined>
  /** Forgets sessions that this server has ended. */
  forget(sessionIds: readonly string[]): void
}

/** Sessions in one query up to which others are added: on the embedded engine everybody waits for it. */
const MOST_AT_ONCE = 200

interface Answer {
  readonly session: LiveSession | undefined
  readonly askedAt: number
  isUsed?: true
}

interface Question {
  readonly ids: string[]
  /** Undefined until it is asked. */
  askedAt?: number
  readonly sessions: Promise<ReadonlyMap<string, LiveSession>>
}

/**
 * Sessions asked for in one turn of the event loop travel in one query. Those that will be due soon travel with them if
 * they have been used meanwhile, so that people at work are asked for together and seldom wait for it.
 */
export function createSessionCheck(database: Database, clock: () => Date): SessionCheck {
  /** In the order of `askedAt`. */
  const answers = new Map<string, Answer>()
  /** The query in flight for each session. */
  const pending = new Map<string, Question>()
  let next: Question | undefined
  let latest = 0

  /** When the clock was set back, cache ages are meaningless, and everything is loaded again. */
  function now(): number {
    const time = clock().getTime()
    if (time < latest) {
      answers.clear()
      pending.clear()
    }
    return (latest = time)
  }

  function nextQuestion(): Question {
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const question: Question = { ids: [], sessions: turn.then(() => ask(question)) }
    return question
  }

  function add(question: Question, sessionId: string): Question {
    question.ids.push(sessionId)
    pending.set(sessionId, question)
    return question
  }

  async function ask(question: Question): Promise<ReadonlyMap<string, LiveSession>> {
    next = undefined
    // The moment before the query counts: a logout that commits while it runs may not be in its answer.
    const askedAt = now()
    question.askedAt = askedAt
    addThoseDueSoon(question, askedAt)
    try {
      const rows = await database.query<LiveSession & { readonly id: string }>(
        `select s.id, s.aal, p.counter::double precision as "presentedCounter",
           l.counter::double precision as "loweredCounter"
         from auth.sessions s
           join auth.users u on u.id = s.user_id
           left join server.presented_tokens p on p.session_id = s.id
           left join server.lowered_sessions l on l.session_id = s.id
         where s.id = any($1::uuid[]) and (u.banned_until is null or u.banned_until <= $2) and u.deleted_at is null`,
        [question.ids, clock()],
        { access: 'read' },
      )
      const sessions = new Map(rows.map((row) => [row.id, row]))
      // Not of a session that was forgotten while the query ran.
      for (const id of question.ids) if (pending.get(id) === question) keep(id, { session: sessions.get(id), askedAt })
      return sessions
    } finally {
      for (const id of question.ids) if (pending.get(id) === question) pending.delete(id)
    }
  }

  /** Who has not come again is forgotten. */
  function addThoseDueSoon(question: Question, time: number): void {
    for (const [id, { askedAt, isUsed }] of answers) {
      if (time - askedAt < SESSION_RENEWAL_MS || question.ids.length >= MOST_AT_ONCE) return
      if (pending.has(id)) continue
      if (isUsed) add(question, id)
      else answers.delete(id)
    }
  }

  function keep(sessionId: string, answer: Answer): void {
    answers.delete(sessionId)
    answers.set(sessionId, answer)
    if (answers.size <= CACHE_ENTRIES) return
    const [oldest] = answers.keys()
    if (oldest !== undefined) answers.delete(oldest)
  }

  return {
    find: (sessionId) => {
      const time = now()
      const isFresh = ({ askedAt = time }: { readonly askedAt?: number }) => time - askedAt < SESSION_CHECK_MS
      const known = answers.get(sessionId)
      if (known && isFresh(known)) {
        known.isUsed = true
        return known.session
      }
      const asked = pending.get(sessionId)
      const question = asked && isFresh(asked) ? asked : add((next ??= nextQuestion()), sessionId)
      return question.sessions.then((sessions) => sessions.get(sessionId))
    },
    forget: (sessionIds) => {
      for (const id of sessionIds) {
        answers.delete(id)
        pending.delete(id)
      }
    },
  }
}
