import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../keys.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (keys: Keys): Buffer => keys.mac('factor-secret', 'sha256')

/** A secret as it is stored: AES-256-GCM under a key of the server's, bound to the factor it belongs to. */
export function seal(keys: Keys, factorId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys), nonce).setAAD(Buffer.from(factorId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws {Error} when it was not sealed by this server for this factor */
export function unseal(keys: Keys, factorId: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(factorId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
