import type { Database } from '../database/database.ts'
import { CACHE_ENTRIES, SESSION_CHECK_MS, SESSION_RENEWAL_MS } from './constants.ts'

export interface SessionCheck {
  /** Whether the session exists and its person may act; at most five seconds old. @throws {DatabaseError} */
  isLive(sessionId: string): boolean | Promise<boolean>
  /** Asks anew at the next use; called where this node ends sessions itself. */
  forget(sessionIds: readonly string[]): void
}

/** Sessions in one query up to which others are added: on the embedded engine everybody waits for it. */
const MOST_AT_ONCE = 200

interface Answer {
  readonly live: boolean
  readonly askedAt: number
  isUsed?: true
}

interface Question {
  readonly ids: string[]
  /** Undefined until it is asked. */
  askedAt?: number
  readonly live: Promise<ReadonlySet<string>>
}

/**
 * Sessions asked for in one turn of the event loop travel in one query. Those that will be due soon travel with them if
 * they have been used meanwhile, so that people at work are asked for together and seldom wait for it.
 */
export function createSessionCheck(database: Database, clock: () => Date): SessionCheck {
  /** In the order of `askedAt`. */
  const answers = new Map<string, Answer>()
  /** For each session the question under way that tells of it. */
  const pending = new Map<string, Question>()
  let next: Question | undefined
  let latest = 0

  /** Ages mean nothing any more when the clock has been set back: then all is asked anew. */
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
    const question: Question = { ids: [], live: turn.then(() => ask(question)) }
    return question
  }

  function add(question: Question, sessionId: string): Question {
    question.ids.push(sessionId)
    pending.set(sessionId, question)
    return question
  }

  async function ask(question: Question): Promise<ReadonlySet<string>> {
    next = undefined
    // The moment before the query counts: a logout that commits while it runs may not be in its answer.
    const askedAt = now()
    question.askedAt = askedAt
    addThoseDueSoon(question, askedAt)
    try {
      const rows = await database.query<{ id: string }>(
        `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
         where s.id = any($1::uuid[]) and (u.banned_until is null or u.banned_until <= $2) and u.deleted_at is null`,
        [question.ids, clock()],
        { access: 'read' },
      )
      const live = new Set(rows.map(({ id }) => id))
      // Not of a session that was forgotten while the query ran.
      for (const id of question.ids) if (pending.get(id) === question) keep(id, { live: live.has(id), askedAt })
      return live
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
    isLive: (sessionId) => {
      const time = now()
      const isFresh = ({ askedAt = time }: { readonly askedAt?: number }) => time - askedAt < SESSION_CHECK_MS
      const known = answers.get(sessionId)
      if (known && isFresh(known)) {
        known.isUsed = true
        return known.live
      }
      const asked = pending.get(sessionId)
      const question = asked && isFresh(asked) ? asked : add((next ??= nextQuestion()), sessionId)
      return question.live.then((live) => live.has(sessionId))
    },
    forget: (sessionIds) => {
      for (const id of sessionIds) {
        answers.delete(id)
        pending.delete(id)
      }
    },
  }
}
