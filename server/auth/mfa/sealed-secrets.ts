import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type MacKey, macOf } from '../sessions/keys.ts'

/** The id of the key in GoTrue's setting `GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS`. */
const KEY_ID = 'upswing'
const ALGORITHM = 'aes-gcm-hkdf'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as GoTrue stores it (supabase/auth internal/crypto/crypto.go, EncryptedString): binary fields are base64. */
interface Sealed {
  readonly key_id: string
  readonly alg: string
  /** Ciphertext and tag. */
  readonly data: string
  readonly nonce: string
}

const PURPOSE = 'factor-secret'

const serverKey = (keys: MacKey): Buffer => keys.mac(PURPOSE, 'sha256')

/** The value of GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS with which GoTrue decrypts the secrets. */
export const factorKeyText = (macKey: string): string =>
  `${KEY_ID}:${macOf(macKey, PURPOSE, 'sha256').toString('base64url')}`

/** Derives a key for each factor (HKDF, RFC 5869), so that a secret decrypts for its own factor only. */
const factorKey = (keys: MacKey, factorId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', serverKey(keys), '', factorId, KEY_BYTES))

/**
 * Encrypts a secret with AES-256-GCM, in GoTrue's format.
 * @example
 * import { macOf } from '../sessions/keys.ts'
 * const keys = { mac: macOf.bind(undefined, 'the key of this server') }
 * const sealed = seal(keys, 'one factor', 'GEZDGNBV')
 * unseal(keys, 'one factor', sealed) // 'GEZDGNBV'
 * unseal(keys, 'another factor', sealed) // throws Error
 */
export function seal(keys: MacKey, factorId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', factorKey(keys, factorId), nonce)
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const sealed: Sealed = {
    key_id: KEY_ID,
    alg: ALGORITHM,
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  }
  return JSON.stringify(sealed)
}

/** Decrypts a secret. @throws {Error} when it was not encrypted by this server for this factor */
export function unseal(keys: MacKey, factorId: string, stored: string): string {
  if (!stored.startsWith('{')) return unsealFormer(keys, factorId, stored)
  const { data, nonce } = JSON.parse(stored) as Sealed
  const bytes = Buffer.from(data, 'base64')
  return decrypt(factorKey(keys, factorId), {
    nonce: Buffer.from(nonce, 'base64'),
    tag: bytes.subarray(-TAG_BYTES),
    text: bytes.subarray(0, -TAG_BYTES),
  })
}

/** Decrypts the format used before GoTrue's: nonce, tag and ciphertext, with the factor's id as additional data. */
function unsealFormer(keys: MacKey, factorId: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  return decrypt(serverKey(keys), {
    nonce: bytes.subarray(0, NONCE_BYTES),
    tag: bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    text: bytes.subarray(NONCE_BYTES + TAG_BYTES),
    additional: Buffer.from(factorId),
  })
}

interface Encrypted {
  readonly nonce: Buffer
  readonly tag: Buffer
  readonly text: Buffer
  readonly additional?: Buffer
}

function decrypt(key: Buffer, { nonce, tag, text, additional }: Encrypted): string {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag)
  if (additional) decipher.setAAD(additional)
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}
