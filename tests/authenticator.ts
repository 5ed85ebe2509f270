import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Bits of authenticator data (WebAuthn, 6.1). */
const UP = 0x01
const UV = 0x04
const BE = 0x08
const BS = 0x10
const AT = 0x40

const AAGUID = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

/** The values of a WebAuthn ceremony, and those that a test falsifies. */
export interface Ceremony {
  readonly challenge: Uint8Array | ArrayBuffer
  readonly origin: string
  readonly rpId: string
  /** The signature counter; default: the last one plus one. */
  readonly counter?: number
  readonly flags?: number
  /** `type` of the client data; default: that of the ceremony. */
  readonly type?: string
  readonly userHandle?: string
  readonly crossOrigin?: boolean
  /** Format and statement of a new credential's attestation; default: none. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<Cbor, Cbor> }
}

/** A virtual security key with one credential (ES256), whose responses can be falsified. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id: string
  /** 0 stays 0: most passkeys have no counter. */
  counter: number
  readonly #flags: number

  constructor({ id = randomBytes(32).toString('base64url'), counter = 1, isSynced = false } = {}) {
    this.id = id
    this.counter = counter
    this.#flags = UP | UV | (isSynced ? BE | BS : 0)
  }

  /** The JSON response of `navigator.credentials.create()`, without attestation by default. */
  register(ceremony: Ceremony) {
    const credentialId = Buffer.from(this.id, 'base64url')
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const coseKey = map([
      [1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')],
    ]) // prettier-ignore
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const attested = Buffer.concat([AAGUID, length, credentialId, coseKey])
    const authData = Buffer.concat([this.#data(ceremony, AT), attested])
    const { fmt, attStmt } = ceremony.attestation ?? { fmt: 'none', attStmt: new Map<Cbor, Cbor>() }
    const attestationObject = map([
      ['fmt', fmt], ['attStmt', attStmt], ['authData', authData],
    ]) // prettier-ignore
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['usb', 'nfc'],
    })
  }

  /** The JSON response of `navigator.credentials.get()`. */
  assert(ceremony: Ceremony) {
    const authenticatorData = this.#data(ceremony)
    const client = clientData('webauthn.get', ceremony)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      ...(ceremony.userHandle !== undefined && { userHandle: ceremony.userHandle }),
    })
  }

  #data({ rpId, counter, flags = this.#flags }: Ceremony, more = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? (this.counter === 0 ? 0 : this.counter++))
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | more]), count])
  }

  #answer<Response extends object>(response: Response) {
    const { id } = this
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'cross-platform' as const,
    }
  }
}

const clientData = (
  type: string,
  { challenge, origin, type: ceremonyType = type, crossOrigin = false }: Ceremony,
): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: ceremonyType,
      challenge: Buffer.from(new Uint8Array(challenge)).toString('base64url'),
      origin,
      crossOrigin,
    }),
  )

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>

/** The subset of CBOR (RFC 8949) that authenticators use. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (!('size' in value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

const map = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer => cbor(new Map(entries))

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
