import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('the mail about a broken promise on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await createTestServer(engine, { env: { PUBLIC_URL: 'https://growth.example' } })
    owner = await ownerOf(server.own.config, server.database)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const run = (key?: string) => runFunction(server, 'promise-mails', key === undefined ? {} : { key })

  test('it names the founder with a link to the conversation, once, and its own link ends it', async () => {
    const { client, ...adele } = await server.admin('adele')
    await owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now())', [
      adele.id,
      adele.email,
    ])
    const ana = await server.founder('ana')
    await ana.client.from('squad_messages').insert({ user_id: ana.id, content: 'Hello?' }).throwOnError()
    await owner.query(`update public.squad_conversations set waiting_since = now() - interval '25 hours'`)
    expect((await run()).status).toBe(200)
    // The server's own run, soon after its start, may have been first.
    await vi.waitFor(async () => expect(await mailsTo(server, adele)).toHaveLength(1), {
      timeout: 10_000,
      interval: 50,
    })
    const [mail] = await mailsTo(server, adele)
    expect(mail?.subject).toBe('A founder has waited longer than promised – Upswing')
    expect(mail?.text).toContain(`ana Tester:\nhttps://growth.example/admin/squad?founder=${ana.id}\n`)
    expect(await (await run()).json()).toEqual({ sent: 0 })
    const [, token] = /stop-mails\?token=(\S+)/.exec(mail?.text ?? '') ?? []
    const url = new URL(`/functions/v1/stop-mails?token=${token}`, server.url)
    expect(await (await fetch(url, { method: 'POST' })).text()).toContain('You get no more emails about late answers.')
    const { data } = await client.from('mail_settings').select('promises, replies').throwOnError()
    expect(data).toEqual([{ promises: false, replies: true }])
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) expect((await run(key)).status).toBe(403)
  })
})
