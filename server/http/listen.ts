import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'

/** Bytes of a request's line and headers together; the gate refuses long addresses politely before that. */
const LARGEST_HEAD = 32 * 1024
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
/** Longer than the idle time of common load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000
/** Node.js never closes a connection that says nothing at all; streams of ours give a sign of life every 15 s. */
const SILENCE_MS = 65_000
/** Milliseconds that requests under way have to end. */
const DRAIN_MS = 8_000

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

/** Answers a request; `env` is Node's own side of it, absent within the process. */
export type Answer = (request: Request, env: object) => Response | Promise<Response>

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Serves requests and websocket upgrades on one port. @throws {Error} when the port is taken */
export async function listen(
  answer: Answer,
  upgrade: Upgrade,
  options: { port: number; host: string; silenceMs?: number },
): Promise<Listening> {
  const server = createServer(
    {
      maxHeaderSize: LARGEST_HEAD,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    getRequestListener(answer),
  )
  server.on('upgrade', upgrade)
  server.setTimeout(options.silenceMs ?? SILENCE_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const drained = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await drained
  clearTimeout(late)
}
