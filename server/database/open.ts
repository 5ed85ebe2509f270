import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { connect, connectionOf } from './connect.ts'
import type { Database } from './database.ts'
import { prepareLogins, type Logins } from './logins.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite.ts'
import { requireSessions, requireTransactions } from './poolers.ts'
import { openPostgres } from './postgres.ts'
import { createSecrets, type Secrets } from './secrets.ts'

export type DatabaseConfig =
  /** A PostgreSQL URL whose role may create roles, schemas and tables, and that of a pooler in front of it. */
  | {
      readonly kind: 'postgres'
      readonly url: string
      readonly poolerUrl?: string | undefined
      /** Stores the passwords of the server's logins. Default: unencrypted. */
      readonly secrets?: Secrets
    }
  /** A folder for the embedded database. */
  | { readonly kind: 'pglite'; readonly dataDir: string }
  /** An embedded database in memory, for tests. */
  | { readonly kind: 'memory' }

/** Opens the database and migrates it. @throws {MigrationFailed | FolderInUse | WrongPooler} and connection errors */
export async function openDatabase(config: DatabaseConfig, log: Log): Promise<Database> {
  if (config.kind !== 'postgres') {
    const setUp = (client: Client) => update(client, log)
    return openPglite(config.kind === 'memory' ? undefined : config.dataDir, setUp, log)
  }
  const { url, poolerUrl } = config
  const openOwner = () => connect(connectionOf(url))
  const owner = await openOwner()
  try {
    await requireSessions(owner, openOwner)
    let logins: Logins | undefined
    await update(owner, log, async () => {
      logins = await prepareLogins(owner, config.secrets ?? createSecrets([]))
    })
    if (!logins) throw new Error('no logins were prepared')
    const { server } = logins
    if (poolerUrl !== undefined) await requireTransactions(owner, () => connect({ url: poolerUrl, ...server }))
    return openPostgres({ url, poolerUrl }, logins, log)
  } finally {
    await owner.end()
  }
}

async function update(client: Client, log: Log, then: () => Promise<void> = async () => undefined): Promise<void> {
  const versions = await migrate(client, then)
  if (versions.length > 0) log({ kind: 'migrated', versions })
}
