import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushNotification } from '../domain/push.ts'

/** A push message as a browser gets it. */
export interface Received {
  /** The subscription that it was sent to. */
  readonly id: string
  readonly notification: PushNotification
  readonly ttl: number
  readonly urgency: string | undefined
  readonly topic: string | undefined
  /** The claims of the server's token (RFC 8292), whose signature was verified. */
  readonly vapid: { readonly aud: string; readonly exp: number; readonly sub: string }
}

/** What a browser gives to the page that subscribes, as `PushSubscription.toJSON` does. */
export interface Subscription {
  readonly endpoint: string
  readonly expirationTime: number | null
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A response to the next messages of a subscription. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A push service with its browsers: speaks RFC 8030, decrypts messages with the keys of the subscription (RFC 8291 and 8188) and
 * verifies who sends them (RFC 8292), by this file's own code. A message that breaks one of them gets 400 and is in `faults`.
 */
export async function openPushService() {
  const browsers = new Map<string, { readonly keys: ECDH; readonly auth: Buffer; readonly answers: Answer[] }>()
  const received: Received[] = []
  const requests: { readonly id: string; readonly status: number }[] = []
  const faults: string[] = []
  const state = { serverKey: '' }

  const server = createServer((request, response) => {
    void respond(request, response).catch((error: unknown) => {
      faults.push(String(error))
      response.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.url?.replace('/send/', '') ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const browser = browsers.get(id)
    const answer: Answer = browser ? (browser.answers.shift() ?? { status: 201 }) : { status: 404 }
    requests.push({ id, status: answer.status })
    if (browser && answer.status === 201) {
      received.push({ id, ...read(request, Buffer.concat(chunks), browser) })
      response.setHeader('Location', `${origin}/messages/${received.length}`)
    }
    response.writeHead(answer.status, answer.headers).end()
  }

  function read({ method, headers }: IncomingMessage, body: Buffer, { keys, auth }: { keys: ECDH; auth: Buffer }) {
    if (method !== 'POST') throw new Error(`a message is sent with POST, not ${method}`)
    if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Error('a message needs a TTL')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the content is not encoded as aes128gcm')
    if (body.length > 4096) throw new Error('a message has at most 4,096 bytes')
    return {
      notification: JSON.parse(decrypt(body, keys, auth)) as PushNotification,
      ttl: Number(headers['ttl']),
      urgency: headers['urgency']?.toString(),
      topic: headers['topic']?.toString(),
      vapid: claimsOf(headers.authorization ?? ''),
    }
  }

  function claimsOf(authorization: string): Received['vapid'] {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
    if (key !== state.serverKey)
      throw new Error('the message is not from the server that the browser has subscribed to')
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    if (!isSigned || json(head)['alg'] !== 'ES256') throw new Error('the token is not signed with the key beside it')
    const { aud, exp, sub } = json(claims) as unknown as Received['vapid']
    const seconds = exp - Date.now() / 1000
    if (aud !== origin) throw new Error(`the token is for ${aud}`)
    if (!(seconds > 0 && seconds <= 86_400)) throw new Error(`the token is valid for ${seconds} s`)
    if (!/^(mailto:|https:\/\/)/.test(sub)) throw new Error(`nobody can be reached at ${sub}`)
    return { aud, exp, sub }
  }

  return {
    origin,
    received,
    requests,
    faults,
    /** @param serverKey the public key of the server, base64url */
    subscribe(serverKey: string, expirationTime: number | null = null): Subscription & { readonly id: string } {
      state.serverKey = serverKey
      const [id, keys, auth] = [randomBytes(8).toString('hex'), createECDH('prime256v1'), randomBytes(16)]
      keys.generateKeys()
      browsers.set(id, { keys, auth, answers: [] })
      return {
        id,
        endpoint: `${origin}/send/${id}`,
        expirationTime,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    /** Only messages that are signed with this key are right from now on. */
    trust: (serverKey: string) => void (state.serverKey = serverKey),
    /** The next message of a browser gets this status. */
    answer(id: string, status: number, headers: Readonly<Record<string, string>> = {}): void {
      browsers.get(id)?.answers.push({ status, headers })
    },
    /** The browser has ended its subscription. */
    unsubscribe: (id: string) => browsers.delete(id),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

/** RFC 8188 with one record, whose key comes from RFC 8291. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('the message has more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32)
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong')
  return padded.subarray(0, end).toString()
}
