const encoder = new TextEncoder()

/** Bytes of the secret from which keys are derived. */
type Algorithm = { readonly name: 'HMAC'; readonly hash: 'SHA-256' } | { readonly name: 'AES-GCM' }

/**
 * Derives a key for one purpose from a secret in the environment (HKDF, RFC 5869). Keys of other purposes do not
 * open what it protects.
 * @param purpose one constant text for each use
 */
export async function derivedKey(
  secret: string,
  purpose: string,
  algorithm: Algorithm,
  usages: ('sign' | 'verify' | 'encrypt' | 'decrypt')[],
) {
  // An empty secret would give a key that is known to everyone.
  if (secret === '') throw new Error('there is no secret to derive a key from')
  const source = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) }
  return crypto.subtle.deriveKey(derivation, source, { ...algorithm, length: 256 }, false, usages)
}
