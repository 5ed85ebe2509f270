import pg from 'pg'
import type { Client, ClientConfig } from 'pg'
import { limitMessages } from './message-limit.ts'
import { types } from './pg-types.ts'
import { readHosts, type SessionTarget } from './postgres-hosts.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Timeout of each host when there are several: a dead machine must not delay the next one for long. */
const HOST_TIMEOUT_MS = 2000

/** How to connect; the login replaces the one in the URL. */
export interface ConnectionConfig extends Omit<ClientConfig, 'connectionString'> {
  readonly url: string
}

/** No host accepted a connection, or none was the server that the URL asks for. */
export class NoUsableHost extends Error {}

/** The owner's connection, for migrations. */
export const connectionOf = (url: string): ConnectionConfig => ({
  url,
  options: '-c timezone=UTC -c client_min_messages=warning -c jit=off',
})

/**
 * Connects to the first host of the URL that accepts and is the server it asks for. pg itself knows one host only.
 * Each connection of this program is made here.
 * @throws {NoUsableHost} and, of a single host, what pg throws
 */
export async function connect({ url, ...config }: ConnectionConfig): Promise<Client> {
  const read = readHosts(url)
  if (!read.ok) throw new NoUsableHost(`the database's URL ${read.failure}`)
  const { urls, target } = read.value
  const failures: string[] = []
  for (const each of urls) {
    try {
      return await connectToHost(each, config, target, urls.length === 1 ? CONNECT_TIMEOUT_MS : HOST_TIMEOUT_MS)
    } catch (error) {
      if (urls.length === 1 || isRefusedLogin(error)) throw error
      failures.push(`${new URL(each).host}: ${reasonOf(error as NodeJS.ErrnoException)}`)
    }
  }
  throw new NoUsableHost(`no host is usable: ${failures.join('; ')}`)
}

async function connectToHost(
  url: string,
  config: ClientConfig,
  target: SessionTarget,
  timeoutMs: number,
): Promise<Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    // Sooner than firewalls forget idle connections.
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'upswing',
    types,
    ...config,
    // In pg a connection string overrides single fields, so the login has to replace the one in the URL.
    connectionString: withLogin(url, config),
  })
  client.on('error', () => undefined)
  await client.connect()
  limitMessages(client)
  const close = () => client.connection.stream.destroy()
  const timer = setTimeout(close, timeoutMs)
  try {
    await checkTarget(client, target)
  } catch (error) {
    close()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return client
}

/** @throws {NoUsableHost} with why this server is not the one asked for */
async function checkTarget(client: Client, target: SessionTarget): Promise<void> {
  if (target === 'any') return
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  if (rows[0]?.isStandby) throw new NoUsableHost('it is a standby')
  if (target === 'read-write' && rows[0]?.isReadOnly) throw new NoUsableHost('it is read-only')
}

/** When all addresses of a name refuse, only the code says so. */
const reasonOf = ({ message, code }: NodeJS.ErrnoException): string => message || (code ?? '')

/** As in libpq: another host would refuse the login as well, and its error would hide this one. */
const isRefusedLogin = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? '')

function withLogin(connectionString: string, { user, password }: ClientConfig): string {
  if (user === undefined) return connectionString
  const url = new URL(connectionString)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(typeof password === 'string' ? password : '')
  return url.href
}
