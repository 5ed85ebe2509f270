import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fail, succeed, type Result } from '../../domain/result.ts'
import type { Credentials } from '../database/caller.ts'
import type { Version } from './frames.ts'

interface UpgradeWish {
  readonly version: Version
  readonly keyRole: Credentials['keyRole']
}

export interface UpgradeRefusal {
  readonly status: string
  readonly error: string
}

/** Addresses come without an origin, and it is of no interest. */
const base = 'http://localhost'

/** What a request to become a websocket asks for, or why it is not let in. Its address may be anything at all. */
export function readUpgrade(
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  roleOf: (apiKey: string) => Credentials['keyRole'],
): Result<UpgradeWish, UpgradeRefusal> {
  const address = URL.canParse(url, base) ? new URL(url, base) : undefined
  if (address?.pathname !== '/realtime/v1/websocket') return fail({ status: '404 Not Found', error: 'Not found' })
  const key = address.searchParams.get('apikey') ?? headers['apikey']?.toString()
  if (key === undefined) return fail({ status: '401 Unauthorized', error: 'API key is missing' })
  const keyRole = roleOf(key)
  if (keyRole === undefined) return fail({ status: '401 Unauthorized', error: 'Invalid API key' })
  return succeed({ version: address.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0', keyRole })
}

/** Answers and hangs up, whether or not the other side does: nothing else would ever close this socket. */
export function refuseUpgrade(socket: Duplex, { status, error }: UpgradeRefusal): void {
  const body = JSON.stringify({ error })
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
