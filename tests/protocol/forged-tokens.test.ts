import { createPublicKey, generateKeyPairSync, KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Keys } from '../../server/auth/sessions/keys.ts'
import { createTestServer, engines, type TestServer } from '../harness.ts'

type Json = Record<string, unknown>

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

const now = () => Math.floor(Date.now() / 1000)

/** The attacks of RFC 8725, and other forgeries that JWT libraries have accepted. */
describe.each(engines)('forged access tokens on %s', (engine) => {
  let server: TestServer
  let keys: Keys
  /** A valid token, its parts, and the public key that verifies it. */
  let token: string
  let header: Json
  let claims: Json
  let published: { kid: string; x: string; y: string }
  let socket: WebSocket
  let joins = 0

  const foreignKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  beforeAll(async () => {
    server = await createTestServer(engine)
    keys = await server.keys()
    const { data } = await (await server.founder('ana')).client.auth.getSession()
    token = data.session?.access_token ?? ''
    header = { ...decodeProtectedHeader(token) }
    claims = { ...decodeJwt(token) }
    const set = (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as { keys: [never] }
    published = set.keys[0]
    socket = new WebSocket(
      `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=1.0.0`,
    )
    await once(socket, 'open')
  })
  afterAll(async () => {
    socket.close()
    await server.close()
  })

  const statusOf = async (path: string, bearer: string, init: RequestInit = {}): Promise<number> => {
    const headers = {
      apikey: server.publishableKey,
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
    }
    return (await fetch(`${server.url}${path}`, { ...init, headers })).status
  }

  async function joinStatus(access_token: string): Promise<string> {
    const ref = String(++joins)
    const postgres_changes = [{ event: '*', schema: 'public', table: 'goals' }]
    const payload = { config: { postgres_changes }, access_token }
    const answer = new Promise<string>((resolve) => {
      const listen = (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as { ref: string; event: string; payload: { status: string } }
        if (frame.event !== 'phx_reply' || frame.ref !== ref) return
        socket.off('message', listen)
        resolve(frame.payload.status)
      }
      socket.on('message', listen)
    })
    socket.send(JSON.stringify({ topic: `realtime:${ref}`, event: 'phx_join', payload, ref, join_ref: ref }))
    return answer
  }

  /** The response of each API. */
  const responses = async (bearer: string) => ({
    auth: await statusOf('/auth/v1/user', bearer),
    rest: await statusOf('/rest/v1/goals', bearer),
    functions: await statusOf('/functions/v1/suggest-quick-actions', bearer, {
      method: 'POST',
      body: '{"previousActions":[]}',
    }),
    websocket: await joinStatus(bearer),
  })
  const REFUSED = { auth: 403, rest: 401, functions: 401, websocket: 'error' }

  const signedBy = (key: KeyObject, head: Json = header, body: Json = claims) => {
    const text = `${encode(head)}.${encode(body)}`
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const hmac = (secret: string | Buffer, head: Json = {}) =>
    new SignJWT(claims).setProtectedHeader({ ...header, ...head, alg: 'HS256' }).sign(Buffer.from(secret))
  /** Signed with the server's key, with other claims or another header. */
  const ours = (body: Json, head: Json = {}) =>
    new SignJWT({ ...claims, ...body })
      .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'JWT', ...head })
      .sign(keys.signing.key)
  const without = (name: string) => ours({ [name]: undefined })
  const withSignature = (change: (signature: Buffer) => Buffer) => {
    const [head, body, signature = ''] = token.split('.')
    return `${head}.${body}.${change(Buffer.from(signature, 'base64url')).toString('base64url')}`
  }
  const publicKey = () => createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...published }, format: 'jwk' })

  test('every API accepts an access token that the server signed', async () => {
    expect(await responses(token)).toEqual({ auth: 200, rest: 200, functions: 200, websocket: 'ok' })
    expect(await responses(await ours({}))).toEqual({ auth: 200, rest: 200, functions: 200, websocket: 'ok' })
  })

  test('a forged access token causes no database query with its user id', async () => {
    const queries = vi.spyOn(server.database, 'query')
    const output = () =>
      queries.mock.calls.filter(([, values = []]) => JSON.stringify(values).includes(String(claims['sub'])))
    await responses(token)
    expect(output()).not.toHaveLength(0)
    queries.mockClear()
    expect(await responses(signedBy(foreignKeys.privateKey))).toEqual(REFUSED)
    expect(output()).toHaveLength(0)
    queries.mockRestore()
  })

  const cases: Record<string, () => string | Promise<string>> = {
    'alg none': () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
    'alg NONE': () => `${encode({ ...header, alg: 'NONE' })}.${encode(claims)}.`,
    'alg none with the signature kept': () =>
      `${encode({ ...header, alg: 'none' })}.${token.split('.').slice(1).join('.')}`,
    'no alg': () => signedBy(foreignKeys.privateKey, { kid: published.kid, typ: 'JWT' }),
    'HS256 with the public key as PEM': () => hmac(publicKey().export({ type: 'spki', format: 'pem' })),
    'HS256 with the public key as DER': () => hmac(publicKey().export({ type: 'spki', format: 'der' })),
    'HS256 with the public key as JWK': () => hmac(JSON.stringify(published)),
    'HS256 with the public API key': () => hmac(server.publishableKey),
    'HS256 with an empty kid': () => hmac(server.publishableKey, { kid: '' }),
    'HS512 with the secret API key': () =>
      new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS512' }).sign(Buffer.from(server.secretKey)),
    'another key with our kid': () => signedBy(foreignKeys.privateKey),
    'another key with its own kid': () => signedBy(foreignKeys.privateKey, { ...header, kid: 'foreignKeys' }),
    'no kid': () => ours({}, { kid: undefined }),
    'a kid that is a path': () => signedBy(foreignKeys.privateKey, { ...header, kid: '../../../../dev/null' }),
    'a kid that is not a string': () => signedBy(foreignKeys.privateKey, { ...header, kid: { toString: 1 } }),
    'its key in the header (jwk)': () =>
      signedBy(foreignKeys.privateKey, { ...header, jwk: foreignKeys.publicKey.export({ format: 'jwk' }) }),
    'the URL of its key in the header (jku, x5u)': () =>
      signedBy(foreignKeys.privateKey, {
        ...header,
        jku: `${server.url}/config.json`,
        x5u: `${server.url}/config.json`,
      }),
    'a critical extension': () => signedBy(keyOf(keys), { ...header, crit: ['exp'] }),
    'a payload that is not encoded': () => signedBy(keyOf(keys), { ...header, b64: false, crit: ['b64'] }),
    'another curve': () => {
      const other = generateKeyPairSync('ec', { namedCurve: 'P-384' })
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES384' }).sign(other.privateKey)
    },
    RS256: () => {
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
      return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(other.privateKey)
    },
    'a signature of zeros': () => withSignature(() => Buffer.alloc(64)),
    'a signature cut in half': () => withSignature((signature) => signature.subarray(0, 32)),
    'a signature one byte short': () => withSignature((signature) => signature.subarray(0, 63)),
    'a signature one byte long': () => withSignature((signature) => Buffer.concat([signature, Buffer.alloc(1)])),
    'a signature with one bit changed': () =>
      withSignature((signature) => Buffer.from(signature.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))),
    'a signature in DER': () => {
      const text = token.split('.').slice(0, 2).join('.')
      return `${text}.${sign('sha256', Buffer.from(text), keyOf(keys)).toString('base64url')}`
    },
    'no signature': () => `${token.split('.').slice(0, 2).join('.')}.`,
    'two parts': () => token.split('.').slice(0, 2).join('.'),
    'four parts': () => `${token}.${token.split('.')[2]}`,
    'the signature of another payload': () => {
      const [head, , signature] = token.split('.')
      return `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`
    },
    'a payload that is not an object': () => signedBy(keyOf(keys), header, [] as unknown as Json),
    'the wrong audience': () => ours({ aud: 'anon' }),
    'no audience': () => without('aud'),
    'the wrong issuer': () => ours({ iss: 'https://eve.example/auth/v1' }),
    'an issuer with our prefix': () => ours({ iss: `${String(claims['iss'])}/` }),
    'no issuer': () => without('iss'),
    'no expiry': () => without('exp'),
    'an expiry that is not a number': () => ours({ exp: String(now() + 3600) }),
    'an expiry in the past': () => ours({ exp: now() - 60 }),
    'nbf in the future': () => ours({ nbf: now() + 60 }),
    'iat in the future': () => ours({ iat: now() + 60 }),
    'no subject': () => without('sub'),
    'no session': () => without('session_id'),
    'an unknown session': () => ours({ session_id: crypto.randomUUID() }),
    'the role service_role': () => ours({ role: 'service_role' }),
    'the role postgres': () => ours({ role: 'postgres' }),
    nonsense: () => 'nonsense',
  }
  test.each(Object.entries(cases))('every API rejects an access token with %s', async (_, forge) => {
    expect(await responses(await forge())).toEqual(REFUSED)
  })
})

const keyOf = ({ signing }: Keys): KeyObject => KeyObject.from(signing.key)
