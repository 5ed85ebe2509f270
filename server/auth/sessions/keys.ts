import { calculateJwkThumbprint, type CryptoKey, importJWK, type JWK } from 'jose'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { createSecrets, type Secrets } from '../../database/secrets.ts'
import { KEYS_BELIEVED_MS, UNKNOWN_KEY_MS } from '../constants.ts'
import { newKeySet } from './key-set.ts'

/** What signs and what is accepted, the same on every node. */
export interface Keys {
  readonly publishableKey: string
  readonly secretKey: string
  /** Signs access tokens: the first private key of the set, as it was last read; so are the next two. */
  readonly signing: { readonly kid: string; readonly key: CryptoKey }
  /** Public keys by `kid`; an old key stays here until its last token has ended. */
  readonly verifying: ReadonlyMap<string, CryptoKey>
  /** What `/.well-known/jwks.json` answers. */
  readonly publicSet: { readonly keys: readonly JWK[] }
  /** Reads the set again, unless that was done just now: it may have been rotated. @throws {DatabaseError} */
  refresh(): Promise<void> | undefined
  /** The public key of that name; one that is not known here may be new. @throws {DatabaseError} */
  find(kid: string): Promise<CryptoKey | undefined>
  /** The role an API key stands for, or undefined when the text is none. */
  roleOf(apiKey: string): 'anon' | 'service_role' | undefined
  /** A keyed hash of the server's own; `purpose` keeps uses apart. */
  mac(purpose: string, algorithm: 'sha224' | 'sha256', value?: string | Uint8Array): Buffer
}

/** Keys that the operator gave; the others are generated at first start. */
export interface GivenKeys {
  /** A JWK set as JSON, SUPABASE_JWT_KEYS. */
  readonly jwtKeys?: string | undefined
  readonly publishableKey?: string | undefined
  readonly secretKey?: string | undefined
}

interface KeyOptions {
  /** Milliseconds for which the signing keys are used without being read again. */
  readonly believedMs?: number
  /** How they are stored. Default: in clear. */
  readonly secrets?: Secrets
}

/**
 * Loads the keys that all servers share, and generates missing ones.
 * @throws {SecretsLocked} when they are sealed with a key that is not here @throws {Error} naming a bad variable
 */
export async function loadKeys(
  database: Database,
  given: GivenKeys = {},
  { believedMs = KEYS_BELIEVED_MS, secrets = createSecrets([]) }: KeyOptions = {},
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
  let readAt = performance.now()
  let reading: Promise<void> | undefined

  async function readAgain(): Promise<void> {
    const stored = await secrets.read(database, 'jwt_keys')
    if (stored === text) return
    set = await readKeySet(stored)
    text = stored
  }
  const refresh = (unlessWithinMs: number): Promise<void> | undefined => {
    if (reading) return reading
    if (given.jwtKeys !== undefined || performance.now() - readAt < unlessWithinMs) return undefined
    readAt = performance.now()
    reading = readAgain().finally(() => (reading = undefined))
    return reading
  }
  return {
    publishableKey,
    secretKey,
    get signing() {
      return set.signing
    },
    get verifying() {
      return set.verifying
    },
    get publicSet() {
      return set.publicSet
    },
    refresh: () => refresh(believedMs),
    find: async (kid) => {
      // Made-up key ids must not cause a query each.
      if (!set.verifying.has(kid)) await refresh(UNKNOWN_KEY_MS)
      return set.verifying.get(kid)
    },
    roleOf: (apiKey) => (same(apiKey, publishableKey) ? 'anon' : same(apiKey, secretKey) ? 'service_role' : undefined),
    mac: (purpose, algorithm, value) => macOf(macKey, purpose, algorithm, value),
  }
}

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
