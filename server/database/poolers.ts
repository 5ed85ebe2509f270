import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/** PostgreSQL's notification channel that is used for the check alone. */
const CHANNEL = 'upswing_start'

/** Milliseconds until a notification counts as lost. */
const NOTIFICATION_MS = 5000

/** A pooler is not what its variable needs. The message is for the operator. */
export class WrongPooler extends Error {}

/**
 * Behind a pooler in transaction mode no notification arrives, and one connection's prepared statement is run for another:
 * without this check a server would start there, and fail later.
 * @param open connects as the owner did
 * @throws {WrongPooler}
 */
export async function requireSessions(owner: Client, open: () => Promise<Client>): Promise<void> {
  const other = await open()
  try {
    const heard = new Promise((resolve) => other.once('notification', () => resolve(true)))
    await other.query(`listen ${CHANNEL}`)
    await owner.query(`notify ${CHANNEL}`)
    if (await Promise.race([heard, sleep(NOTIFICATION_MS, false, { ref: false })])) return
  } finally {
    await other.end()
  }
  throw new WrongPooler(
    'DATABASE_URL leads to a pooler in transaction mode, which passes no notifications on: set it to PostgreSQL itself, and DATABASE_POOLER_URL to the pooler',
  )
}

/**
 * Makes sure that the pooler accepts the server's login, and transactions.
 * @throws {WrongPooler}
 */
export async function requireTransactions(open: () => Promise<Client>): Promise<void> {
  try {
    const client = await open()
    try {
      await client.query('begin')
      await client.query('commit')
    } finally {
      await client.end()
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    throw new WrongPooler(`DATABASE_POOLER_URL cannot be used: ${reason}`, { cause })
  }
}
