import { databaseOf, type Config } from '../config.ts'
import type { Transaction } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { connect, connectionOf } from '../database/connect.ts'

/**
 * Runs `work` in one transaction as the owner of the tables; an exception rolls it back. The embedded database must not
 * be open in another process.
 * @throws {FolderInUse} and connection errors
 */
export async function asOwner<Value>(
  config: Config,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  return config.DATABASE_URL === undefined ? onEmbedded(config, work) : onPostgres(config.DATABASE_URL, work)
}

async function onEmbedded<Value>(config: Config, work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  const database = await openDatabase(databaseOf(config), () => undefined)
  try {
    return await database.transaction(work)
  } finally {
    await database.close()
  }
}

/** As the owner, since a server's own logins may not access the product's tables. */
async function onPostgres<Value>(url: string, work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  const client = await connect(connectionOf(url))
  try {
    await client.query('begin')
    const value = await work({
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(text, [...values])).rows,
    })
    await client.query('commit')
    return value
  } finally {
    // Closing the connection rolls back what is not committed.
    await client.end()
  }
}
