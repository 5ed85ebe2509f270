import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseError, type Database } from '../../server/database/database.ts'
import { engines } from '../harness.ts'
import { openTestDatabase, startAuthServer, type AuthServer } from './auth-server.ts'

describe.each(engines)('accounts while the database is unavailable, on %s', (engine) => {
  let real: Database
  let server: AuthServer
  let isUnavailable = false

  beforeAll(async () => {
    real = await openTestDatabase(engine)
    const run = <Value>(work: () => Promise<Value>): Promise<Value> =>
      isUnavailable ? Promise.reject(new DatabaseError({ kind: 'unavailable', message: 'connection refused' })) : work()
    server = await startAuthServer({
      ...real,
      query: (text, values) => run(() => real.query(text, values)),
      transaction: (work) => run(() => real.transaction(work)),
    })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await real.close()
  })

  test('a token refresh gets 503 while the database is unavailable, then succeeds; the user stays signed in', async () => {
    const browser = server.browser()
    const { data } = await browser.auth.signUp({ email: `${engine}@example.com`, password: 'correct horse' })
    const events: string[] = []
    browser.auth.onAuthStateChange((event) => void events.push(event))
    const json = { refresh_token: data.session?.refresh_token }
    isUnavailable = true
    expect((await server.send('/token?grant_type=refresh_token', { json })).status).toBe(503)
    const refreshing = browser.auth.refreshSession()
    setTimeout(() => (isUnavailable = false), 100)
    const { data: refreshed, error } = await refreshing
    expect(error).toBeNull()
    expect(refreshed.session?.refresh_token).not.toBe(data.session?.refresh_token)
    expect(events).not.toContain('SIGNED_OUT')
  })

  test('answers an access token with 503 and retry-after while the database is unavailable', async () => {
    const browser = server.browser()
    const { data } = await browser.auth.signUp({ email: `${engine}-2@example.com`, password: 'correct horse' })
    const token = data.session?.access_token
    server.advance(6)
    isUnavailable = true
    const answer = await server.auth.identify({ keyRole: 'anon', token })
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
    const refused = await server.send('/user', { bearer: token ?? '' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    isUnavailable = false
    expect(await server.auth.identify({ keyRole: 'anon', token })).toMatchObject({ ok: true })
  })
})
