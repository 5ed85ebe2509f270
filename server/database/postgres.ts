import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { disablePreparedStatements } from './caller-query.ts'
import { connect } from './connect.ts'
import type { Database, Listener } from './database.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Logins } from './logins.ts'
import { createDatabase } from './sql-database.ts'

/** Measured best for mixed loads: enough for commits to share a sync, few enough to stay busy. */
const CALLER_CONNECTIONS = 16
/** Reserved for callers without another statement in flight, with statements not known to be slow: a few must not take all. */
const RESERVED_CONNECTIONS = 4
const PIPELINE_DEPTH = 16
const SERVER_CONNECTIONS = 8
/** A screen requests a handful of lists at once; more would take other users' connections. */
const MAX_PER_CALLER = 6
/** Milliseconds between keepalive queries on a watched connection, until one counts as lost, before each reconnect. */
const PING_MS = 5000
const PING_TIMEOUT_MS = 10_000
const RETRY_MS = [100, 250, 500, 1000, 2000] as const

/** Milliseconds without an answer on a connection: of callers, whose statements PostgreSQL stops after 8 s; of the server. */
const SILENT_MS = { callers: 10_000, server: 60_000 } as const
const SILENT_CHECK_MS = 1000

/** Name of the connections that every running server has: a pooler keeps those of statements after a server has stopped. */
export const LISTENING_NAME = 'upswing listening'

export interface PostgresUrls {
  /** URL of PostgreSQL itself. */
  readonly url: string
  /** URL of a pooler in transaction mode, for everything but LISTEN. */
  readonly poolerUrl: string | undefined
}

/** Connects to PostgreSQL with the logins that {@link prepareLogins} made. */
export function openPostgres({ url, poolerUrl }: PostgresUrls, logins: Logins, log: Log): Database {
  const open = async (login: Logins['callers']): Promise<Client> => {
    // Settings are those of the login: a pooler passes none on.
    const client = await connect({ url: poolerUrl ?? url, ...login, pipeline: true })
    if (poolerUrl !== undefined) disablePreparedStatements(client.connection)
    return client
  }
  // Behind a pooler each statement may run on another connection, so pipelining gains nothing.
  const pipelineDepth = poolerUrl === undefined ? PIPELINE_DEPTH : 1
  const callerPool = new ConnectionPool(
    () => open(logins.callers),
    CALLER_CONNECTIONS,
    pipelineDepth,
    RESERVED_CONNECTIONS,
  )
  const serverPool = new ConnectionPool(() => open(logins.server), SERVER_CONNECTIONS)
  const silentCheck = setInterval(() => {
    callerPool.dropSilent(SILENT_MS.callers)
    serverPool.dropSilent(SILENT_MS.server)
  }, SILENT_CHECK_MS).unref()
  // A machine that vanished closes no connection, nor does a firewall that forgot them: only listening notices it, and
  // finds the primary. A listener of several channels notices it several times; then the connections are new.
  let silentAt = -Infinity
  const leaveOthers = (primary: Client | undefined, wasSilent: boolean) => {
    if (poolerUrl !== undefined) return
    const areAllSilent = wasSilent && performance.now() - silentAt > PING_TIMEOUT_MS
    if (areAllSilent) silentAt = performance.now()
    const isElsewhere = ({ host, port }: Client) => areAllSilent || host !== primary?.host || port !== primary.port
    for (const pool of [callerPool, serverPool]) pool.drop(isElsewhere)
  }
  const watchPooler = (poolerUrl: string) => {
    const watch = watchConnection(
      {
        open: () => connect({ url: poolerUrl, ...logins.server }),
        // Callers' connections are dropped sooner when they are silent.
        found: (_, wasSilent) => {
          if (wasSilent) serverPool.drop(() => true)
        },
      },
      {
        lost: () => log({ kind: 'database-lost', reason: 'the connection to the pooler' }),
        restored: () => log({ kind: 'database-restored' }),
      },
    )
    watch.start().catch(() => watch.restart())
    return watch.stop
  }
  // Listening leads past the pooler, and does not notice when that one has vanished.
  const unwatchPooler = poolerUrl === undefined ? async () => undefined : watchPooler(poolerUrl)
  const subscriptions = new Set<() => Promise<void>>()
  return createDatabase({
    name: 'postgres',
    callerPool,
    serverPool,
    maxPerCaller: MAX_PER_CALLER,
    listen: async (channel, listener) => {
      const stop = await listen(
        { open: () => connect({ url, ...logins.server, application_name: LISTENING_NAME }), found: leaveOthers },
        channel,
        listener,
        log,
      )
      subscriptions.add(stop)
      return async () => {
        subscriptions.delete(stop)
        await stop()
      }
    },
    close: async () => {
      clearInterval(silentCheck)
      const stops = [unwatchPooler, ...subscriptions].map((stop) => stop())
      await Promise.all([...stops, callerPool.close(), serverPool.close()])
    },
    log,
  })
}

interface WatchedConnection {
  open(): Promise<Client>
  /**
   * Called with each new connection; with undefined when the server stopped answering and no other is a primary.
   * @param wasSilent whether the one before was open and not answered
   */
  found(primary: Client | undefined, wasSilent: boolean): void
}

/** Listens on a connection of its own. */
async function listen(
  { open, found }: WatchedConnection,
  channel: string,
  listener: Listener,
  log: Log,
): Promise<() => Promise<void>> {
  const openListening = async () => {
    const client = await open()
    client.on('notification', ({ payload }) => listener.notified(payload ?? ''))
    try {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    return client
  }
  const lost = () => {
    log({ kind: 'database-lost', reason: `listening on ${channel}` })
    listener.lost()
  }
  const restored = () => {
    log({ kind: 'database-restored' })
    listener.restored()
  }
  const watch = watchConnection({ open: openListening, found }, { lost, restored })
  await watch.start()
  return watch.stop
}

/**
 * Keeps a connection open, and reconnects without limit when it breaks. A dead peer sends nothing, so a keepalive query
 * checks the connection.
 */
function watchConnection({ open, found }: WatchedConnection, { lost, restored }: Pick<Listener, 'lost' | 'restored'>) {
  let stopped = false
  let current: Client | undefined
  let isSilent = false

  /** @throws what `open` throws */
  const start = async (): Promise<void> => {
    const client = await open()
    found(client, isSilent)
    isSilent = false
    current = client
    let unanswered: NodeJS.Timeout | undefined
    const answered = () => {
      clearTimeout(unanswered)
      unanswered = undefined
    }
    const ping = setInterval(() => {
      if (unanswered) return
      unanswered = setTimeout(() => {
        isSilent = true
        client.connection.stream.destroy()
      }, PING_TIMEOUT_MS)
      client.query('select 1').then(answered, answered)
    }, PING_MS)
    client.once('end', () => {
      clearInterval(ping)
      if (stopped) return
      lost()
      void restart()
    })
    if (stopped) await client.end()
  }

  const restart = async (): Promise<void> => {
    for (let attempt = 0; !stopped; attempt++) {
      await sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
      if (stopped) return
      try {
        await start()
      } catch {
        // One that is only slow, or has lost this connection, would have accepted another.
        if (isSilent) found(undefined, true)
        isSilent = false
        continue
      }
      restored()
      return
    }
  }

  const stop = async (): Promise<void> => {
    stopped = true
    await current?.end()
  }
  return { start, restart, stop }
}
