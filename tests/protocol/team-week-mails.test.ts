import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('the mail with the week of the team on %s', (engine) => {
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

  const run = (key?: string) => runFunction(server, 'team-week-mails', key === undefined ? {} : { key })

  test('it has the figures and a link to the page, once, and its own link ends it', async () => {
    const { client, ...adele } = await server.admin('adele')
    await owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now())', [
      adele.id,
      adele.email,
    ])
    await server.founder('ana')
    await client.from('mail_settings').insert({ user_id: adele.id, team_week_hour: 8 }).throwOnError()
    await owner.query(`update private.team_week_mails set monday = (now() at time zone 'utc')::date, due_at = now()`)
    expect((await run()).status).toBe(200)
    // The server's own run, soon after its start, may have been first.
    await vi.waitFor(async () => expect(await mailsTo(server, adele)).toHaveLength(1), {
      timeout: 10_000,
      interval: 50,
    })
    const [mail] = await mailsTo(server, adele)
    expect(mail?.subject).toMatch(/^The week of \w+ \d+ – \w+ \d+, \d{4} – Upswing$/)
    for (const line of [
      'Goals done: 0 (0)',
      'Revenue a month, all of these: none (none)',
      'Promises broken: 0 of 0 (0 of 0)',
      'An answer is promised within 24 h. Nobody waits for longer now.',
    ])
      expect(mail?.text).toContain(line)
    expect(mail?.text).toMatch(/The whole week:\nhttps:\/\/growth\.example\/admin\/week\?week=\d{4}-\d\d-\d\d\n/)
    expect(await (await run()).json()).toEqual({ sent: 0 })
    const [, token] = /stop-mails\?token=(\S+)/.exec(mail?.text ?? '') ?? []
    const url = new URL(`/functions/v1/stop-mails?token=${token}`, server.url)
    expect(await (await fetch(url, { method: 'POST' })).text()).toContain('You get no more email with the team’s week.')
    const { data } = await client.from('mail_settings').select('team_week_hour, promises').throwOnError()
    expect(data).toEqual([{ team_week_hour: null, promises: true }])
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) expect((await run(key)).status).toBe(403)
  })
})
