import type { Email } from 'postal-mime'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { signedTokens } from '../../supabase/functions/_shared/signed-token.ts'
import { stopTokens } from '../../supabase/functions/_shared/stop-mails.ts'
import { createTestServer, engines, runFunction, type Person, type TestServer } from '../harness.ts'
import { mailsTo, openMailbox } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'

describe.each(engines)('mails about unread replies on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  let admin: Person
  beforeAll(async () => {
    server = await createTestServer(engine, { env: { PUBLIC_URL: 'https://growth.example' } })
    owner = await ownerOf(server.own.config, server.database)
    admin = await server.admin('adele')
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const answers = async ({ id }: Person, content: string, by = admin) => {
    const reply = { user_id: id, content, sender_type: 'squad', sender_name: 'Upswing Team' } as const
    return (await by.client.from('squad_messages').insert(reply).select('id').single().throwOnError()).data.id
  }
  const prove = ({ id, email }: Person) =>
    owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now())', [id, email])
  /** Half an hour passes, and the server looks for mails. */
  const halfAnHourPasses = async () => {
    await owner.query(`update public.squad_messages set created_at = created_at - interval '30 minutes'`)
    await owner.query(`update private.reply_mails set due_at = due_at - interval '30 minutes'`)
    return run(server)
  }
  const run = (at: TestServer, options?: Parameters<typeof runFunction>[2]) => runFunction(at, 'reply-mails', options)
  const header = (mail: Email | undefined, key: string) => mail?.headers.find((one) => one.key === key)?.value

  test('an unread reply is mailed with its text and a link to it', async () => {
    const ana = await server.founder('ana')
    await prove(ana)
    const first = await answers(ana, 'Raise it by <b>10 %</b> & tell us')
    await answers(ana, 'Or more')
    expect((await halfAnHourPasses()).status).toBe(200)
    // The server's own run, soon after its start, may have been first.
    await vi.waitFor(async () => expect(await mailsTo(server, ana)).toHaveLength(1), { timeout: 10_000, interval: 50 })
    const [mail] = await mailsTo(server, ana)
    expect(mail?.subject).toBe('2 new replies from your growth squad – Upswing')
    expect(mail?.text).toContain('Your growth squad has written to you: 2 replies that you have not read yet.')
    expect(mail?.text).toContain('Upswing Team:\nRaise it by <b>10 %</b> & tell us')
    expect(mail?.text).toContain('Or more')
    expect(mail?.html).toContain('Raise it by &#60;b&#62;10 %&#60;/b&#62; &#38; tell us')
    expect(mail?.text).toContain(`https://growth.example/chat?tab=squad#${first}`)
    expect(await (await run(server)).json()).toEqual({ sent: 0 })
  })

  test('an address that was not proven gets the link without the text', async () => {
    const ben = await server.founder('ben')
    const reply = await answers(ben, 'Raise it')
    await halfAnHourPasses()
    const [mail] = await mailsTo(server, ben)
    expect(mail?.subject).toBe('A new reply from your growth squad – Upswing')
    expect(`${mail?.text}${mail?.html}`).not.toContain('Raise it')
    expect(mail?.text).toContain(`/chat?tab=squad#${reply}`)
  })

  test('a reply about a record says on which, with a link to it', async () => {
    const rhea = await server.founder('rhea')
    await prove(rhea)
    const { client, id: user_id } = rhea
    const added = client.from('decisions').insert({ user_id, title: 'Raise prices', reason: 'Churn is low' })
    const { id: decision } = (await added.select('id').single().throwOnError()).data
    const goal = client.from('goals').insert({ user_id, text: 'Ten demos', period: 'monthly' })
    const { id: goalId } = (await goal.select('id').single().throwOnError()).data
    const reply = { user_id, sender_type: 'squad', sender_name: 'Strategy Lead' } as const
    await admin.client
      .from('squad_messages')
      .insert([
        { ...reply, content: 'Do it now', about_kind: 'decision', about_id: decision },
        { ...reply, content: 'With whom?', about_kind: 'goal', about_id: goalId },
      ])
      .throwOnError()
    await halfAnHourPasses()
    const [mail] = await mailsTo(server, rhea)
    expect(mail?.text).toContain('Strategy Lead on your decision “Raise prices”:\nDo it now')
    expect(mail?.text).toContain(`Open your decision:\nhttps://growth.example/brain?tab=decisions#${decision}`)
    expect(mail?.text).toContain('Strategy Lead on your goal “Ten demos”:\nWith whom?')
    expect(mail?.text).toContain(`Open your goal:\nhttps://growth.example/?goals=monthly#${goalId}`)
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) {
      expect((await run(server, { key })).status).toBe(403)
    }
    expect((await run(server, { method: 'GET' })).status).toBe(405)
  })

  test('a mail that was not accepted is sent later, the others at once', async () => {
    const mailbox = await openMailbox()
    const failures: unknown[] = []
    const mailing = await createTestServer(engine, {
      env: { SMTP_URL: mailbox.url },
      log: (event) => void (event.kind === 'request-failed' && failures.push(event.cause)),
    })
    const there = await ownerOf(mailing.own.config, mailing.database)
    onTestFinished(async () => {
      await there.end()
      await mailing.close()
      await mailbox.close()
    })
    const adele = await mailing.admin('adele')
    await answers(await mailing.founder('ana'), 'Hello', adele)
    const due = () => there.query('update private.reply_mails set due_at = now() where due_at is not null')
    await there.query(`update public.squad_messages set created_at = created_at - interval '30 minutes'`)
    mailbox.refuse(true)
    await due()
    expect((await run(mailing)).status).toBe(500)
    expect([mailbox.refusals, failures.length]).toEqual([1, 1])
    expect(failures.map(String).join()).not.toContain('@example.com')
    mailbox.refuse(false)
    expect(await (await run(mailing)).json()).toEqual({ sent: 0 })
    await due()
    expect(await (await run(mailing)).json()).toEqual({ sent: 1 })
    const [mail] = await mailbox.mails()
    expect(mail?.to).toEqual([{ address: 'ana@example.com', name: '' }])
  })

  describe('stopping mails', () => {
    const settingsOf = async ({ client }: Person) =>
      (await client.from('mail_settings').select('replies, weekly').throwOnError()).data
    const linkFor = async ({ id }: Person, kind: 'replies' | 'weekly' = 'replies') =>
      `${server.url}/functions/v1/stop-mails?token=${await stopTokens(server).give({ user: id, kind })}`
    const press = (link: string) =>
      fetch(link, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })

    test('a mail program’s button stops this kind of mail for this account, without a session', async () => {
      const [cleo, dora] = [await server.founder('cleo'), await server.founder('dora')]
      for (const one of [cleo, dora]) await answers(one, 'Hello')
      await halfAnHourPasses()
      const [mail] = await mailsTo(server, cleo)
      expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const [, link = ''] =
        /^<(https:\/\/growth\.example\/functions\/v1\/stop-mails\?token=[\w.-]+)>$/.exec(
          header(mail, 'list-unsubscribe') ?? '',
        ) ?? []
      expect(mail?.text).toContain(link)
      const here = link.replace('https://growth.example', server.url)

      // A program that scans mails opens the link: nothing happens.
      for (const method of ['GET', 'HEAD']) expect((await fetch(here, { method })).status).toBe(200)
      expect(await settingsOf(cleo)).toEqual([])

      const pressed = await press(here)
      expect([pressed.status, pressed.redirected]).toEqual([200, false])
      expect(await pressed.text()).toContain('You get no more emails about unread replies.')
      expect(await settingsOf(cleo)).toEqual([{ replies: false, weekly: false }])
      expect(await settingsOf(dora)).toEqual([])
      expect((await press(here)).status).toBe(200)

      for (const one of [cleo, dora]) await answers(one, 'Once more')
      await owner.query(
        `update private.reply_mails set mailed_at = mailed_at - interval '1 hour', due_at = due_at - interval '1 hour'`,
      )
      await halfAnHourPasses()
      expect(await mailsTo(server, cleo)).toHaveLength(1)
      expect(await mailsTo(server, dora)).toHaveLength(2)
    })

    test('the page asks first, in a form, with a policy that allows nothing else', async () => {
      const response = await fetch(await linkFor(await server.founder('emma')))
      const html = await response.text()
      expect(html).toContain('<form method="post">')
      expect(html).toContain('Stop emails about unread replies?')
      expect(html).not.toContain('emma')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/)
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
    })

    test('rejects a token of another kind or key, or an expired one, with 400', async () => {
      const finn = await server.founder('finn')
      const link = await linkFor(finn)
      const shape = z.strictObject({ user: z.string(), kind: z.string() })
      const value = { user: finn.id, kind: 'replies' }
      const foreign = await signedTokens(server.secretKey, 'manage a call', shape).sign(value, new Date('2999-01-01'))
      const old = await signedTokens(server.secretKey, 'stop mails', shape).sign(value, new Date(Date.now() - 1000))
      const other = await stopTokens({ secretKey: 'sb_secret_of_another' }).give({ user: finn.id, kind: 'replies' })
      const address = `${server.url}/functions/v1/stop-mails`
      for (const token of ['', 'x.y', foreign, other, link.slice(link.indexOf('=') + 1, -4)]) {
        const refused = await press(`${address}?token=${token}`)
        expect([refused.status, await refused.text()]).toEqual([
          400,
          expect.stringContaining('This link does not work.'),
        ])
      }
      expect(await (await press(`${address}?token=${old}`)).text()).toContain('This link is too old.')
      expect((await press(address)).status).toBe(400)
      expect((await fetch(link, { method: 'DELETE' })).status).toBe(405)
      expect(await settingsOf(finn)).toEqual([])
    })

    test('stops only the kind that the token names; a deleted account is no error', async () => {
      const gina = await server.founder('gina')
      await gina.client.from('mail_settings').insert({ user_id: gina.id, weekly: true }).throwOnError()
      const link = await linkFor(gina, 'weekly')
      expect(await (await press(link)).text()).toContain('You get no more email with your week.')
      expect(await settingsOf(gina)).toEqual([{ replies: true, weekly: false }])
      await gina.client.rpc('delete_my_account').throwOnError()
      expect((await press(link)).status).toBe(200)
    })

    test('limits requests of one address with 429 and retry-after', async () => {
      const strict = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '0.01' } })
      onTestFinished(() => strict.close())
      const statuses = []
      for (let count = 0; count < 4; count++) {
        const response = await fetch(`${strict.url}/functions/v1/stop-mails`)
        statuses.push(response.status)
        if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect(statuses).toEqual([400, 400, 400, 429])
    })
  })

  test('the server runs it by itself', async () => {
    const hugo = await server.founder('hugo')
    await answers(hugo, 'Hello')
    await owner.query(`update public.squad_messages set created_at = created_at - interval '30 minutes'`)
    await owner.query('update private.reply_mails set due_at = now() where due_at is not null')
    // The schedule does this each minute.
    await owner.query(`select pg_notify('functions', 'reply-mails')`)
    await vi.waitFor(async () => expect(await mailsTo(server, hugo)).toHaveLength(1), { timeout: 10_000, interval: 50 })
  })
})
