import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { Authenticator, type Ceremony } from '../authenticator.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'
import { bearerOf, level, methods, password, usersOf, type Client } from './mfa-users.ts'

const site = { origin: 'http://localhost:3000', rpId: 'localhost' } as const
const BASE64URL = /^[\w-]+$/

interface Challenge {
  readonly id: string
  readonly type: 'create' | 'request'
  /** The options that the client passes to the browser. */
  readonly publicKey: {
    readonly challenge: ArrayBuffer
    readonly rpId?: string
    readonly userVerification?: string
    readonly allowCredentials?: readonly { readonly id: ArrayBuffer }[]
    readonly excludeCredentials?: readonly { readonly id: ArrayBuffer }[]
  }
}

const idsOf = (descriptors: Challenge['publicKey']['allowCredentials'] = []) =>
  descriptors.map(({ id }) => Buffer.from(id).toString('base64url'))

describe.each(engines)('WebAuthn factors on %s', (engine) => {
  let database: Database
  let server: AuthServer
  let users: ReturnType<typeof usersOf>

  beforeAll(async () => {
    database = await openTestDatabase(engine)
    server = await startAuthServer(database)
    users = usersOf(server)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  async function enrols({ auth }: Client, friendlyName = 'Key'): Promise<string> {
    const { data, error } = await auth.mfa.webauthn.enroll({ friendlyName })
    if (error) throw error
    return data.id
  }
  async function challenges({ auth }: Client, factorId: string): Promise<Challenge> {
    const { data, error } = await auth.mfa.challenge({ factorId, webauthn: { rpId: 'ignored.example' } })
    if (error) throw error
    const { type, credential_options } = data.webauthn
    return { id: data.id, type, publicKey: credential_options.publicKey as unknown as Challenge['publicKey'] }
  }
  const verifies = (
    { auth }: Client,
    factorId: string,
    { id, type }: Omit<Challenge, 'publicKey'>,
    response: object,
  ) => {
    // Like the browser's own credential, it serializes itself with toJSON.
    const credential_response = { toJSON: () => response }
    const webauthn = { type, rpId: 'ignored.example', credential_response } as never
    return auth.mfa.verify({ factorId, challengeId: id, webauthn })
  }
  async function passes(client: Client, factorId: string, key: Authenticator, more: Partial<Ceremony> = {}) {
    const challenge = await challenges(client, factorId)
    const ceremony = { ...site, challenge: challenge.publicKey.challenge, ...more }
    return verifies(
      client,
      factorId,
      challenge,
      challenge.type === 'create' ? key.register(ceremony) : key.assert(ceremony),
    )
  }
  async function withKey(key = new Authenticator()) {
    const founder = await users.founder()
    const factorId = await enrols(founder.client)
    expect((await passes(founder.client, factorId, key)).error).toBeNull()
    return { ...founder, factorId, key }
  }
  const stored = async (factorId: string) => {
    const [row] = await database.query<{ credential: Record<string, unknown>; aaguid: string }>(
      'select web_authn_credential as credential, web_authn_aaguid as aaguid from auth.mfa_factors where id = $1',
      [factorId],
    )
    return row
  }
  const reasons = async (factorId: string) => {
    const rows = await database.query<{ reason: string }>(
      `select details ->> 'reason' as reason from server.audit
       where action = 'factor-failed' and subject = $1 order by at, id`,
      [factorId],
    )
    return rows.map(({ reason }) => reason)
  }

  test('sends creation options in unpadded base64url, for this site and this user', async () => {
    const { client, id, email } = await users.founder()
    const factorId = await enrols(client)
    const answer = await server.send(`/factors/${factorId}/challenge`, {
      json: { factorId, webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } },
      bearer: await bearerOf(client),
    })
    const body = (await answer.json()) as {
      webauthn: { type: string; credential_options: { publicKey: Record<string, unknown> } }
    }
    expect(body).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } })
    const { publicKey } = body.webauthn.credential_options
    expect(publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Upswing' },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
      timeout: 300_000,
      excludeCredentials: [],
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    })
    expect(publicKey['challenge']).toMatch(BASE64URL)
    expect(Buffer.from(String(publicKey['challenge']), 'base64url')).toHaveLength(32)
    expect(publicKey['pubKeyCredParams']).toContainEqual({ type: 'public-key', alg: -7 })
  })

  test('a new credential verifies a WebAuthn factor, raises the session to aal2, and notifies the client', async () => {
    const { client, id } = await users.founder()
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const factorId = await enrols(client)
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toEqual([])
    const { data, error } = await passes(client, factorId, new Authenticator())
    expect(error).toBeNull()
    expect(data?.user).toMatchObject({
      id,
      factors: [
        { id: factorId, factor_type: 'webauthn', status: 'verified', web_authn_aaguid: '00112233-4455-6677-8899-aabbccddeeff' },
      ],
    }) // prettier-ignore
    expect(JSON.stringify(data?.user)).not.toContain('publicKey')
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await level(client)).toBe('aal2')
    expect(await methods(client)).toEqual(['mfa/webauthn', 'password'])
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }])
  })

  test.each([
    [1023, null],
    [1024, 'mfa_verification_failed'],
    [4000, 'mfa_verification_failed'],
  ])('registers a credential with an id of %i bytes: error %s', async (bytes, code) => {
    const { client } = await users.founder()
    const key = new Authenticator({ id: randomBytes(bytes).toString('base64url') })
    const { error } = await passes(client, await enrols(client), key)
    expect(error?.code ?? null).toBe(code)
  })

  test('rejects a WebAuthn response that is larger than any authenticator’s with 400', async () => {
    const { client } = await users.founder()
    const factorId = await enrols(client)
    const challenge = await challenges(client, factorId)
    const answer = new Authenticator().register({ ...site, challenge: challenge.publicKey.challenge })
    const response = { ...answer.response, attestationObject: 'A'.repeat(40_000) }
    const { error } = await verifies(client, factorId, challenge, { ...answer, response })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('stores a WebAuthn credential in GoTrue’s format', async () => {
    const { factorId, key } = await withKey()
    const row = await stored(factorId)
    expect(row?.aaguid).toBe('00112233-4455-6677-8899-aabbccddeeff')
    const BASE64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/
    expect(row?.credential).toEqual({
      id: Buffer.from(key.id, 'base64url').toString('base64'),
      publicKey: expect.stringMatching(BASE64) as string,
      attestationType: 'none',
      transport: ['usb', 'nfc'],
      flags: { userPresent: true, userVerified: true, backupEligible: false, backupState: false },
      authenticator: { AAGUID: 'ABEiM0RVZneImaq7zN3u/w==', signCount: 1, attachment: 'cross-platform' },
      attestation: {
        clientDataJSON: expect.stringMatching(BASE64) as string,
        clientDataHash: expect.stringMatching(BASE64) as string,
        authenticatorData: expect.stringMatching(BASE64) as string,
        publicKeyAlgorithm: -7,
        object: expect.stringMatching(BASE64) as string,
      },
    })
  })

  // The library would fetch revocation lists from the URLs in a statement's certificates.
  test.each(['packed', 'android-key', 'tpm', 'apple', 'fido-u2f', 'unknown'])(
    'neither evaluates nor stores an attestation of the format %s',
    async (fmt) => {
      const { client } = await users.founder()
      const factorId = await enrols(client)
      const attestation = { fmt, attStmt: new Map([['x5c', [Buffer.from('not a certificate')]]]) }
      expect((await passes(client, factorId, new Authenticator(), { attestation })).error).toBeNull()
      const credential = (await stored(factorId))?.credential
      expect(credential).toMatchObject({ attestationType: 'none' })
      const { object } = (credential as { attestation: { object: string } }).attestation
      expect(Buffer.from(object, 'base64').includes('not a certificate')).toBe(false)
    },
  )

  test('a later sign-in requests this credential, and stores the authenticator’s signature counter', async () => {
    const { email, factorId, key, id } = await withKey()
    const again = await users.signsIn(email)
    const challenge = await challenges(again, factorId)
    expect(challenge.type).toBe('request')
    const { rpId, allowCredentials, userVerification } = challenge.publicKey
    expect({ rpId, userVerification }).toEqual({ rpId: 'localhost', userVerification: 'preferred' })
    expect(idsOf(allowCredentials)).toEqual([key.id])
    key.counter = 41
    const passed = await passes(again, factorId, key, { userHandle: Buffer.from(id).toString('base64url') })
    expect(passed.error).toBeNull()
    expect(await level(again)).toBe('aal2')
    expect((await stored(factorId))?.credential).toMatchObject({
      authenticator: { signCount: 41, AAGUID: 'ABEiM0RVZneImaq7zN3u/w==' },
      flags: { userVerified: true },
    })
  })

  test.each<[string, Partial<Ceremony>]>([
    ['another site’s origin', { origin: 'https://localhost.evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['another challenge', { challenge: new Uint8Array(32) }],
    ['no user present', { flags: 0 }],
    ['another ceremony', { type: 'webauthn.other' }],
    ['another site’s frame', { crossOrigin: true }],
    ['a credential that has become backup-eligible', { flags: 0x0d }],
    ['another user’s handle', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
  ])('rejects a WebAuthn assertion with %s', async (_, wrong) => {
    const { email, factorId, key } = await withKey()
    const again = await users.signsIn(email)
    const refused = { status: 422, code: 'mfa_verification_failed' }
    expect((await passes(again, factorId, key, wrong)).error).toMatchObject(refused)
    expect(await level(again)).toBe('aal1')
    expect(await reasons(factorId)).toEqual(['wrong'])
    expect((await passes(again, factorId, key)).error).toBeNull()
  })

  test.each<[string, Partial<Ceremony>]>([
    ['another site’s origin', { origin: 'https://evil.example' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['another challenge', { challenge: new Uint8Array(32) }],
    ['no user present', { flags: 0 }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['another site’s frame', { crossOrigin: true }],
  ])('rejects a new WebAuthn credential with %s', async (_, wrong) => {
    const { client } = await users.founder()
    const factorId = await enrols(client)
    const { error } = await passes(client, factorId, new Authenticator(), wrong)
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect(await level(client)).toBe('aal1')
    expect((await stored(factorId))?.credential).toBeNull()
  })

  test('rejects a signature of another key, even with the right credential id, and the right key with another id', async () => {
    const { email, factorId, key } = await withKey()
    const again = await users.signsIn(email)
    for (const other of [new Authenticator(), new Authenticator({ id: key.id, counter: 9 })]) {
      expect((await passes(again, factorId, other)).error?.code).toBe('mfa_verification_failed')
    }
    const challenge = await challenges(again, factorId)
    const signed = key.assert({ ...site, challenge: challenge.publicKey.challenge })
    const named = { ...signed, id: 'AAAA', rawId: 'AAAA' }
    expect((await verifies(again, factorId, challenge, named)).error?.code).toBe('mfa_verification_failed')
    expect(await level(again)).toBe('aal1')
  })

  test('rejects a credential of another factor or another user', async () => {
    const { client, email, factorId, key } = await withKey()
    const second = new Authenticator()
    const secondId = await enrols(client, 'Second')
    expect((await passes(client, secondId, second)).error).toBeNull()
    const other = await withKey()
    const again = await users.signsIn(email)
    expect((await passes(again, factorId, second)).error?.code).toBe('mfa_verification_failed')
    expect((await passes(again, factorId, other.key)).error?.code).toBe('mfa_verification_failed')
    expect((await challenges(other.client, factorId).catch((error: unknown) => error)) as object).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await passes(again, secondId, second)).error).toBeNull()
    expect((await passes(client, factorId, key)).error).toBeNull()
  })

  test('rejects a replayed WebAuthn assertion, for the same challenge or another', async () => {
    const { email, factorId, key } = await withKey()
    const again = await users.signsIn(email)
    const challenge = await challenges(again, factorId)
    const response = key.assert({ ...site, challenge: challenge.publicKey.challenge })
    expect((await verifies(again, factorId, challenge, response)).error).toBeNull()
    expect((await verifies(again, factorId, challenge, response)).error?.code).toBe('mfa_ip_address_mismatch')
    const next = await challenges(again, factorId)
    expect((await verifies(again, factorId, next, response)).error?.code).toBe('mfa_verification_failed')
  })

  test('rejects an assertion whose signature counter does not increase (a cloned authenticator)', async () => {
    const { email, factorId, key } = await withKey(new Authenticator({ counter: 10 }))
    const again = await users.signsIn(email)
    for (const counter of [9, 10, 0]) {
      const { error } = await passes(again, factorId, key, { counter })
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    expect(await reasons(factorId)).toEqual(['counter', 'counter', 'counter'])
    expect((await passes(again, factorId, key, { counter: 11 })).error).toBeNull()
  })

  test('accepts one of three concurrent assertions with the same signature counter', async () => {
    const { email, factorId, key } = await withKey()
    const clients = [await users.signsIn(email), await users.signsIn(email), await users.signsIn(email)]
    // Sessions at aal2 do not revoke each other.
    await database.query(
      `update auth.sessions set aal = 'aal2' where user_id = (select id from auth.users where email = $1)`,
      [email],
    )
    const results = await Promise.all(clients.map((client) => passes(client, factorId, key, { counter: 7 })))
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await reasons(factorId)).toEqual(['counter', 'counter'])
  })

  test('concurrent verifications that revoke each other’s sessions do not deadlock', async () => {
    const { client, email, factorId, key } = await withKey(new Authenticator({ counter: 0 }))
    const second = new Authenticator({ counter: 0 })
    const secondId = await enrols(client, 'Second')
    expect((await passes(client, secondId, second)).error).toBeNull()
    for (let round = 0; round < 5; round++) {
      const tries = await Promise.all(
        Array.from({ length: 8 }, async (_, number) => {
          const again = await users.signsIn(email)
          const factor = number % 2 ? { id: factorId, key } : { id: secondId, key: second }
          const challenge = await challenges(again, factor.id)
          const credential_response = factor.key.assert({ ...site, challenge: challenge.publicKey.challenge })
          const json = { challenge_id: challenge.id, webauthn: { type: 'request', credential_response } }
          return { path: `/factors/${factor.id}/verify`, bearer: await bearerOf(again), json }
        }),
      )
      const statuses = await Promise.all(tries.map(async ({ path, ...init }) => (await server.send(path, init)).status))
      expect(statuses.sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403])
    }
  })

  test('accepts a passkey whose signature counter is always 0', async () => {
    const key = new Authenticator({ counter: 0, isSynced: true })
    const { email, factorId } = await withKey(key)
    const again = await users.signsIn(email)
    expect((await passes(again, factorId, key)).error).toBeNull()
    expect((await passes(again, factorId, key)).error).toBeNull()
    expect((await stored(factorId))?.credential).toMatchObject({ flags: { backupEligible: true, backupState: true } })
  })

  test('user verification is preferred, not required', async () => {
    const { email, factorId, key } = await withKey()
    expect((await passes(await users.signsIn(email), factorId, key, { flags: 1 })).error).toBeNull()
    expect((await stored(factorId))?.credential).toMatchObject({ flags: { userVerified: true } })
  })

  test('rejects a WebAuthn challenge after five minutes with mfa_challenge_expired', async () => {
    const { email, factorId, key } = await withKey()
    const again = await users.signsIn(email)
    const challenge = await challenges(again, factorId)
    const response = key.assert({ ...site, challenge: challenge.publicKey.challenge })
    users.advance(301)
    expect((await verifies(again, factorId, challenge, response)).error?.code).toBe('mfa_challenge_expired')
  })

  test('excludes registered credentials from a second factor, and rejects a duplicate with 422 webauthn_credential_exists', async () => {
    const { client, key } = await withKey()
    const secondId = await enrols(client, 'Second')
    const { publicKey } = await challenges(client, secondId)
    expect(idsOf(publicKey.excludeCredentials)).toEqual([key.id])
    const exists = { status: 422, code: 'webauthn_credential_exists' }
    expect((await passes(client, secondId, key)).error).toMatchObject(exists)
    const { client: other } = await users.founder()
    const otherId = await enrols(other)
    expect((await passes(other, otherId, new Authenticator({ id: key.id }))).error).toMatchObject(exists)
    expect(await level(other)).toBe('aal1')
  })

  test('a soft-deleted user’s credential can be registered in a new account', async () => {
    const { id, key } = await withKey()
    await server.admin().auth.admin.deleteUser(id, true)
    expect(await database.query('select from auth.mfa_factors where user_id = $1', [id])).toEqual([])
    await withKey(key)
  })

  test('a verified WebAuthn factor rejects another credential, even for an earlier challenge', async () => {
    const { client } = await users.founder()
    const factorId = await enrols(client)
    const early = await challenges(client, factorId)
    const key = new Authenticator()
    expect((await passes(client, factorId, key)).error).toBeNull()
    const challenge = early.publicKey.challenge
    const { error } = await verifies(client, factorId, early, new Authenticator().register({ ...site, challenge }))
    expect(error?.code).toBe('mfa_verification_failed')
    expect((await passes(client, factorId, key)).error).toBeNull()
  })

  test('accepts one of two concurrent new credentials for one factor', async () => {
    const { client } = await users.founder()
    const factorId = await enrols(client)
    const keys = [new Authenticator(), new Authenticator()]
    const challenge = [await challenges(client, factorId), await challenges(client, factorId)]
    const bearer = await bearerOf(client)
    const statuses = await Promise.all(
      challenge.map(async ({ id, publicKey }, number) => {
        const credential_response = keys[number]?.register({ ...site, challenge: publicKey.challenge })
        const json = { challenge_id: id, webauthn: { type: 'create', credential_response } }
        return (await server.send(`/factors/${factorId}/verify`, { json, bearer })).status
      }),
    )
    expect(statuses.sort()).toEqual([200, 422])
  })

  test('an aal1 session cannot verify a new factor once another factor is verified', async () => {
    const { client, email } = await users.founder()
    const begun = await enrols(client, 'Attacker’s key')
    await users.addsApp(client)
    const intruder = await users.signsIn(email)
    const key = new Authenticator()
    expect((await passes(intruder, begun, key)).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect(await level(intruder)).toBe('aal1')
    expect((await passes(client, begun, key)).error).toBeNull()
  })

  test('removing a WebAuthn factor downgrades its sessions to aal1', async () => {
    const { client, email, factorId, key } = await withKey()
    expect((await (await users.signsIn(email)).auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await client.auth.refreshSession()
    expect(await level(client)).toBe('aal1')
    expect(await methods(client)).toEqual(['password'])
    const again = await enrols(client)
    expect((await passes(client, again, key)).error).toBeNull()
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ code: '123456' }, 400, 'validation_failed'],
    [{ webauthn: { type: 'other', credential_response: {} } }, 400, 'validation_failed'],
    [{ webauthn: { type: 'request', credential_response: { id: 'a' } } }, 400, 'validation_failed'],
    [{ webauthn: { type: 'request', credential_response: null } }, 400, 'validation_failed'],
    [{ webauthn: 'request' }, 400, 'bad_json'],
    [
      {
        webauthn: {
          type: 'request',
          credential_response: {
            id: 'AAAA', rawId: 'AAAA', type: 'public-key',
            response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
          },
        },
      },
      422,
      'mfa_verification_failed',
    ],
  ])('rejects the WebAuthn verification %j with %i %s', async (json, status, code) => {
    const { client, factorId } = await withKey()
    const { id: challenge_id } = await challenges(client, factorId)
    const bearer = await bearerOf(client)
    const answer = await server.send(`/factors/${factorId}/verify`, { json: { challenge_id, ...json }, bearer })
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([status, code])
  }) // prettier-ignore

  test.each(['http://192.0.2.7:3000', 'http://growth.example', 'https://[2001:db8::1]'])(
    'rejects WebAuthn enrolment at %s, where browsers do not offer WebAuthn',
    async (publicUrl) => {
      const elsewhere = await startAuthServer(database, { publicUrl })
      const client = elsewhere.browser()
      await client.auth.signUp({ email: `founder-${randomUUID().slice(0, 8)}@example.com`, password })
      const { error } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'Key' })
      expect(error).toMatchObject({ status: 422, code: 'mfa_webauthn_enroll_not_enabled' })
      await elsewhere.close()
    },
  )
})
