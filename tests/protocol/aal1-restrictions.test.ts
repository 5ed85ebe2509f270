import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Client, type Person, type TestServer } from '../harness.ts'

/** Eve is an attacker who knows the password of a user with a second factor. */
describe.each(engines)('a session that has not passed the second factor, on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let eve: Client

  beforeAll(async () => {
    server = await createTestServer(engine)
    ana = await server.founder('ana')
    const { data } = await ana.client.auth.mfa.enroll({ factorType: 'totp' })
    if (!data) throw new Error('not enrolled')
    const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate()
    const proven = await ana.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    if (proven.error) throw proven.error
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    eve = server.client()
    await eve.auth.signInWithPassword({ email: ana.email, password: ana.password })
  })
  afterAll(() => server.close())

  const ask = (client: Client, name: string, body: object) => client.functions.invoke(name, { body })
  const question = { messages: [{ role: 'user', content: 'What do you know about me?' }] }

  test('an aal1 session of a user with a factor reads and writes no rows', async () => {
    expect((await eve.from('goals').select().throwOnError()).data).toEqual([])
    expect((await eve.from('profiles').select().throwOnError()).data).toEqual([])
    const written = await eve.from('goals').insert({ user_id: ana.id, text: 'Eve was here', period: 'weekly' })
    expect(written.error).toMatchObject({ code: '42501' })
    expect((await eve.rpc('my_data')).error).toMatchObject({ code: '42501' })
    expect((await eve.rpc('delete_my_account')).error).toMatchObject({ code: '42501' })
  })

  test('an aal1 session of a user with a factor receives no changes', async () => {
    const received: string[] = []
    const listen = async (name: string, client: Client) => {
      const statuses: string[] = []
      // The client passes a new token to its websocket only at the next refresh.
      await client.realtime.setAuth((await client.auth.getSession()).data.session?.access_token)
      client
        .channel(name)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'goals' }, () => received.push(name))
        .subscribe((status) => statuses.push(status))
      await vi.waitFor(() => expect(statuses).toContain('SUBSCRIBED'), { timeout: 5000 })
    }
    await listen('eve', eve)
    await listen('ana', ana.client)
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Pricing page', period: 'weekly' }).throwOnError()
    await vi.waitFor(() => expect(received).toContain('ana'), { timeout: 5000 })
    expect(received).toEqual(['ana'])
    await Promise.all([eve.removeAllChannels(), ana.client.removeAllChannels()])
  })

  test('an aal1 session of a user with a factor gets 401 from the AI functions', async () => {
    for (const [name, body] of [
      ['growth-chat', question],
      ['growth-chat', { ...question, turn: crypto.randomUUID() }],
      ['suggest-quick-actions', { previousActions: [] }],
      ['write-document', { kind: 'agenda' }],
      ['write-document', { mail: { title: 'Agenda', markdown: 'Prices' } }],
    ] as const) {
      const { error } = await ask(eve, name, body)
      expect(error).toMatchObject({ context: { status: 401 } })
    }
    const { data } = await ask(ana.client, 'suggest-quick-actions', { previousActions: [] })
    expect((data as { actions: string[] }).actions.length).toBeGreaterThan(0)
    const answer = await ask(ana.client, 'growth-chat', question)
    expect(answer.error).toBeNull()
    await (answer.data as Response).text()
  })

  test('an aal1 session of a user with a factor cannot change the account: insufficient_aal', async () => {
    for (const change of [{ password: 'another123' }, { email: 'eve@example.com' }]) {
      expect((await eve.auth.updateUser(change)).error).toMatchObject({ code: 'insufficient_aal' })
    }
    expect((await eve.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Eve' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
  })
})
