import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('the reminder on Friday on %s', (engine) => {
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

  const run = (key?: string) => runFunction(server, 'check-in-reminders', key === undefined ? {} : { key })

  test('it is mailed once, and its link ends it', async () => {
    const { id, client, ...ana } = await server.founder('ana')
    await client.from('mail_settings').insert({ user_id: id, reminder_hour: 16 }).throwOnError()
    await owner.query(
      `update private.check_in_reminders set friday = (now() at time zone 'utc')::date, due_at = now() where user_id = $1`,
      [id],
    )
    expect((await run()).status).toBe(200)
    // The server's own run, soon after its start, may have been first.
    await vi.waitFor(async () => expect(await mailsTo(server, ana)).toHaveLength(1), { timeout: 10_000, interval: 50 })
    const [mail] = await mailsTo(server, ana)
    expect(mail?.subject).toBe('How was your week? – Upswing')
    expect(mail?.text).toContain('Hello,\n\nYour week has no check-in yet. Two minutes:')
    expect(mail?.text).toContain('Check in on your board:\nhttps://growth.example/\n')
    expect(await (await run()).json()).toEqual({ sent: 0 })
    const [, token] = /stop-mails\?token=(\S+)/.exec(mail?.text ?? '') ?? []
    const url = new URL(`/functions/v1/stop-mails?token=${token}`, server.url)
    expect(await (await fetch(url, { method: 'POST' })).text()).toContain('You get no more reminders to check in.')
    const { data } = await client.from('mail_settings').select('reminder_hour').throwOnError()
    expect(data).toEqual([{ reminder_hour: null }])
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) expect((await run(key)).status).toBe(403)
  })
})
