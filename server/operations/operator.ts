import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AuthAdminApi } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database as Tables } from '../../domain/database.types.ts'
import { databaseOf, type Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { createServer, type UpswingServer } from '../server.ts'

/** The parts of the official client that operators need, with the rights of `service_role`. */
export interface OperatorClient {
  readonly auth: { readonly admin: InstanceType<typeof AuthAdminApi> }
  readonly from: PostgrestClient<Tables>['from']
}

/** How commands on this machine reach a running server, since only one process may open its embedded database. */
export interface Reachable {
  readonly url: string
  readonly secretKey: string
  readonly operatorKey: string
}

const fileOf = (config: Config): string => join(config.DATA_DIR, 'operator.json')

/**
 * Writes the server's address and keys to a file for commands on this machine, readable by this user only; the returned
 * function deletes it. Not with DATABASE_URL, where commands open the database themselves.
 */
export async function admitOperators(
  config: Config,
  { secretKey, operatorKey }: UpswingServer,
  port: number,
): Promise<() => Promise<void>> {
  if (config.DATABASE_URL !== undefined) return async () => undefined
  const host = ['0.0.0.0', '::'].includes(config.HOST) ? '127.0.0.1' : config.HOST
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const reachable: Reachable = { url, secretKey, operatorKey }
  await writeFile(fileOf(config), JSON.stringify(reachable), { mode: 0o600 })
  return () => rm(fileOf(config), { force: true })
}

/** Runs `work` as the operator: through the running server, or with the database itself. */
export async function asOperator(config: Config, work: (client: OperatorClient) => Promise<void>): Promise<void> {
  const running = config.DATABASE_URL === undefined ? await findRunning(config) : undefined
  if (running) return work(operatorClient(running))
  const database = await openDatabase(databaseOf(config), () => undefined)
  try {
    const server = await createServer(config, database, () => undefined)
    await work(operatorClientOf(server, config))
    await server.close()
  } finally {
    await database.close()
  }
}

export const operatorClientOf = ({ secretKey, fetch }: UpswingServer, config: Config): OperatorClient =>
  operatorClient({ url: config.PUBLIC_URL, secretKey }, fetch)

function operatorClient({ url, secretKey }: Omit<Reachable, 'operatorKey'>, via: typeof fetch = fetch): OperatorClient {
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` }
  const tables = new PostgrestClient<Tables>(`${url}/rest/v1`, { headers, fetch: via })
  return {
    auth: { admin: new AuthAdminApi({ url: `${url}/auth/v1`, headers, fetch: via }) },
    from: tables.from.bind(tables),
  }
}

/** The running server that has the embedded database open, if any. */
export async function findRunning(config: Config): Promise<Reachable | undefined> {
  try {
    const reachable = JSON.parse(await readFile(fileOf(config), 'utf8')) as Reachable
    const answer = await fetch(`${reachable.url}/healthz`, { signal: AbortSignal.timeout(2000) })
    return answer.ok ? reachable : undefined
  } catch {
    return undefined
  }
}
