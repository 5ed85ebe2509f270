import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Sets of signing keys as they are stored: JWK sets (RFC 7517), in which the first private key signs and all verify. */

/** A set of one new key. */
export const newKeySet = async (): Promise<string> => textOf([await newKey()])

/** The set with a new key that signs from now on; of the others the public halves stay, until they are revoked. */
export async function withNewKey(set: string): Promise<string> {
  return textOf([await newKey(), ...keysIn(set).map(publicHalf)])
}

/** The set without one of its keys. @throws {Error} when there is none of that name, or it is the one that signs */
export function withoutKey(set: string, kid: string): string {
  const keys = keysIn(set)
  if (keys[0]?.kid === kid) throw new Error(`${kid} signs: rotate first`)
  const left = keys.filter((key) => key.kid !== kid)
  if (left.length === keys.length) throw new Error(`there is no key ${kid}`)
  return textOf(left)
}

/** Their names, that of the one which signs first. */
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
