import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WebhookEvent, WebhookShape } from '../../domain/webhooks.ts'
import { createTestServer, engines, openOwn, runFunction, type Person, type TestServer } from '../harness.ts'
import { mailsTo } from '../mailbox.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { openReceiver, type ReceivedWebhook } from '../webhook-receiver.ts'

interface Added {
  readonly id: string
  readonly secret: string
  readonly path: string
}

describe.each(engines)('webhooks on %s', (engine) => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>
  let server: TestServer
  let owner: Owner
  let admin: Person
  let ana: Person
  beforeAll(async () => {
    receiver = await openReceiver()
    server = await createTestServer(engine, {
      env: { PUBLIC_URL: 'https://growth.example', WEBHOOK_ALLOW_PRIVATE: 'true' },
    })
    owner = await ownerOf(server.own.config, server.database)
    admin = await server.admin('adele')
    ana = await server.founder('ana')
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
    await receiver.close()
  })

  const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''
  const ask = async (person: Person, body: object, at = server) => {
    const response = await fetch(`${at.url}/functions/v1/webhooks`, {
      method: 'POST',
      headers: { apikey: at.publishableKey, Authorization: `Bearer ${await tokenOf(person)}` },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  let paths = 0
  const add = async (events: readonly WebhookEvent[] = ['founder.message'], shape: WebhookShape = 'standard') => {
    const path = `/hooks/${++paths}`
    const { status, body } = await ask(admin, {
      action: 'add',
      name: `Ops ${paths}`,
      url: `${receiver.origin}${path}`,
      shape,
      events,
    })
    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
    ])
    onTestFinished(async () => void (await owner.query('delete from private.webhooks where id = $1', [body['id']])))
    return { id: body['id'], secret: body['secret'], path } as Added
  }
  const writes = async (content = 'Hello') => {
    const { data } = await ana.client
      .from('squad_messages')
      .insert({ user_id: ana.id, content })
      .select('id')
      .single()
      .throwOnError()
    return data.id
  }
  const arrived = (path: string, count: number) =>
    vi.waitFor(() => expect(receiver.on(path)).toHaveLength(count), { timeout: 15_000, interval: 20 })
  const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>
  const verified = (secret: string, one: ReceivedWebhook) => new Webhook(secret).verify(one.body, headersOf(one))
  /** Every pause is over. */
  const later = async () => {
    await owner.query('update private.webhook_deliveries set due_at = now() where due_at is not null')
    await owner.query('update private.webhooks set busy_until = null')
    return runFunction(server, 'send-webhooks')
  }
  interface Delivery {
    readonly attempts: number
    readonly status: number | null
    readonly failure: string | null
    readonly is_delivered: boolean
    /** Seconds until the next attempt. */
    readonly wait: number | null
  }
  const deliveries = (id: string) =>
    owner.query<Delivery>(
      `select attempts, status, failure, delivered_at is not null as is_delivered, extract(epoch from due_at - now())::float8 as wait
       from private.webhook_deliveries where webhook = $1 order by created_at, id`,
      [id],
    )
  const noted = (id: string, expected: Partial<Delivery>) =>
    vi.waitFor(async () => expect((await deliveries(id))[0]).toMatchObject(expected), { timeout: 10_000, interval: 20 })
  const hookOf = async (id: string) =>
    (await owner.query<{ is_on: boolean; off_reason: string | null; failing_since: Date | null }>(
      'select is_on, off_reason, failing_since from private.webhooks where id = $1', [id],
    ))[0] // prettier-ignore

  test('a founder’s message arrives at once, signed, with its text cut after 2,000 characters as the founder’s words', async () => {
    const { id, secret, path } = await add()
    const message = await writes('x'.repeat(2500))
    await arrived(path, 1)
    const [one] = receiver.on(path)
    expect(verified(secret, one!)).toEqual({
      type: 'founder.message',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        id: message,
        about: null,
        founder: { id: ana.id, name: 'ana Tester' },
        founder_words: { text: 'x'.repeat(2000) },
        url: `https://growth.example/admin/squad?founder=${ana.id}#${message}`,
      },
    })
    const [row] = await owner.query<{ id: string }>('select id from private.webhook_deliveries where webhook = $1', [
      id,
    ])
    expect(headersOf(one!)['webhook-id']).toBe(row?.id)
    await noted(id, { attempts: 1, status: 204, failure: null, is_delivered: true, wait: null })
    expect(() => verified(secret, { ...one!, body: `${one!.body} ` })).toThrow('No matching signature found')
    await later()
    expect(receiver.on(path)).toHaveLength(1)
  })

  test('the receiver of docs/webhooks.md that needs no library tells what is genuine', async () => {
    const { secret, path } = await add()
    const docs = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
    const [, code = ''] = /```js\n(.*?)```/s.exec(docs) ?? []
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (secret: string, headers: object, body: string) => boolean
    }
    await writes('Hello “☕”')
    await arrived(path, 1)
    const { headers, body } = receiver.on(path)[0]!
    expect(isGenuine(secret, headers, body)).toBe(true)
    const signature = headers['webhook-signature'] as string
    const others = [
      [secret.replace(/^whsec_./, (start) => (start.endsWith('A') ? 'whsec_B' : 'whsec_A')), headers, body],
      [secret, headers, `${body} `],
      [secret, { ...headers, 'webhook-id': 'another' }, body],
      [secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }, body],
      [secret, { ...headers, 'webhook-timestamp': 'now' }, body],
      [secret, { ...headers, 'webhook-signature': signature.replace('v1', 'v1a') }, body],
      [secret, { ...headers, 'webhook-signature': '' }, body],
    ] as const
    for (const [key, sent, text] of others) expect(isGenuine(key, sent, text)).toBe(false)
    const both = { ...headers, 'webhook-signature': `v1,AAAA ${signature}` }
    expect(isGenuine(secret, both, body)).toBe(true)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(isGenuine(secret, headers, body)).toBe(false)
  })

  test('retries have the same id, and grow from seconds to a day until three days are over', async () => {
    const { id, secret, path } = await add()
    receiver.answer(path, ...Array.from({ length: 9 }, () => ({ status: 500 })))
    await writes()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      if (attempt > 1) await later()
      await noted(id, { attempts: attempt, status: 500, failure: 'Answered 500', is_delivered: false })
      waits.push((await deliveries(id))[0]?.wait ?? 0)
    }
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 1440, 1440]
    expect(waits.pop()).toBe(0)
    for (const [index, wait] of waits.entries()) {
      expect(wait / 60).toBeLessThanOrEqual(minutes[index]! * 1.1)
      expect(wait / 60).toBeGreaterThan(minutes[index]! * 0.9 - 0.2)
    }
    expect(new Set(receiver.on(path).map((one) => headersOf(one)['webhook-id'])).size).toBe(1)
    for (const one of receiver.on(path)) verified(secret, one)
    await later()
    expect(receiver.on(path)).toHaveLength(9)
    // By hand it is sent again, under the same id.
    const { data } = await admin.client.rpc('webhook_log', { webhook: id }).single().throwOnError()
    expect(data).toMatchObject({ event: 'founder.message', attempts: 9, status: 500, due_at: null, delivered_at: null })
    await admin.client.rpc('send_webhook_again', { delivery: data.id }).throwOnError()
    await arrived(path, 10)
    expect(headersOf(receiver.on(path)[9]!)['webhook-id']).toBe(data.id)
    await noted(id, { attempts: 2, status: 204, is_delivered: true })
    expect((await hookOf(id))?.failing_since).toBeNull()
  })

  test('the first retry comes by itself, after about five seconds', async () => {
    const { path } = await add()
    receiver.answer(path, { status: 503 })
    await writes()
    await arrived(path, 2)
    const [first, second] = receiver.on(path)
    expect(second!.at - first!.at).toBeGreaterThan(4400)
  })

  test('429 with Retry-After is waited for, by what else waits too', async () => {
    const { id, path } = await add()
    receiver.answer(path, { status: 429, headers: { 'Retry-After': '1234' } })
    await writes('One')
    await noted(id, { status: 429 })
    await writes('Two')
    await runFunction(server, 'send-webhooks')
    expect(receiver.on(path)).toHaveLength(1)
    expect((await deliveries(id))[0]?.wait).toBeGreaterThan(1200)
    await later()
    await arrived(path, 3)
  })

  test('410 switches the webhook off, and every admin with a proven address is mailed', async () => {
    await owner.query('insert into server.proven_emails (user_id, email, at) values ($1, $2, now()) on conflict do nothing', [admin.id, admin.email]) // prettier-ignore
    const before = (await mailsTo(server, admin)).length
    const { id, path } = await add()
    receiver.answer(path, { status: 410 })
    await writes()
    await vi.waitFor(async () => expect(await hookOf(id)).toMatchObject({ is_on: false, off_reason: 'gone' }), {
      timeout: 10_000,
    })
    await vi.waitFor(async () => expect(await mailsTo(server, admin)).toHaveLength(before + 1), { timeout: 10_000 })
    const mail = (await mailsTo(server, admin)).at(-1)
    expect(mail?.subject).toMatch(/^The webhook “Ops \d+” was switched off – Upswing$/)
    expect(mail?.text).toContain('answered that it is gone for good (410)')
    expect(mail?.text).toContain('https://growth.example/admin/team/webhooks')
    expect(mail?.text).not.toContain(path)
    await writes()
    await later()
    expect(receiver.on(path)).toHaveLength(1)
    // The link of the mail leads to where it is switched on; from then on events are sent.
    await admin.client.rpc('switch_webhook', { webhook: id, is_on: true }).throwOnError()
    await writes('Back')
    await arrived(path, 2)
  })

  test('failures of five days and nothing else switch it off; one success in between does not', async () => {
    const { id, path } = await add()
    const fiveDaysLater = () =>
      owner.query(`update private.webhooks set failing_since = failing_since - interval '5 days' where id = $1`, [id])
    receiver.answer(path, { status: 500 }, { status: 200 }, { status: 500 }, { status: 500 })
    await writes()
    await noted(id, { status: 500 })
    await fiveDaysLater()
    await later()
    await noted(id, { is_delivered: true })
    await writes()
    await arrived(path, 3)
    await vi.waitFor(async () => expect((await hookOf(id))?.failing_since).not.toBeNull())
    expect(await hookOf(id)).toMatchObject({ is_on: true })
    await fiveDaysLater()
    await later()
    await vi.waitFor(async () => expect(await hookOf(id)).toMatchObject({ is_on: false, off_reason: 'failing' }))
    expect((await deliveries(id)).every(({ wait }) => wait === null)).toBe(true)
  })

  test('a webhook that does not answer delays no other', async () => {
    const [slow, quick] = [await add(), await add()]
    receiver.hang(slow.path)
    await writes('One')
    await arrived(slow.path, 1)
    const at = Date.now()
    for (let count = 1; count <= 3; count++) {
      await writes(`More ${count}`)
      await arrived(quick.path, count + 1)
    }
    expect(Date.now() - at).toBeLessThan(9000)
    // One request at a time.
    expect(receiver.on(slow.path)).toHaveLength(1)
    await vi.waitFor(
      async () =>
        expect((await deliveries(slow.id))[0]).toMatchObject({ failure: 'No answer within 10 seconds', status: null }),
      { timeout: 15_000 },
    )
  })

  test('an upgrade of the connection is a failure, and delays no other', async () => {
    const [upgrading, other] = [await add(), await add()]
    receiver.answer(upgrading.path, { status: 101, headers: { Connection: 'Upgrade', Upgrade: 'websocket' } })
    await writes()
    await noted(upgrading.id, { status: 101, failure: 'Answered 101', is_delivered: false })
    await noted(other.id, { status: 204, is_delivered: true })
    expect(receiver.on(other.path)).toHaveLength(1)
  })

  test('what cannot be decrypted is noted and waits, as under another key', async () => {
    const { id } = await add()
    await owner.query(`update private.webhooks set sealed_url = 'no base64!' where id = $1`, [id])
    await writes()
    await noted(id, {
      attempts: 1,
      status: null,
      failure: 'Not sent: the key of this server has changed. Set the webhook up again',
    })
    expect((await deliveries(id))[0]?.wait).toBeLessThan(6)
  })

  test('a redirect is not followed', async () => {
    const { id, path } = await add()
    receiver.answer(path, { status: 307, headers: { Location: `${receiver.origin}/elsewhere` } })
    await writes()
    await noted(id, { status: 307, failure: 'Answered 307', is_delivered: false })
    expect(receiver.on('/elsewhere')).toEqual([])
  })

  test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
    const { id, secret, path } = await add()
    const { status, body } = await ask(admin, { action: 'rotate', webhook: id })
    expect(status).toBe(200)
    const renewed = body['secret'] ?? ''
    expect(renewed).not.toBe(secret)
    await writes()
    await arrived(path, 1)
    const [both] = receiver.on(path)
    expect([verified(secret, both!), verified(renewed, both!)]).toHaveLength(2)
    expect(headersOf(both!)['webhook-signature']?.split(' ')).toHaveLength(2)
    await owner.query('update private.webhooks set old_secret_until = now() where id = $1', [id])
    await writes()
    await arrived(path, 2)
    const [, one] = receiver.on(path)
    expect(() => verified(secret, one!)).toThrow('No matching signature found')
    verified(renewed, one!)
  })

  test('a test event is sent, also while it is switched off, and tried once', async () => {
    const { id, secret, path } = await add()
    await admin.client.rpc('switch_webhook', { webhook: id, is_on: false }).throwOnError()
    receiver.answer(path, { status: 500 })
    await admin.client.rpc('test_webhook', { webhook: id }).throwOnError()
    await noted(id, { status: 500, wait: null })
    await admin.client.rpc('test_webhook', { webhook: id }).throwOnError()
    await arrived(path, 2)
    expect(verified(secret, receiver.on(path)[1]!)).toEqual({
      type: 'test',
      timestamp: expect.any(String),
      data: { url: 'https://growth.example/admin/team/webhooks' },
    })
  })

  test('Slack gets a sentence with a link, without what the founder wrote', async () => {
    const { path } = await add(['founder.message'], 'slack')
    const message = await writes('<!channel> read this')
    await arrived(path, 1)
    expect(JSON.parse(receiver.on(path)[0]!.body)).toMatchObject({
      text: `ana Tester has written to the squad. <https://growth.example/admin/squad?founder=${ana.id}#${message}|Open in the app>`,
    })
  })

  test('two servers send twenty events once each', async () => {
    // The embedded database has one server.
    const other = engine === 'pglite' ? server : await createTestServer(engine, { on: server.own, env: { PUBLIC_URL: 'https://growth.example', WEBHOOK_ALLOW_PRIVATE: 'true' } }) // prettier-ignore
    if (other !== server) onTestFinished(() => other.close())
    const { secret, path } = await add()
    await owner.query('update private.webhooks set busy_until = null')
    await ana.client
      .from('squad_messages')
      .insert(Array.from({ length: 20 }, (_, count) => ({ user_id: ana.id, content: `Hello ${count}` })))
      .throwOnError()
    await Promise.all([runFunction(server, 'send-webhooks'), runFunction(other, 'send-webhooks')])
    await arrived(path, 20)
    expect(new Set(receiver.on(path).map((one) => headersOf(one)['webhook-id'])).size).toBe(20)
    for (const one of receiver.on(path)) verified(secret, one)
  })

  test('the address is changed with a URL alone, and no answer has a URL or a secret', async () => {
    const { id, secret, path } = await add()
    const list = async () => (await admin.client.rpc('list_webhooks').throwOnError()).data.find((one) => one.id === id)
    const port = receiver.origin.slice('http://'.length)
    expect(await list()).toEqual({
      id,
      name: expect.any(String),
      address: `${port}/…${path.slice(-4)}`,
      shape: 'standard',
      events: ['founder.message'],
      is_on: true,
      off_reason: null,
      failing_since: null,
      old_secret_until: null,
      created_at: expect.any(String),
      waiting: 0,
    })
    const change = { action: 'change', webhook: id, name: 'Renamed', shape: 'standard', events: ['check_in.saved'] }
    expect(await ask(admin, change)).toEqual({ status: 200, body: {} })
    expect(await list()).toMatchObject({
      name: 'Renamed',
      events: ['check_in.saved'],
      address: `${port}/…${path.slice(-4)}`,
    })
    await ask(admin, { ...change, events: ['founder.message'], url: `${receiver.origin}/another/place` })
    await writes()
    await arrived('/another/place', 1)
    verified(secret, receiver.on('/another/place')[0]!)
    expect(receiver.on(path)).toEqual([])
    const [stored] = await owner.query<{ row: string }>(
      'select to_jsonb(w)::text as row from private.webhooks w where id = $1',
      [id],
    )
    const audit = await owner.query<{ row: string }>(
      `select to_jsonb(a)::text as row from public.admin_audit a where row_id = $1`,
      [id],
    )
    expect(audit).toHaveLength(3)
    for (const { row } of [stored!, ...audit]) {
      expect(row).not.toContain(secret.slice('whsec_'.length, -1))
      expect(row).not.toContain('/another/place')
    }
  })

  test('bad input is refused with a reason, and stores nothing', async () => {
    const valid = {
      action: 'add',
      name: 'Ops',
      url: 'https://hooks.example/in',
      shape: 'standard',
      events: ['call.booked'],
    }
    const before = await owner.query('select id from private.webhooks')
    for (const wrong of [
      {},
      { ...valid, url: 'hooks.example' },
      { ...valid, url: 'ftp://hooks.example/in' },
      { ...valid, url: 'https://user:word@hooks.example/in' },
      { ...valid, url: `https://hooks.example/${'x'.repeat(2048)}` },
      { ...valid, events: [] },
      { ...valid, events: ['goal.added'] },
      { ...valid, events: ['call.booked', 'call.booked'] },
      { ...valid, shape: 'xml' },
      { ...valid, name: ' ' },
      { ...valid, name: 'x'.repeat(61) },
      { ...valid, secret: 'whsec_mine' },
      { ...valid, action: 'change', webhook: 'none' },
    ]) {
      const { status, body } = await ask(admin, wrong)
      expect([status, body['error'], wrong]).toEqual([400, expect.any(String), wrong])
    }
    const unknown = { ...valid, action: 'change', webhook: crypto.randomUUID() }
    expect((await ask(admin, unknown)).status).toBe(404)
    expect((await ask(admin, { action: 'rotate', webhook: crypto.randomUUID() })).status).toBe(404)
    expect(await owner.query('select id from private.webhooks')).toEqual(before)
  })

  test('without the operator’s leave private networks are refused, when it is set up and when it is sent', async () => {
    const own = await openOwn(engine)
    const PUBLIC_URL = 'https://growth.example'
    const before = await createTestServer(engine, { on: own, env: { PUBLIC_URL, WEBHOOK_ALLOW_PRIVATE: 'true' } })
    const adele = await before.admin('adele')
    const url = `${receiver.origin}/private`
    const asked = { action: 'add', name: 'Ops', url, shape: 'standard', events: ['founder.message'] }
    expect((await ask(adele, asked, before)).status).toBe(200)
    await before.close()
    const strict = await createTestServer(engine, { on: own, env: { PUBLIC_URL } })
    const there = await ownerOf(own.config, strict.database)
    onTestFinished(async () => {
      await there.end()
      await strict.close()
      await own.remove()
    })
    const emil = await strict.admin('emil')
    for (const refused of [url, 'https://127.0.0.1/in', 'https://[fd00:ec2::254]/', 'https://2130706433/']) {
      expect([(await ask(emil, { ...asked, url: refused }, strict)).status, refused]).toEqual([400, refused])
    }
    const cleo = await strict.founder('cleo')
    await cleo.client.from('squad_messages').insert({ user_id: cleo.id, content: 'Hello' }).throwOnError()
    const noted = () => there.query('select attempts, failure from private.webhook_deliveries')
    await vi.waitFor(
      async () => expect(await noted()).toEqual([{ attempts: 1, failure: 'Not a URL that begins with https://' }]),
      { timeout: 10_000 },
    )
    expect(receiver.on('/private')).toEqual([])
  })

  test('only admins with a recent proof set them up, and only the secret key runs the functions', async () => {
    const valid = {
      action: 'add',
      name: 'Ops',
      url: `${receiver.origin}/in`,
      shape: 'standard',
      events: ['call.booked'],
    }
    expect((await ask(ana, valid)).status).toBe(403)
    const { id } = await add()
    await owner.query(`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`)
    onTestFinished(async () => void (await owner.query(`update auth.mfa_amr_claims set updated_at = now()`)))
    for (const body of [valid, { ...valid, action: 'change', webhook: id }, { action: 'rotate', webhook: id }]) {
      const { status, body: refused } = await ask(admin, body)
      expect([status, refused['hint']]).toEqual([403, 'reauthentication_needed'])
    }
    const proofless = async (name: 'delete_webhook' | 'switch_webhook', is_on = true) =>
      (await admin.client.rpc(name, { webhook: id, ...(name === 'switch_webhook' && { is_on }) } as never)).error?.hint
    expect(await proofless('delete_webhook')).toBe('reauthentication_needed')
    expect(await proofless('switch_webhook', true)).toBe('reauthentication_needed')
    // Urgent, and grants nothing.
    expect(await proofless('switch_webhook', false)).toBeUndefined()
    for (const name of ['send-webhooks', 'webhook-mails']) {
      for (const key of ['', server.publishableKey, `${server.secretKey}x`]) {
        expect((await runFunction(server, name, { key })).status).toBe(403)
      }
    }
  })
})
