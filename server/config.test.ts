import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('readConfig', () => {
  test('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      ok: true,
      value: { PORT: 3000, HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000', LANDING_PATH: '/command' },
    })
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ ok: true, value: { PORT: 3000 } })
  })

  test('keeps only the origin of PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://growth.example/' })).toMatchObject({
      value: { PUBLIC_URL: 'https://growth.example' },
    })
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'growth.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost,127.0.0.1/x?target_session_attrs=standby'],
    ['DATABASE_URL', 'postgres://localhost,127.0.0.1/x?port=1,2,3'],
    ['DATABASE_POOLER_URL', 'mysql://localhost/x'],
    ['ADMIN_EMAIL', 'no-address'],
    ['SIGN_UP', 'sometimes'],
    ['CONFIRM_EMAIL', 'yes'],
    ['SMTP_URL', 'mail.example'],
    ['SMS_WEBHOOK_URL', 'sms.example'],
    ['SMS_WEBHOOK_URL', 'http://sms.example/send'],
    ['AI_BASE_URL', 'http://models.example/v1'],
    ['GOOGLE_TOKEN_URL', 'http://google.example/token'],
    ['AI_BASE_URL', 'https://user:password@models.example/v1'],
    ['AI_BASE_URL', 'models.example'],
    ['GOOGLE_AUTH_URL', 'https://user@google.example/auth'],
    ['AI_API_KEY', 'sk-one\nsk-two'],
    ['AI_API_KEY', 'sk-…'],
    ['DATABASE_URL', 'postgres://owner:pw@db.example/upswing'],
    ['DATABASE_URL', 'postgres://owner:pw@db.example/upswing?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://owner:pw@localhost,db.example/upswing'],
    ['ALLOW_INSECURE_CONNECTIONS', 'everything'],
    ['SMS_WEBHOOK_URL', 'http://127.0.0.1.example/send'],
    ['BOOKING_URL', 'https://cal.example/squad'],
    ['SQUAD_CALL_URL', 'meet.example/growth'],
    ['SQUAD_CALL_URL', 'javascript:alert(1)'],
    ['SQUAD_CALL_URL', 'https://'],
    ['SQUAD_CALL_URL', 'https://meet.example/our squad'],
    ['PUSH_SERVICES', 'http://push.example'],
    ['PUSH_SERVICES', 'https://push.example/send'],
    ['PUSH_SERVICES', 'https://a.example,,https://b.example'],
    ['SQUAD_HOLIDAYS', '2026-02-30'],
    ['SQUAD_HOLIDAYS', '2026-12-25 2026-12-26'],
    ['SQUAD_HOLIDAYS', '2026-12-25,,sunday'],
    ['SQUAD_HOLIDAYS', 'christmas'],
    ['LANDING_PATH', '//evil.example'],
    ['SUPABASE_SECRET_KEY', 'secret'],
    ['RATE_LIMIT_FACTOR', 'none'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['TRUST_PROXY', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('rejects %s=%s in one line that names the variable', (name, value) => {
    const read = readConfig({ [name]: value })
    expect(read.ok ? '' : read.failure).toMatch(new RegExp(`^(ADMIN_PASSWORD .*; )?${name} is not|${name} does not`))
  })

  test.each([
    'https://sms.example/send?key=1', 'http://localhost:9000/', 'http://127.0.0.1/send', 'http://[::1]:9000/',
  ])('accepts SMS_WEBHOOK_URL=%s', (url) => {
    expect(readConfig({ SMS_WEBHOOK_URL: url })).toMatchObject({ ok: true, value: { SMS_WEBHOOK_URL: url } })
  }) // prettier-ignore

  test.each(['https://meet.example/squad?pwd=1', 'https://meet.example/{member}', 'http://{member}.meet.example'])(
    'accepts SQUAD_CALL_URL=%s',
    (url) => {
      expect(readConfig({ SQUAD_CALL_URL: url })).toMatchObject({ ok: true, value: { SQUAD_CALL_URL: url } })
    },
  )

  test('allows unencrypted connections that ALLOW_INSECURE_CONNECTIONS names', () => {
    const urls = { DATABASE_URL: 'postgres://owner:pw@db.example/x', AI_BASE_URL: 'http://models.example/v1' }
    expect(readConfig({ ...urls, ALLOW_INSECURE_CONNECTIONS: 'model, Database' })).toMatchObject({
      value: { ...urls, ALLOW_INSECURE_CONNECTIONS: ['model', 'database'] },
    })
    const read = readConfig({ ...urls, ALLOW_INSECURE_CONNECTIONS: 'model' })
    expect(read.ok ? '' : read.failure).toBe(
      'DATABASE_URL is not TLS (add ?sslmode=verify-full or ?sslmode=require) or on this machine: allow it with ALLOW_INSECURE_CONNECTIONS=database',
    )
  })

  test('accepts origins as PUSH_SERVICES, without TLS those of this machine alone', () => {
    expect(readConfig({ PUSH_SERVICES: 'https://push.example, http://127.0.0.1:4410' })).toMatchObject({
      value: { PUSH_SERVICES: ['https://push.example', 'http://127.0.0.1:4410'] },
    })
  })

  test('accepts dates and weekdays as SQUAD_HOLIDAYS', () => {
    expect(readConfig({})).toMatchObject({ value: { SQUAD_HOLIDAYS: [] } })
    expect(readConfig({ SQUAD_HOLIDAYS: '2028-02-29, Saturday,sunday' })).toMatchObject({
      value: { SQUAD_HOLIDAYS: ['2028-02-29', 'saturday', 'sunday'] },
    })
  })

  test('says in one sentence why the hosts of DATABASE_URL are refused', () => {
    const read = readConfig({ DATABASE_URL: 'postgres://owner:pw@one.example:5432,two.example/x?port=1,2,3' })
    expect(read.ok ? '' : read.failure).toBe('DATABASE_URL is not usable: it has 2 hosts and 3 ports')
  })

  test('requires DATABASE_URL with DATABASE_POOLER_URL', () => {
    const read = readConfig({ DATABASE_POOLER_URL: 'postgres://localhost:6432/upswing' })
    expect(read.ok ? '' : read.failure).toMatch(/^DATABASE_POOLER_URL needs DATABASE_URL/)
  })

  test('names all invalid variables at once', () => {
    const read = readConfig({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(read.ok ? '' : read.failure).toMatch(/PORT .*; LOG_LEVEL /)
  })

  test('has no OIDC providers by default, and names the variable when it is invalid', () => {
    expect(readConfig({})).toMatchObject({ value: { OIDC_PROVIDERS: [] } })
    const google = { OIDC_PROVIDERS: '[{"id":"google"}]', GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' }
    expect(readConfig(google)).toMatchObject({ value: { OIDC_PROVIDERS: [{ id: 'google', clientId: 'c' }] } })
    const read = readConfig({ OIDC_PROVIDERS: '[{"id":"acme","issuer":"http://acme.example"}]' })
    expect(read.ok ? '' : read.failure).toBe(
      'OIDC_PROVIDERS [0].issuer is not an https URL, or an http one of this machine',
    )
  })

  test('requires ADMIN_EMAIL and ADMIN_PASSWORD together', () => {
    const read = readConfig({ ADMIN_EMAIL: 'ana@growth.example' })
    expect(read.ok ? '' : read.failure).toBe('ADMIN_PASSWORD and ADMIN_EMAIL go together: set both or neither')
  })
})
