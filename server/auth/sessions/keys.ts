import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK } from 'jose'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { createSecrets, type Secrets } from '../../database/secrets.ts'
import { KEYS_CACHE_MS, UNKNOWN_KEY_CACHE_MS } from '../constants.ts'
import { newKeySet } from './key-set.ts'

/** Signing keys and API keys, the same on every node. */
export interface Keys {
  readonly publishableKey: string
  readonly secretKey: string
  /** Signs access tokens: the first private key of the cached set, a second after it was read. */
  readonly signing: { readonly kid: string; readonly key: CryptoKey }
  /** Public keys by `kid`; an old key stays until it is revoked. */
  readonly verifying: ReadonlyMap<string, CryptoKey>
  /** The response of `/.well-known/jwks.json`. */
  readonly publicSet: { readonly keys: readonly JWK[] }
  /** Reloads the set if the cache is outdated: keys may have been rotated. @throws {DatabaseError} */
  refresh(): Promise<void> | undefined
  /** Finds a public key; reloads the set for an unknown one, which may be new. @throws {DatabaseError} */
  find(kid: string): Promise<CryptoKey | undefined>
  /** The role of an API key; undefined when it is invalid. */
  roleOf(apiKey: string): 'anon' | 'service_role' | undefined
  /** HMAC with the server's own key; `purpose` separates its uses. */
  mac(purpose: string, algorithm: 'sha224' | 'sha256', value?: string | Uint8Array): Buffer
}

/** For what only derives hashes and keys. */
export type MacKey = Pick<Keys, 'mac'>

/** Keys from the environment; missing ones are generated at first start. */
export interface GivenKeys {
  /** A JWK set as JSON, SUPABASE_JWT_KEYS. */
  readonly jwtKeys?: string | undefined
  readonly publishableKey?: string | undefined
  readonly secretKey?: string | undefined
}

interface KeyOptions {
  /** Cache lifetime of the signing keys, milliseconds. */
  readonly cacheMs?: number
  /** Stores generated keys. Default: unencrypted. */
  readonly secrets?: Secrets
}

/**
 * Loads the keys that all servers share, and generates missing ones.
 * @throws {SecretsLocked} when they are encrypted and the key is missing @throws {Error} naming an invalid variable
 */
export async function loadKeys(
  database: Database,
  given: GivenKeys = {},
  { cacheMs = KEYS_CACHE_MS, secrets = createSecrets([]) }: KeyOptions = {},
): Promise<Keys> {
  const shared = (name: string, proposal: string) => secrets.ensure(database, name, proposal)
  const [jwtKeys, publishableKey, secretKey, macKey] = await Promise.all([
    given.jwtKeys ?? shared('jwt_keys', await newKeySet()),
    given.publishableKey ?? shared('publishable_key', `sb_publishable_${randomBytes(24).toString('base64url')}`),
    given.secretKey ?? shared('secret_key', `sb_secret_${randomBytes(24).toString('base64url')}`),
    shared('auth_mac_key', randomBytes(32).toString('base64url')),
  ])
  let text = jwtKeys
  let set = await readKeySet(text)
  let { signing } = set
  let readAt = performance.now()
  let changedAt = -Infinity
  let reading: Promise<void> | undefined

  async function reload(): Promise<void> {
    const stored = await secrets.read(database, 'jwt_keys')
    if (stored === text) return
    set = await readKeySet(stored)
    text = stored
    changedAt = performance.now()
  }
  /** A new key waits until every server would find it: one that has just read the keys looks for an unknown one later. */
  function currentSigning(): Keys['signing'] {
    const isKnownEverywhere = performance.now() - changedAt >= UNKNOWN_KEY_CACHE_MS
    if (isKnownEverywhere || !set.verifying.has(signing.kid)) signing = set.signing
    return signing
  }
  const refresh = (maxAgeMs: number): Promise<void> | undefined => {
    if (reading) return reading
    if (given.jwtKeys !== undefined || performance.now() - readAt < maxAgeMs) return undefined
    readAt = performance.now()
    reading = reload().finally(() => (reading = undefined))
    return reading
  }
  return {
    publishableKey,
    secretKey,
    get signing() {
      return currentSigning()
    },
    get verifying() {
      return set.verifying
    },
    get publicSet() {
      return set.publicSet
    },
    refresh: () => refresh(cacheMs),
    find: async (kid) => {
      // Invented key ids must not cause a query each.
      if (!set.verifying.has(kid)) await refresh(UNKNOWN_KEY_CACHE_MS)
      return set.verifying.get(kid)
    },
    roleOf: (apiKey) => (same(apiKey, publishableKey) ? 'anon' : same(apiKey, secretKey) ? 'service_role' : undefined),
    mac: (purpose, algorithm, value) => macOf(macKey, purpose, algorithm, value),
  }
}

/**
 * @example
 * macOf('key', 'recovery-code', 'sha256', '7').equals(macOf('key', 'mailed-code', 'sha256', '7')) // false
 */
export function macOf(
  macKey: string,
  purpose: string,
  algorithm: 'sha224' | 'sha256',
  value: string | Uint8Array = '',
): Buffer {
  return createHmac(algorithm, `${purpose}:${macKey}`).update(value).digest()
}

async function readKeySet(text: string): Promise<Pick<Keys, 'signing' | 'verifying' | 'publicSet'>> {
  const jwks = await Promise.all(parseKeySet(text).map(withKid))
  const signing = jwks.find((jwk) => jwk.d !== undefined)
  if (!signing) throw new Error('SUPABASE_JWT_KEYS holds no private ES256 key')
  const publicJwks = jwks.map(
    ({ kid, kty, crv, x, y }) =>
      ({
        kid,
        kty,
        crv,
        x,
        y,
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      }) as JWK & { kid: string },
  )
  const verifying = await Promise.all(
    publicJwks.map(async (jwk) => [jwk.kid, (await importJWK(jwk, 'ES256')) as CryptoKey] as const),
  )
  const { key_ops: _, use: __, ...privateJwk } = signing
  return {
    signing: { kid: signing.kid, key: (await importJWK(privateJwk, 'ES256')) as CryptoKey },
    verifying: new Map(verifying),
    publicSet: { keys: publicJwks },
  }
}

function parseKeySet(text: string): JWK[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new Error('SUPABASE_JWT_KEYS is not JSON', { cause })
  }
  const keys: unknown = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown } | null)?.keys
  if (!Array.isArray(keys)) throw new Error('SUPABASE_JWT_KEYS is not a JWK set')
  return (keys as JWK[]).filter((jwk) => jwk.kty === 'EC' && jwk.crv === 'P-256')
}

const withKid = async (jwk: JWK): Promise<JWK & { kid: string }> => ({
  ...jwk,
  kid: jwk.kid ?? (await calculateJwkThumbprint(jwk)),
})

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
