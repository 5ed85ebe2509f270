import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'

/** Bytes of request line and headers; the gate refuses long URLs before that, with a JSON error. */
const MAX_HEADER_BYTES = 32 * 1024
const HEADERS_TIMEOUT_MS = 15_000
/** Timeout of the whole request, its body included. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often both are checked. Node.js would do it every 30 s. */
const TIMEOUT_CHECK_MS = 2000
/** Longer than the idle timeout of common load balancers, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Closes half-open connections, which Node.js keeps forever; our event streams send a comment every 15 s. */
const IDLE_TIMEOUT_MS = 65_000
/** Milliseconds that requests in flight have at a shutdown. */
const DRAIN_TIMEOUT_MS = 8_000

/** On every response: browsers must not guess another type than its Content-Type. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

/** A request handler; `env` is Node's side of the request, absent for calls inside the process. */
export type FetchHandler = (request: Request, env: object) => Response | Promise<Response>

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Serves requests and websocket upgrades on one port. @throws {Error} when the port is taken */
export async function listen(
  handler: FetchHandler,
  upgrade: Upgrade,
  options: { port: number; host: string; idleTimeoutMs?: number; requestTimeoutMs?: number },
): Promise<Listening> {
  const requestTimeoutMs = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      // The router refuses such a request, with our headers.
      requireHostHeader: false,
    },
    getRequestListener(handler),
  )
  server.prependListener('request', (request, response) => {
    // Before every other listener, so that responses of Node.js and the router have the header too.
    response.setHeader(...NO_SNIFFING)
    // HTTP/1.0 requires none, and health checks of load balancers send none by default.
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost'
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, Object.fromEntries([NO_SNIFFING])).end()
  })
  server.on('clientError', refuseMalformed)
  server.on('upgrade', upgrade)
  server.setTimeout(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => close(server) }
}

/** Node.js would answer a malformed request without our headers. */
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
  const timeout = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await drained
  clearTimeout(timeout)
}
