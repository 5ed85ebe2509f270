import { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { Credentials, Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import { NO_SNIFFING, type Upgrade } from '../http/listen.ts'
import type { Log } from '../log.ts'
import { Connection } from './connection.ts'
import { createDelivery } from './delivery.ts'
import { readPublished } from './published.ts'
import { SocketLimits } from './socket-limits.ts'
import { SubscriptionIndex } from './subscription-index.ts'
import { networkOfUpgrade, parseUpgrade, refuseUpgrade, type UpgradeRefusal } from './upgrade.ts'

/** Bytes of one message of a client: room for a join with every filter that a socket may hold. */
const MAX_FRAME_BYTES = 256 * 1024
/** `Retry-After` of an upgrade that was refused for too many sockets. */
const RETRY_AFTER_SECONDS = 10

const networkFull: UpgradeRefusal = {
  status: '429 Too Many Requests',
  error: 'Too many connections from this network',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

const serverFull: UpgradeRefusal = {
  status: '503 Service Unavailable',
  error: 'Too many connections to this server',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

interface RealtimeOptions {
  readonly database: Database
  readonly identify: Identify
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly log: Log
  /** RATE_LIMIT_FACTOR. */
  readonly rateLimitFactor: number
  /** TRUST_PROXY: how many proxies in front may name the client's address. */
  readonly trustProxy: number
  readonly publicUrl: string
}

export interface Realtime {
  /** Plain HTTP under /realtime/v1. */
  readonly app: Hono<ApiEnv>
  readonly upgrade: Upgrade
  /** Open websockets. */
  socketCount(): number
  close(): Promise<void>
}

/** Live changes over websockets, under /realtime/v1/websocket. @throws {DatabaseError} when it cannot listen */
export async function createRealtime(realtime: RealtimeOptions): Promise<Realtime> {
  const { database, identify, roleOf, log, trustProxy, publicUrl } = realtime
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  sockets.on('headers', (headers) => headers.push(NO_SNIFFING.join(': ')))
  sockets.on('wsClientError', (error, socket) =>
    refuseUpgrade(socket, { status: '400 Bad Request', error: error.message }),
  )
  let published = await readPublished(database)
  let isListening = true
  let lastId = 0
  const limits = new SocketLimits(realtime.rateLimitFactor)
  const subscriptions = new SubscriptionIndex(() => published)
  const delivery = createDelivery({
    database,
    identify,
    log,
    published: () => published,
    subscriptions,
    lastId: () => lastId,
  })

  const stopChanges = await database.listen('realtime_changes', {
    notified: (payload) => delivery.notified(payload),
    // Notifications are lost meanwhile: every client joins again, and then reads its lists again.
    lost: () => {
      isListening = false
      delivery.clear()
      for (const connection of connections) connection.failChannels('Changes are not available at the moment')
    },
    restored: () => {
      isListening = true
    },
  })
  const reload = async () => {
    try {
      await database.query('select server.attach_realtime_triggers()')
    } catch (cause) {
      // The query waits at most 5 s for its locks. Columns and policies are reloaded all the same.
      log({ kind: 'realtime-failed', cause })
    }
    try {
      published = await readPublished(database)
      // The client joins again, and then reads what it missed.
      for (const channel of subscriptions.outdated()) channel.fail('The schema has changed')
    } catch (cause) {
      log({ kind: 'realtime-failed', cause })
    }
  }
  const stopReloads = await database.listen('pgrst', {
    notified: (payload) => {
      if (payload === 'reload schema') void reload()
    },
    lost: () => undefined,
    // A migration may have been missed meanwhile.
    restored: () => void reload(),
  })

  const options = {
    database,
    identify,
    roleOf,
    published: () => published,
    isListening: () => isListening,
    nextId: () => ++lastId,
    subscriptions,
    limits,
  }
  const upgrade: Upgrade = (request, socket, head) => {
    // Node.js has removed its own listener, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy())
    const parsed = parseUpgrade(request, { roleOf, publicUrl })
    if (!parsed.ok) return refuseUpgrade(socket, parsed.failure)
    const { version, keyRole } = parsed.value
    if (limits.isFull) return refuseUpgrade(socket, serverFull)
    const use = limits.open(networkOfUpgrade(request, trustProxy))
    if (!use) return refuseUpgrade(socket, networkFull)
    // On the socket, because a failed handshake opens no websocket.
    socket.once('close', () => use.close())
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection(opened, version, keyRole, use, options)
      connections.add(connection)
      opened.on('close', () => connections.delete(connection))
    })
  }

  const app = new Hono<ApiEnv>()
  app.post('/api/broadcast', (c) => c.json({ error: 'broadcast is not offered' }, 403))
  app.all('*', (c) => c.json({ error: 'Not found' }, 404))

  return {
    app,
    upgrade,
    socketCount: () => connections.size,
    close: async () => {
      // Clients reconnect by themselves, to any server that is up.
      for (const socket of sockets.clients) socket.close(1001, 'the server is stopping')
      await Promise.all([stopChanges(), stopReloads()])
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
