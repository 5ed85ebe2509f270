import { derivedKey } from './derived-key.ts'

/** The secret is in the environment: what is sealed, a copy of the database does not open. */
export interface SealingKey {
  readonly secret: string
  /** What it is for; other purposes have other keys. */
  readonly label: string
}

const NONCE_BYTES = 12
const encoder = new TextEncoder()

/**
 * AES-256-GCM under a key that HKDF makes of the secret.
 * @param owner whose it is: it opens for nobody else
 * @returns base64 of nonce, ciphertext and tag
 */
export async function seal(key: SealingKey, owner: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, owner), await keyOf(key), encoder.encode(text))
  return btoa(String.fromCharCode(...nonce, ...new Uint8Array(sealed)))
}

/** @returns undefined when it was not sealed under this key for this owner */
export async function unseal(key: SealingKey, owner: string, sealed: string): Promise<string | undefined> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0))
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  const opened = crypto.subtle.decrypt(algorithm(nonce, owner), await keyOf(key), rest)
  return opened.then(
    (text) => new TextDecoder().decode(text),
    () => undefined,
  )
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(owner),
})

const keyOf = ({ secret, label }: SealingKey) => derivedKey(secret, label, { name: 'AES-GCM' }, ['encrypt', 'decrypt'])
