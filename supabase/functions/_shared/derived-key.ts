const encoder = new TextEncoder()

/** Of a 256-bit key, and what it is used for. */
type Algorithm = { readonly name: 'HMAC'; readonly hash: 'SHA-256' } | { readonly name: 'AES-GCM' }

/**
 * A key for one purpose out of a secret that the environment holds (HKDF, RFC 5869): what is made with it is worth
 * nothing for another purpose.
 * @param purpose one text for each use, never changed
 */
export async function derivedKey(
  secret: string,
  purpose: string,
  algorithm: Algorithm,
  usages: ('sign' | 'verify' | 'encrypt' | 'decrypt')[],
) {
  // An empty secret would make the same key for everybody who thinks of it.
  if (secret === '') throw new Error('there is no secret to derive a key from')
  const source = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) }
  return crypto.subtle.deriveKey(derivation, source, { ...algorithm, length: 256 }, false, usages)
}
