import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Stored sets of signing keys: JWK sets (RFC 7517). The first private key signs, all keys verify. */

/**
 * Creates a set with one new key.
 * @example
 * kidsOf(await newKeySet()).length // 1
 */
export const newKeySet = async (): Promise<string> => textOf([await newKey()])

/**
 * Rotates the set: a new key signs, and only the public halves of the others stay, until they are revoked.
 * @example
 * const set = await newKeySet()
 * kidsOf(await withNewKey(set)).slice(1) // kidsOf(set)
 */
export async function withNewKey(set: string): Promise<string> {
  return textOf([await newKey(), ...keysIn(set).map(publicHalf)])
}

/**
 * Revokes a key.
 * @throws {Error} when it does not exist, or is the signing key
 * @example
 * const set = await newKeySet()
 * const [old] = kidsOf(set)
 * const rotated = await withNewKey(set)
 * kidsOf(withoutKey(rotated, old!)).length // 1
 * withoutKey(set, old!) // throws /signs: rotate first/
 */
export function withoutKey(set: string, kid: string): string {
  const keys = keysIn(set)
  if (keys[0]?.kid === kid) throw new Error(`${kid} signs: rotate first`)
  const left = keys.filter((key) => key.kid !== kid)
  if (left.length === keys.length) throw new Error(`there is no key ${kid}`)
  return textOf(left)
}

/** The ids of the keys, the signing key first. */
export const kidsOf = (set: string): string[] => keysIn(set).map(({ kid = '' }) => kid)

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', use: 'sig' }
}

function publicHalf(jwk: JWK): JWK {
  const half = { ...jwk }
  delete half.d
  return half
}

const keysIn = (set: string): JWK[] => (JSON.parse(set) as { keys: JWK[] }).keys

const textOf = (keys: readonly JWK[]): string => JSON.stringify({ keys })
