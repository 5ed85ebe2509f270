import type { Database } from '../server/database/database.ts'
import type { DatabaseConfig } from '../server/database/open.ts'
import { connect, connectionOf } from '../server/database/connect.ts'

export interface Owner {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  end(): Promise<void>
}

/** A connection as the owner of the tables, who may read everything: on PostgreSQL a server's logins may not. */
export async function ownerOf(config: DatabaseConfig, database: Database): Promise<Owner> {
  if (config.kind !== 'postgres') return { query: database.query, end: () => Promise.resolve() }
  const client = await connect(connectionOf(config.url))
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    end: () => client.end(),
  }
}
