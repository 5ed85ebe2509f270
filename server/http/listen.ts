import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
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

/** On every answer: browsers take it for what its Content-Type says. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const

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
      // The router refuses it, with our headers.
      requireHostHeader: false,
    },
    getRequestListener(answer),
  )
  // Before anything else sees the request, also where Node.js or the router answers by itself.
  server.prependListener('request', (_request, response) => response.setHeader(...NO_SNIFFING))
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, Object.fromEntries([NO_SNIFFING])).end()
  })
  server.on('clientError', refuseMalformed)
  server.on('upgrade', upgrade)
  server.setTimeout(options.silenceMs ?? SILENCE_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

/** What no parser could read never becomes a request: Node.js would answer it without our headers. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = malformed[error.code ?? ''] ?? '400 Bad Request'
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${NO_SNIFFING.join(': ')}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}

const malformed: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

async function close(server: Server): Promise<void> {
  const drained = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await drained
  clearTimeout(late)
}
