import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Client } from 'pg'
import type { Secrets } from './secrets.ts'

interface Login {
  readonly user: string
  readonly password: string
}

/** Statement timeout of the server's own statements; callers' statements carry theirs. */
const SERVER_STATEMENT_TIMEOUT_MS = 30_000

/** How long a statement waits for a lock: it fails with 55P03, and its connection is free for others. */
const LOCK_TIMEOUT_MS = 3000

/** Settings of both logins. The wire protocols require times in UTC. */
const SETTINGS = {
  timezone: 'UTC',
  client_min_messages: 'warning',
  // Statements here are short: compiling one costs more than it saves.
  jit: 'off',
  lock_timeout: String(LOCK_TIMEOUT_MS),
} as const

/**
 * The two roles a running server logs in with. Neither is a superuser nor owns anything: `callers` may only switch to
 * `anon`, `authenticated`, `connected_app` or `service_role`, and `server` may only access accounts and the server's own tables.
 */
export interface Logins {
  readonly callers: Login
  readonly server: Login
}

/**
 * Creates both logins, or loads their passwords. Their names include the database's, since roles belong to the whole
 * cluster. Runs as the owner, inside the migrations' lock.
 */
export async function prepareLogins(owner: Client, secrets: Secrets): Promise<Logins> {
  const database = (await owner.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
  const callers = await prepareLogin(owner, secrets, roleName(database, 'authenticator'), SETTINGS)
  const server = await prepareLogin(owner, secrets, roleName(database, 'server'), {
    ...SETTINGS,
    statement_timeout: String(SERVER_STATEMENT_TIMEOUT_MS),
  })
  const [callersName, serverName] = [pg.escapeIdentifier(callers.user), pg.escapeIdentifier(server.user)]
  const databaseName = pg.escapeIdentifier(database)
  // PostgreSQL looks for types among temporary objects first: with those, a function that runs as its owner would run
  // the checks of a caller's own type `uuid`.
  await owner.query(`
    revoke temporary on database ${databaseName} from public;
    grant connect on database ${databaseName} to ${callersName}, ${serverName};
    grant anon, authenticated, connected_app, service_role to ${callersName};
    grant usage on schema auth, server, private to ${serverName};
    grant select, insert, update, delete on all tables in schema auth, server to ${serverName};
    grant usage on all sequences in schema auth, server to ${serverName};
    grant execute on all functions in schema auth, server, private to ${serverName};
  `)
  return { callers, server }
}

/** PostgreSQL truncates names to 63 bytes. */
const roleName = (database: string, purpose: string): string => `${database.slice(0, 40)}_${purpose}`

async function prepareLogin(
  owner: Client,
  secrets: Secrets,
  user: string,
  settings: Readonly<Record<string, string>>,
): Promise<Login> {
  const queries = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await owner.query<Row>(text, [...values])).rows,
  }
  const password = await secrets.ensure(queries, `login:${user}`, randomBytes(24).toString('base64url'))
  const exists = (await queries.query('select from pg_roles where rolname = $1', [user])).length > 0
  const options = `login noinherit nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`
  const role = pg.escapeIdentifier(user)
  await owner.query(
    [
      `${exists ? 'alter' : 'create'} role ${role} ${options}`,
      ...Object.entries(settings).map(([name, value]) => `alter role ${role} set ${name} = ${pg.escapeLiteral(value)}`),
    ].join(';'),
  )
  return { user, password }
}
