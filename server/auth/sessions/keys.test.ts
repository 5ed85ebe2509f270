import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '../../database/database.ts'
import { type OpenedSession, signAccessToken, verifyAccessToken } from './access-tokens.ts'
import { withNewKey } from './key-set.ts'
import { loadKeys } from './keys.ts'

/** A database with the table of secrets only. */
function secretsOnly(secrets = new Map<string, string>()): Database {
  const query = async (text: string, [name, value]: readonly string[]) => {
    if (text.startsWith('insert')) return secrets.has(name ?? '') ? [] : (secrets.set(name ?? '', value ?? ''), [])
    return [{ value: secrets.get(name ?? '') }]
  }
  return { query } as unknown as Database
}

const issuer = 'http://localhost:3000/auth/v1'
const session = {
  id: '7d9f0ad1-6f0c-4bd8-9b5c-0a2cbb0b2f11',
  aal: 'aal1',
  amr: [],
  account: { id: '0f4f4c9f-8f2c-4a39-8f49-9d6a3f7f6f11', raw_app_meta_data: {}, raw_user_meta_data: {} },
} as unknown as OpenedSession

async function jwk(kid: string, hasPrivate = true) {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { d, ...rest } = await exportJWK(privateKey)
  return { ...rest, ...(hasPrivate && { d }), kid }
}

test('generated keys are stored, and loading them again returns the same', async () => {
  const database = secretsOnly()
  const [first, second] = [await loadKeys(database), await loadKeys(database)]
  expect(second.publicSet).toEqual(first.publicSet)
  expect(second.publishableKey).toBe(first.publishableKey)
  expect(first.publishableKey).toMatch(/^sb_publishable_.{20,}$/)
  expect(first.secretKey).toMatch(/^sb_secret_.{20,}$/)
})

test('the first private key signs, all verify, and no private part is published', async () => {
  const [old, present] = [await jwk('old'), await jwk('new')]
  const before = await loadKeys(secretsOnly(), { jwtKeys: JSON.stringify({ keys: [old] }) })
  const after = await loadKeys(secretsOnly(), {
    jwtKeys: JSON.stringify({ keys: [present, { ...old, d: undefined }] }),
  })
  const token = await signAccessToken(before, issuer, session, 1_800_000_000)
  expect(after.signing.kid).toBe('new')
  expect((await verifyAccessToken(after, issuer, token)).ok).toBe(true)
  expect(after.publicSet.keys.map(({ kid }) => kid)).toEqual(['new', 'old'])
  expect(JSON.stringify(after.publicSet)).not.toContain('"d":')
})

afterEach(() => void vi.useRealTimers())

test('a rotated key signs a second later, when every server accepts it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const secrets = new Map<string, string>()
  const database = secretsOnly(secrets)
  const [signer, other] = [await loadKeys(database, {}, { cacheMs: 0 }), await loadKeys(database)]
  const tokenIsAccepted = async () =>
    (await verifyAccessToken(other, issuer, await signAccessToken(signer, issuer, session, 1_800_000_000))).ok
  vi.advanceTimersByTime(2000)
  // Reads the keys: the next unknown one is looked up a second later.
  await other.find('unknown')
  const old = signer.signing.kid
  secrets.set('jwt_keys', await withNewKey(secrets.get('jwt_keys') ?? ''))
  expect(await tokenIsAccepted()).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(await tokenIsAccepted()).toBe(true)
  expect(signer.signing.kid).not.toBe(old)
})

test('a key that replaced a revoked one signs at once', async () => {
  const secrets = new Map<string, string>()
  const keys = await loadKeys(secretsOnly(secrets), {}, { cacheMs: 0 })
  secrets.set('jwt_keys', JSON.stringify({ keys: [await jwk('new')] }))
  await keys.refresh()
  expect(keys.signing.kid).toBe('new')
})

test('rejects a token of a revoked key', async () => {
  const before = await loadKeys(secretsOnly())
  const after = await loadKeys(secretsOnly())
  const token = await signAccessToken(before, issuer, session, 1_800_000_000)
  expect(await verifyAccessToken(after, issuer, token)).toMatchObject({ ok: false, failure: { kind: 'bad-signature' } })
})

test('rejects a token of another issuer', async () => {
  const keys = await loadKeys(secretsOnly())
  const token = await signAccessToken(keys, 'https://elsewhere.example/auth/v1', session, 1_800_000_000)
  expect(await verifyAccessToken(keys, issuer, token)).toMatchObject({ ok: false })
})

test.each([
  ['nonsense', /^SUPABASE_JWT_KEYS is not JSON/],
  ['{}', /^SUPABASE_JWT_KEYS is not a JWK set/],
  ['{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}', /^SUPABASE_JWT_KEYS holds no private ES256 key/],
])('SUPABASE_JWT_KEYS=%s stops the start with an error that names the variable', async (jwtKeys, message) => {
  await expect(loadKeys(secretsOnly(), { jwtKeys })).rejects.toThrow(message)
})

test('an API key has its role, and other texts have none', async () => {
  const keys = await loadKeys(secretsOnly(), { publishableKey: 'sb_publishable_p', secretKey: 'sb_secret_s' })
  expect(keys.roleOf('sb_publishable_p')).toBe('anon')
  expect(keys.roleOf('sb_secret_s')).toBe('service_role')
  for (const other of ['', 'sb_secret_', 'sb_secret_s ', 'sb_secret_x']) expect(keys.roleOf(other)).toBeUndefined()
})
