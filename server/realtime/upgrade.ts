import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Credentials } from '../database/caller.ts'
import { clientAddressOf } from '../http/client-address.ts'
import { NO_SNIFFING } from '../http/listen.ts'
import { networkOf } from '../http/network.ts'
import { isAllowedOrigin } from '../http/origins.ts'
import type { Version } from './frames.ts'

interface UpgradeRequest {
  readonly version: Version
  readonly keyRole: Credentials['keyRole']
}

interface UpgradeOptions {
  readonly roleOf: (apiKey: string) => Credentials['keyRole']
  readonly publicUrl: string
}

export interface UpgradeRefusal {
  readonly status: string
  readonly error: string
  readonly retryAfterSeconds?: number
}

/** Request targets have no origin, and URL needs one. */
const base = 'http://localhost'

/** Validates an upgrade request to /realtime/v1/websocket: address, origin and API key. */
export function parseUpgrade(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  { roleOf, publicUrl }: UpgradeOptions,
): Result<UpgradeRequest, UpgradeRefusal> {
  const address = URL.canParse(url, base) ? new URL(url, base) : undefined
  if (address?.pathname !== '/realtime/v1/websocket') return fail({ status: '404 Not Found', error: 'Not found' })
  const { origin } = headers
  if (origin !== undefined && !isAllowedOrigin(origin, publicUrl)) {
    return fail({ status: '403 Forbidden', error: 'Pages of this origin may not connect' })
  }
  const key = address.searchParams.get('apikey') ?? headers['apikey']?.toString()
  if (key === undefined) return fail({ status: '401 Unauthorized', error: 'API key is missing' })
  const keyRole = roleOf(key)
  if (keyRole === undefined) return fail({ status: '401 Unauthorized', error: 'Invalid API key' })
  return succeed({ version: address.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0', keyRole })
}

/** The network whose limits count the websocket. */
export const networkOfUpgrade = ({ socket, headers }: IncomingMessage, trustProxy: number): string =>
  networkOf(
    clientAddressOf(
      { remoteAddress: socket.remoteAddress ?? 'unknown', forwardedFor: headers['x-forwarded-for']?.toString() },
      trustProxy,
    ),
  )

/** Sends an error response and destroys the socket: after an upgrade Node.js no longer closes it by itself. */
export function refuseUpgrade(socket: Duplex, { status, error, retryAfterSeconds }: UpgradeRefusal): void {
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    NO_SNIFFING.join(': '),
    `Content-Length: ${body.length}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
