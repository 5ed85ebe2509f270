import { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import type { Credentials, Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import type { Upgrade } from '../http/listen.ts'
import type { Log } from '../log.ts'
import { Connection } from './connection.ts'
import { createDelivery } from './delivery.ts'
import { readPublished } from './published.ts'
import { readUpgrade, refuseUpgrade } from './upgrade.ts'

/** Bytes of one message of a client. */
const LARGEST_FRAME = 1024 * 1024

interface RealtimeOptions {
  readonly database: Database
  readonly identify: Identify
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly log: Log
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
export async function createRealtime({ database, identify, roleOf, log }: RealtimeOptions): Promise<Realtime> {
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME, perMessageDeflate: false })
  let published = await readPublished(database)
  let isListening = true
  let lastId = 0

  const delivery = createDelivery({
    database,
    identify,
    log,
    published: () => published,
    channels: function* () {
      for (const connection of connections) yield* connection.channels
    },
  })

  const stopChanges = await database.listen('realtime_changes', {
    notified: (payload) => delivery.notified(payload),
    // What was missed cannot be told afterwards: everybody joins again, and reads anew when that has worked.
    lost: () => {
      isListening = false
      delivery.failAll('Changes cannot be heard at the moment')
    },
    restored: () => {
      isListening = true
    },
  })
  const reload = () => {
    readPublished(database).then(
      (read) => (published = read),
      (cause: unknown) => log({ kind: 'realtime-failed', cause }),
    )
  }
  const stopReloads = await database.listen('pgrst', {
    notified: (payload) => {
      if (payload === 'reload schema') reload()
    },
    lost: () => undefined,
    // A migration may have been missed meanwhile.
    restored: reload,
  })

  const options = {
    database,
    identify,
    roleOf,
    published: () => published,
    isListening: () => isListening,
    nextId: () => ++lastId,
  }
  const upgrade: Upgrade = (request, socket, head) => {
    // Node.js has taken its own listener off, and an error that nobody hears would end the process.
    socket.on('error', () => socket.destroy())
    const wish = readUpgrade(request, roleOf)
    if (!wish.ok) return refuseUpgrade(socket, wish.failure)
    const { version, keyRole } = wish.value
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const connection = new Connection(opened, version, keyRole, options)
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
