import { describe, expect, test } from 'vitest'
import { readProviders } from './provider-config.ts'

const noGoogle = { clientId: undefined, clientSecret: undefined }
const acme = { id: 'acme', name: 'Acme', issuer: 'https://id.acme.example', clientId: 'a', clientSecret: 'b' }
const read = (list: unknown, google: Parameters<typeof readProviders>[1] = noGoogle) =>
  readProviders(typeof list === 'string' ? list : JSON.stringify(list), google)

describe('OIDC_PROVIDERS', () => {
  test('OIDC_PROVIDERS keeps the order of providers, and always adds the scope openid', () => {
    const globex = { ...acme, id: 'globex', scopes: ['email', 'groups'] }
    expect(read([globex, acme])).toEqual({
      ok: true,
      value: [
        { ...globex, scopes: ['openid', 'email', 'groups'] },
        { ...acme, scopes: ['openid', 'email', 'profile'] },
      ],
    })
  })

  test('the provider google may have a client of its own', () => {
    const own = { id: 'google', name: 'Workspace', clientId: 'mine', clientSecret: 'own' }
    expect(read([own], { clientId: 'c', clientSecret: 's' })).toMatchObject({ value: [own] })
  })

  test.each(['http://127.0.0.1:9000', 'http://localhost:9000/realm', 'http://[::1]:9000', 'https://id.example/a'])(
    'OIDC_PROVIDERS accepts the issuer %s',
    (issuer) => expect(read([{ ...acme, issuer }])).toMatchObject({ ok: true }),
  )

  test.each([
    ['{', 'is not a JSON array'],
    ['{"id":"acme"}', 'is not a JSON array'],
    [['acme'], '[0] Invalid input: expected object, received string'],
    [
      [acme, { ...acme, issuer: 'http://id.example' }],
      '[1].issuer is not an https URL, or an http one of this machine',
    ],
    [
      [{ ...acme, issuer: 'http://127.0.0.1.evil.example' }],
      '[0].issuer is not an https URL, or an http one of this machine',
    ],
    [[{ ...acme, issuer: 'acme' }], '[0].issuer is not an https URL, or an http one of this machine'],
    [[{ ...acme, id: 'Acme!' }], '[0].id is not 1 to 40 of a-z, 0-9, -, _ and :'],
    [[{ ...acme, id: 'email' }], '[0].id is one of email, phone, anonymous_users'],
    [[{ ...acme, clientId: 7 }], '[0].clientId is not a text'],
    [[{ ...acme, clientSecret: '' }], '[0].clientSecret is empty'],
    [[{ ...acme, client_id: 'a' }], '[0] Unrecognized key: "client_id"'],
    [[{ ...acme, name: undefined }], '[0] (acme) has no name'],
    [[{ id: 'google' }], '[0] (google) has no clientId, and GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set'],
    [[acme, acme], 'has two entries with the id acme'],
  ])('OIDC_PROVIDERS rejects %j', (list, failure) => expect(read(list)).toEqual({ ok: false, failure }))
})
