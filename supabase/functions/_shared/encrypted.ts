import { derivedKey } from './derived-key.ts'

/** The secret is in the environment, so a database dump alone decrypts nothing. */
export interface EncryptionKey {
  readonly secret: string
  /** The purpose; other purposes have other keys. */
  readonly label: string
}

const NONCE_BYTES = 12
const encoder = new TextEncoder()

/**
 * Encrypts with AES-256-GCM, with a key derived from the secret (HKDF).
 * @param owner the owner, authenticated with the text: it decrypts for no one else
 * @returns base64 of nonce, ciphertext and tag
 */
export async function encrypt(key: EncryptionKey, owner: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, owner), await keyOf(key), encoder.encode(text))
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed)))
}

/** @returns undefined unless it was encrypted with this key for this owner */
export async function decrypt(key: EncryptionKey, owner: string, sealed: string): Promise<string | undefined> {
  const bytes = bytesOf(sealed)
  if (!bytes) return undefined
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  const opened = crypto.subtle.decrypt(algorithm(nonce, owner), await keyOf(key), rest)
  return opened.then(
    (text) => new TextDecoder().decode(text),
    () => undefined,
  )
}

/** Undefined unless it is base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(owner),
})

const keyOf = ({ secret, label }: EncryptionKey) =>
  derivedKey(secret, label, { name: 'AES-GCM' }, ['encrypt', 'decrypt'])
