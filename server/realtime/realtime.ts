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
import { networkOfUpgrade, readUpgrade, refuseUpgrade, type UpgradeRefusal } from './upgrade.ts'

/** Bytes of one message of a client: room for a join with every filter that a socket may hold. */
const LARGEST_FRAME = 256 * 1024
/** Seconds after which a client may try again that was refused for too many sockets. */
const RETRY_AFTER_SECONDS = 10

const tooMany: UpgradeRefusal = {
  status: '429 Too Many Requests',
  error: 'Too many connections from this network',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

const full: UpgradeRefusal = {
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
  /** How many proxies in front are trusted to name the client's address. */
  readonly trustProxy: number
  readonly publicUrl: string
}

export interface Realtime {
  /** Plain HTTP under /realtime/v1. */
  readonly app: Hono<ApiEnv>
  readonly upgrade: Upgrade
  /** Websockets that are open. */
  socketCount(): number
  close(): Promise<void>
}

/** Live changes over websockets, under /realtime/v1/websocket. @throws {DatabaseError} when it cannot listen */
export async function createRealtime(realtime: RealtimeOptions): Promise<Realtime> {
  const { database, identify, roleOf, log, trustProxy, publicUrl } = realtime
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME, perMessageDeflate: false })
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
    // What was missed cannot be told afterwards: everybody joins again, and reads anew when that has worked.
    lost: () => {
      isListening = false
      delivery.clear()
      for (const connection of connections) connection.failChannels('Changes cannot be heard at the moment')
    },
    restored: () => {
      isListening = true
    },
  })
  const reload = async () => {
    try {
      await database.query('select server.attach_changes()')
    } catch (cause) {
      // Waits at most 5 s for its locks. Columns and policies are read again all the same.
      log({ kind: 'realtime-failed', cause })
    }
    try {
      published = await readPublished(database)
      // What a channel misses until it has joined again, its client reads when it has.
      for (const channel of subscriptions.misplaced()) channel.fail('The schema has changed')
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
    // Node.js has taken its own listener off, and an error that nobody hears would end the process.
    socket.on('error', () => socket.destroy())
    const wish = readUpgrade(request, { roleOf, publicUrl })
    if (!wish.ok) return refuseUpgrade(socket, wish.failure)
    const { version, keyRole } = wish.value
    if (limits.isFull) return refuseUpgrade(socket, full)
    const use = limits.open(networkOfUpgrade(request, trustProxy))
    if (!use) return refuseUpgrade(socket, tooMany)
    // Also when the handshake fails, and no websocket comes of it.
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
      // The client comes back by itself, to whichever node answers then.
      for (const socket of sockets.clients) socket.close(1001, 'the server is stopping')
      await Promise.all([stopChanges(), stopReloads()])
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
