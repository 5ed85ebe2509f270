import { randomBytes } from 'node:crypto'
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
    const isNotified = new Promise((resolve) => other.once('notification', () => resolve(true)))
    await other.query(`listen ${CHANNEL}`)
    await owner.query(`notify ${CHANNEL}`)
    if (await Promise.race([isNotified, sleep(NOTIFICATION_MS, false, { ref: false })])) return
  } finally {
    await other.end()
  }
  throw new WrongPooler(
    'DATABASE_URL leads to a pooler in transaction mode, which passes no notifications on: set it to PostgreSQL itself, and DATABASE_POOLER_URL to the pooler',
  )
}

/**
 * Makes sure that the pooler accepts the server's login, and transactions, and leads to the owner's database: servers
 * would listen to one and write to another.
 * @throws {WrongPooler}
 */
export async function requireTransactions(owner: Client, open: () => Promise<Client>): Promise<void> {
  const lock = [randomBytes(8).readBigInt64BE()]
  let isSameDatabase: boolean | undefined
  try {
    const client = await open()
    try {
      await owner.query('select pg_advisory_lock($1)', lock)
      await client.query('begin')
      // Locks belong to a database, whatever its name and address.
      const text = 'select not pg_try_advisory_xact_lock($1) as "isLocked"'
      const { rows } = await client.query<{ isLocked: boolean }>(text, lock)
      await client.query('commit')
      isSameDatabase = rows[0]?.isLocked
    } finally {
      await owner.query('select pg_advisory_unlock($1)', lock)
      await client.end()
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    throw new WrongPooler(`DATABASE_POOLER_URL cannot be used: ${reason}`, { cause })
  }
  if (!isSameDatabase) throw new WrongPooler('DATABASE_POOLER_URL leads to another database than DATABASE_URL')
}
