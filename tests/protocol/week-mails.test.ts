import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type Person, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('the mail on Monday on %s', (engine) => {
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

  const run = (key?: string) => runFunction(server, 'week-mails', key === undefined ? {} : { key })
  /** Monday, 8:00 comes for a founder who wants the mail. */
  const mondayComes = async ({ id, client }: Person) => {
    await client.from('mail_settings').insert({ user_id: id, weekly: true, time_zone: 'Europe/Berlin' }).throwOnError()
    await owner.query(
      `update private.week_mails set monday = (now() at time zone 'Europe/Berlin')::date, due_at = now() where user_id = $1`,
      [id],
    )
    return run()
  }
  test('the week is mailed with its facts and one next step', async () => {
    const ana = await server.founder('ana')
    const prove = 'insert into server.proven_emails (user_id, email, at) values ($1, $2, now())'
    await owner.query(prove, [ana.id, ana.email])
    await owner.query(
      `insert into public.goals (user_id, text, period, created_at)
       values ($1, 'Ten demos', 'weekly', now() - interval '3 days')`,
      [ana.id],
    )
    // On whichever day this runs, an unread reply is the next step.
    await owner.query(
      `insert into public.squad_messages (user_id, content, sender_type, sender_name)
       values ($1, 'Raise it', 'squad', 'Upswing Team')`,
      [ana.id],
    )
    await owner.query(
      'insert into public.runway_data (user_id, bank_balance, monthly_burn) values ($1, 90000, 12000)',
      [ana.id],
    )
    expect((await mondayComes(ana)).status).toBe(200)
    // The server's own run, soon after its start, may have been first.
    await vi.waitFor(async () => expect(await mailsTo(server, ana)).toHaveLength(1), { timeout: 10_000, interval: 50 })
    const [mail] = await mailsTo(server, ana)
    expect(mail?.subject).toBe('Your week – Upswing')
    for (const line of [
      'Here is your last week.',
      'Check-in: none was written.',
      'Goals: 0 of 1 done.',
      'Traction: no loops yet.',
      'Runway: 7.5 months.',
      'Next call: none is booked.',
      'Open priority: none yet.',
      'Next step: read the squad’s reply:\nhttps://growth.example/chat?tab=squad',
      'https://growth.example/functions/v1/stop-mails?token=',
    ]) {
      expect(mail?.text).toContain(line)
    }
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
    expect(await (await run()).json()).toEqual({ sent: 0 })
  })

  test('an address that was not proven gets the link alone', async () => {
    const ben = await server.founder('ben')
    await mondayComes(ben)
    const [mail] = await mailsTo(server, ben)
    expect(mail?.text).toContain('Your week is ready on your Command Board.')
    expect(mail?.text).toContain('https://growth.example/\n')
    expect(mail?.text).not.toContain('Goals')
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) expect((await run(key)).status).toBe(403)
  })
})
