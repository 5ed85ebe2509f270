import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

const UTC_MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/

/** `table.column type null`, as in docs/accounts-tables.md. */
async function documented(): Promise<string[]> {
  const text = await readFile(new URL('../../docs/accounts-tables.md', import.meta.url), 'utf8')
  const lines: string[] = []
  let table = ''
  for (const line of text.split('\n')) {
    table = /^### auth\.(\w+)$/.exec(line)?.[1] ?? table
    const [, column, type, isNullable] = /^\| `(\w+)` +\| ([^|]+?) +\| (yes|no) /.exec(line) ?? []
    if (column) lines.push(`${table}.${column} ${type} ${isNullable}`)
  }
  return lines
}

describe.each(engines)("the accounts' tables on %s", (engine) => {
  let server: TestServer
  let ana: Person

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    await ana.client.auth.resetPasswordForEmail(ana.email)
    await ana.client.auth.updateUser({ email: 'ana.new@example.com' })
    await ana.client.auth.mfa.enroll({ factorType: 'totp' })
    await ana.client.auth.mfa.enroll({ factorType: 'phone', phone: '+351912345678', friendlyName: 'Mine' })
  })
  afterAll(() => server.close())

  const rows = (sql: string) => server.database.query<Record<string, unknown>>(sql)

  test("the accounts' tables have exactly the documented columns, types and nulls", async () => {
    const columns = await rows(
      `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' ||
         case when a.attnotnull then 'no' else 'yes' end as line
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    )
    expect(columns.map(({ line }) => line).sort()).toEqual((await documented()).sort())
  })

  test('auth.users stores a user in GoTrue’s format', async () => {
    const [user] = await rows(`select * from auth.users where id = '${ana.id}'`)
    expect(user).toMatchObject({
      instance_id: '00000000-0000-0000-0000-000000000000',
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ana@example.com',
      encrypted_password: expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/),
      email_change: 'ana.new@example.com',
      email_change_confirm_status: 0,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        first_name: 'ana',
        last_name: 'Tester',
        sub: ana.id,
        email: 'ana@example.com',
        email_verified: true,
        phone_verified: false,
      },
      is_sso_user: false,
      is_anonymous: false,
    })
    for (const token of [
      'confirmation_token',
      'recovery_token',
      'email_change_token_new',
      'email_change_token_current',
      'phone_change',
      'phone_change_token',
      'reauthentication_token',
    ]) {
      expect([token, user?.[token]]).toEqual([token, ''])
    }
    expect(user?.['confirmed_at']).toEqual(user?.['email_confirmed_at'])
  })

  test('auth.identities stores an identity for each provider', async () => {
    const [identity, ...others] = await rows(`select * from auth.identities where user_id = '${ana.id}'`)
    expect(others).toEqual([])
    expect(identity).toMatchObject({
      provider_id: ana.id,
      provider: 'email',
      email: 'ana@example.com',
      identity_data: { sub: ana.id, email: 'ana@example.com', email_verified: true, phone_verified: false },
    })
  })

  test('auth.sessions stores the refresh time without a time zone, in UTC', async () => {
    await ana.client.auth.refreshSession()
    const [session] = await rows(
      `select aal, refresh_token_counter::int as counter, refresh_token_hmac_key as key,
         abs(extract(epoch from refreshed_at - (now() at time zone 'utc'))) < 60 as is_utc
       from auth.sessions where user_id = '${ana.id}'`,
    )
    expect(session).toEqual({ aal: 'aal1', counter: 1, key: null, is_utc: true })
    const [amr] = await rows(
      `select a.authentication_method as method from auth.mfa_amr_claims a join auth.sessions s on s.id = a.session_id
       where s.user_id = '${ana.id}'`,
    )
    expect(amr).toEqual({ method: 'password' })
    expect(await rows('select id from auth.refresh_tokens')).toEqual([])
  })

  test('auth.one_time_tokens stores mailed codes as hashes, one of each type', async () => {
    const tokens = await rows(
      `select token_type::text as type, token_hash as hash, relates_to as address,
         abs(extract(epoch from created_at - (now() at time zone 'utc'))) < 60 as is_utc
       from auth.one_time_tokens where user_id = '${ana.id}' order by token_type`,
    )
    expect(tokens.map(({ type }) => type)).toEqual([
      'recovery_token',
      'email_change_token_new',
      'email_change_token_current',
    ])
    for (const token of tokens)
      expect(token).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{56}$/), is_utc: true })
  })

  test('auth.mfa_factors stores factors in GoTrue’s format, without null where GoTrue expects a string', async () => {
    const factors = await rows(
      `select friendly_name, factor_type::text, secret, phone, status::text from auth.mfa_factors
       where user_id = '${ana.id}' order by created_at`,
    )
    expect(factors).toEqual([
      {
        friendly_name: '',
        factor_type: 'totp',
        secret: expect.stringContaining('"alg":"aes-gcm-hkdf"'),
        phone: null,
        status: 'unverified',
      },
      { friendly_name: 'Mine', factor_type: 'phone', secret: '', phone: '351912345678', status: 'unverified' },
    ])
  })

  test('returns timestamps in GoTrue’s format', async () => {
    const { data } = await ana.client.auth.getUser()
    expect(data.user?.created_at).toMatch(UTC_MICROSECONDS)
    expect(data.user?.last_sign_in_at).toMatch(UTC_MICROSECONDS)
  })
})
