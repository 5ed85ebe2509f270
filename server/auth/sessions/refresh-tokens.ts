import { createHash, timingSafeEqual } from 'node:crypto'
import type { MacKey } from './keys.ts'

/**
 * Refresh token rotation without stored tokens. A token is computed: version, session, a counter, and a keyed hash over
 * them (the layout of GoTrue's second version, supabase/auth internal/crypto/refresh_tokens.go). So the database contains
 * no token, a rotation increments the counter in one row (refresh.sql), and a client that lost the response can get the
 * live token again. The key is derived from the server's secret and the session, so a database dump cannot forge tokens.
 */
export interface RefreshToken {
  readonly sessionId: string
  readonly counter: number
}

const VERSION = 0
const ID_BYTES = 16
const MAC_BYTES = 16
const CHECKSUM_BYTES = 4

/**
 * @example
 * import { macOf } from './keys.ts'
 * const keys = { mac: macOf.bind(undefined, 'the key of this server') }
 * writeRefreshToken(keys, { sessionId: '5f0c2b1e-0000-4000-8000-000000000001', counter: 3 })
 * // 'AF8MKx4AAEAAgAAAAAAAAAEDQi9S893icr7ahAIRPuRf3-wM3Zg'
 */
export function writeRefreshToken(keys: MacKey, { sessionId, counter }: RefreshToken): string {
  const body = Buffer.concat([Buffer.from([VERSION]), uuidBytes(sessionId), uvarint(counter)])
  const signed = Buffer.concat([body, macOf(keys, body)])
  return Buffer.concat([signed, checksumOf(signed)]).toString('base64url')
}

/**
 * Verifies a token; `malformed` when it is not a token at all, `forged` when another server issued it.
 * @example
 * import { macOf } from './keys.ts'
 * const [ours, theirs] = ['ours', 'theirs'].map((key) => ({ mac: macOf.bind(undefined, key) }))
 * const token = { sessionId: '5f0c2b1e-0000-4000-8000-000000000001', counter: 3 }
 * readRefreshToken(ours!, writeRefreshToken(ours!, token)) // token
 * readRefreshToken(ours!, writeRefreshToken(theirs!, token)) // 'forged'
 * readRefreshToken(ours!, 'short') // 'malformed'
 */
export function readRefreshToken(keys: MacKey, text: string): RefreshToken | 'malformed' | 'forged' {
  const bytes = Buffer.from(text, 'base64url')
  // GoTrue's first version had 12 characters: well-formed, but never issued by this server.
  if (/^[a-z0-9]{12}$/.test(text)) return 'forged'
  if (bytes.length < 1 + ID_BYTES + 1 + MAC_BYTES + CHECKSUM_BYTES || bytes.toString('base64url') !== text) {
    return 'malformed'
  }
  const signed = bytes.subarray(0, -CHECKSUM_BYTES)
  if (bytes[0] !== VERSION || !checksumOf(signed).equals(bytes.subarray(-CHECKSUM_BYTES))) return 'malformed'
  const body = signed.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(macOf(keys, body), signed.subarray(-MAC_BYTES))) return 'forged'
  return { sessionId: uuidText(body.subarray(1, 1 + ID_BYTES)), counter: readUvarint(body.subarray(1 + ID_BYTES)) }
}

const macOf = (keys: MacKey, body: Buffer): Buffer => keys.mac('refresh-token', 'sha256', body).subarray(0, MAC_BYTES)

const checksumOf = (signed: Buffer): Buffer => createHash('sha256').update(signed).digest().subarray(0, CHECKSUM_BYTES)

const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** LEB128: seven bits a byte, the lowest first; the high bit is set when more follow. */
function uvarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Buffer.from([...bytes, rest])
}

const readUvarint = (bytes: Buffer): number =>
  bytes.reduce((value, byte, index) => value + (byte % 0x80) * 0x80 ** index, 0)
