import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import webPush from 'web-push'
import type { Call, FreeSlots } from '../../domain/booking.ts'
import { eventsOf } from '../../supabase/functions/_shared/read-calendar.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf } from '../owner.ts'
import { openPushService } from '../push-service.ts'
import { startGoogle } from '../scripted-google.ts'
import { openReceiver, type ReceivedWebhook } from '../webhook-receiver.ts'
import { chatOf, readStream } from './cofounder-chat.ts'
import { startOnDeno } from './deno.ts'
import { frame, speak, startModel, type ScriptedModel } from './scripted-model.ts'

describe('functions on Deno', () => {
  let model: ScriptedModel
  let server: TestServer
  let ana: Person
  let chat: Awaited<ReturnType<typeof chatOf>>
  let deno: Awaited<ReturnType<typeof startOnDeno>>

  beforeAll(async () => {
    model = await startModel()
    server = await createTestServer(engines[0] ?? 'pglite')
    ana = await server.founder('ana')
    deno = await startOnDeno('growth-chat', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
      AI_BASE_URL: model.url,
    })
    chat = await chatOf({ ...server, url: deno.url }, ana)
  })
  afterAll(async () => {
    await deno.stop()
    model.close()
    await server.close()
  })

  test('growth-chat on Deno streams an answer from this founder’s records and stores it once', async () => {
    await ana.client.from('goals').insert({ user_id: ana.id, text: 'Ten demos', period: 'weekly' }).throwOnError()
    const turn = randomUUID()
    model.respondsWith((response) => {
      speak(response, 'Book ', 'them.')
      response.end('data: [DONE]\n\n')
    })
    const answer = await chat.ask('What now?', turn)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await readStream(answer)).toEqual({ text: 'Book them.', end: 'done' })
    expect(model.requests.at(-1)?.body.messages[0]?.content).toContain('Ten demos')
    const { data } = await ana.client.from('ai_conversations').select('role').eq('turn', turn).order('created_at')
    expect(data).toEqual([{ role: 'user' }, { role: 'assistant' }])
    expect(await readStream(await chat.ask('What now?', turn))).toEqual({ text: 'Book them.', end: 'done' })
  })

  test('growth-chat on Deno stops an answer', async () => {
    const turn = randomUUID()
    model.respondsWith((response) => speak(response, 'Half'))
    const whole = chat.ask('Stop me', turn).then(readStream)
    await vi.waitFor(() => expect(model.requests.at(-1)?.body.messages.at(-1)?.content).toBe('Stop me'), {
      timeout: 10_000,
    })
    expect((await chat.stop(turn)).status).toBe(204)
    expect((await whole).end).toBe('done')
  })

  test('growth-chat on Deno completes and stores an answer after its client disconnects', async () => {
    const turn = randomUUID()
    let finish = () => {}
    model.respondsWith((response) => {
      speak(response, 'Half ')
      finish = () => response.end(`${frame('and half')}data: [DONE]\n\n`)
    })
    await (await chat.ask('Alone?', turn)).body?.cancel()
    finish()
    const contents = async () =>
      (await ana.client.from('ai_conversations').select('content').eq('turn', turn).order('created_at')).data
    await vi.waitFor(
      async () => expect(await contents()).toEqual([{ content: 'Alone?' }, { content: 'Half and half' }]),
      { timeout: 10_000 },
    )
  })

  test('growth-chat on Deno rejects requests with the same status codes as the built-in server', async () => {
    model.respondsWith((response) => response.writeHead(402).end())
    expect((await chat.ask('x', randomUUID())).status).toBe(402)
    expect((await chat.ask('x', 'no turn')).status).toBe(400)
    const foreign = await fetch(deno.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer no.token.atall',
        apikey: server.publishableKey,
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'x' }] }),
    })
    expect(foreign.status).toBe(401)
    await foreign.body?.cancel()
  })

  test('calendar-feed on Deno returns a calendar', async () => {
    const calendar = await startOnDeno('calendar-feed', {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
    })
    const { data: key } = await ana.client.rpc('new_calendar_feed', { time_zone: 'UTC' }).throwOnError()
    const response = await fetch(`${calendar.url}/calendar-feed?key=${key}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(eventsOf(await response.text())).toMatchObject([{ summary: 'Ten demos' }])
    const head = await fetch(`${calendar.url}/calendar-feed?key=${key}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${calendar.url}/calendar-feed?key=x`)).status).toBe(404)
    await calendar.stop()
  })
})

test('webhooks and send-webhooks on Deno add a webhook and post an event; unknown and private hosts are refused', async () => {
  const receiver = await openReceiver()
  const server = await createTestServer(engines[0] ?? 'pglite')
  const owner = await ownerOf(server.own.config, server.database)
  const env = {
    SUPABASE_URL: server.url,
    SUPABASE_ANON_KEY: server.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
    PUBLIC_URL: 'https://growth.example',
    WEBHOOK_KEY: 'a key of this project',
  }
  const allowed = { ...env, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const [hooks, lenient, strict] = await Promise.all([
    startOnDeno('webhooks', allowed),
    startOnDeno('send-webhooks', allowed),
    startOnDeno('send-webhooks', env),
  ])
  onTestFinished(async () => {
    await Promise.all([hooks.stop(), lenient.stop(), strict.stop()])
    await owner.end()
    await server.close()
    await receiver.close()
  })
  const adele = await server.admin('adele')
  const { session } = (await adele.client.auth.getSession()).data
  const add = async (url: string) => {
    const added = await fetch(hooks.url, {
      method: 'POST',
      headers: { apikey: server.publishableKey, Authorization: `Bearer ${session?.access_token}` },
      body: JSON.stringify({ action: 'add', name: 'Ops', shape: 'standard', events: ['call.booked'], url }),
    })
    return (await added.json()) as { id: string; secret: string }
  }
  // The server looks for what is due, too, and does not have this key.
  const sends = async (by: { url: string }) => {
    await owner.query('update private.webhooks set busy_until = null')
    await owner.query(`update private.webhook_deliveries set due_at = now() where delivered_at is null`)
    await (await fetch(by.url, { method: 'POST', headers: { Authorization: `Bearer ${server.secretKey}` } })).text()
  }
  const failureOf = async (webhook: string) =>
    (
      await owner.query<{ failure: string }>('select failure from private.webhook_deliveries where webhook = $1', [
        webhook,
      ])
    )[0]?.failure
  const { id, secret } = await add(`${receiver.origin}/in`)
  await adele.client.rpc('test_webhook', { webhook: id }).throwOnError()
  await expect.poll(() => sends(lenient).then(() => receiver.on('/in').length), { timeout: 20_000 }).toBeGreaterThan(0)
  const [{ body, headers }] = receiver.on('/in') as [ReceivedWebhook]
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'test' })
  const unknown = await add('https://nowhere.invalid/in')
  await adele.client.rpc('test_webhook', { webhook: unknown.id }).throwOnError()
  await expect
    .poll(() => sends(strict).then(() => failureOf(unknown.id)), { timeout: 20_000 })
    .toBe('The host name is not known')
  const inside = await add('https://127.0.0.1:1/in')
  await adele.client.rpc('test_webhook', { webhook: inside.id }).throwOnError()
  await expect
    .poll(() => sends(strict).then(() => failureOf(inside.id)), { timeout: 20_000 })
    .toBe('Not allowed: an address of a private network')
})

test('push and push-devices on Deno add a browser and send it a notification that it can decrypt', async () => {
  const service = await openPushService()
  const server = await createTestServer(engines[0] ?? 'pglite')
  const owner = await ownerOf(server.own.config, server.database)
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const env = {
    SUPABASE_URL: server.url,
    SUPABASE_ANON_KEY: server.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
    MAIL_FROM: 'Upswing <no-reply@growth.example>',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    PUSH_SERVICES: service.origin,
  }
  const [devices, push] = await Promise.all([startOnDeno('push-devices', env), startOnDeno('push', env)])
  onTestFinished(async () => {
    await Promise.all([devices.stop(), push.stop()])
    await owner.end()
    await server.close()
    await service.close()
  })
  const [ana, adele] = [await server.founder('ana'), await server.admin('adele')]
  const { session } = (await ana.client.auth.getSession()).data
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${session?.access_token}` }
  expect(await (await fetch(devices.url, { headers })).json()).toEqual({ public_key: publicKey })
  const { id, ...subscription } = service.subscribe(publicKey)
  const added = await fetch(devices.url, { method: 'POST', headers, body: JSON.stringify(subscription) })
  expect(added.status).toBe(200)
  const reply = { user_id: ana.id, content: 'Hi', sender_type: 'squad', sender_name: 'Maya' } as const
  await adele.client.from('squad_messages').insert(reply).throwOnError()
  const send = async () => {
    await owner.query('update private.pushes set due_at = now()')
    const sent = await fetch(push.url, { method: 'POST', headers: { Authorization: `Bearer ${server.secretKey}` } })
    return [sent.status, await sent.json()]
  }
  // The server looks for what is due, too: on a slow machine it may be the one that claims it, and knows no such push service.
  await expect.poll(send, { timeout: 20_000 }).toEqual([200, { sent: 1 }])
  expect(service.received).toMatchObject([
    { id, notification: { title: 'New reply' }, vapid: { sub: 'mailto:no-reply@growth.example' } },
  ])
  expect(service.faults).toEqual([])
})

describe('calls with the squad on Deno', () => {
  let server: TestServer
  let mails: string[]
  let smtp: SMTPServer
  beforeAll(async () => {
    mails = []
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          mails.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
    // The server itself cannot send mail: every mail received was sent by Deno.
    server = await createTestServer(engines[0] ?? 'pglite', { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  })
  afterAll(async () => {
    await new Promise<void>((resolve) => smtp.close(resolve))
    await server.close()
  })

  test('booking on Deno books a call and mails it through the SMTP server', async () => {
    const env = {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: 'Upswing <no-reply@growth.example>',
      PUBLIC_URL: 'https://growth.example',
    }
    const [booking, mailing] = await Promise.all([startOnDeno('booking', env), startOnDeno('booking-mails', env)])
    onTestFinished(async () => void (await Promise.all([booking.stop(), mailing.stop()])))
    const ask = async <Answer>(body: object, bearer = server.publishableKey) => {
      const headers = {
        'Content-Type': 'application/json',
        apikey: server.publishableKey,
        Authorization: `Bearer ${bearer}`,
      }
      const answer = await fetch(booking.url, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
      return (await answer.json()) as Answer
    }
    const ana = await server.founder('ana')
    const session = (await ana.client.auth.getSession()).data.session
    const { token } = await ask<{ token: string }>({ action: 'begin' }, session?.access_token)
    const { slots } = await ask<FreeSlots>({ action: 'slots', token, member: 'growth' })
    const bookRequest = {
      action: 'book',
      token,
      member: 'growth',
      starts_at: slots[0],
      topic: 'Why?',
      time_zone: 'Asia/Tokyo',
    }
    const { call } = await ask<{ call: Call }>(bookRequest)
    expect(call).toMatchObject({ member: 'growth', starts_at: slots[0] })

    const owner = await ownerOf(server.own.config, server.database)
    onTestFinished(() => owner.end())
    await vi.waitFor(
      async () => {
        await owner.query('update private.booking_mails set due_at = now()')
        const headers = { Authorization: `Bearer ${server.secretKey}` }
        expect(await (await fetch(mailing.url, { method: 'POST', headers })).json()).toEqual({ sent: 1 })
      },
      { timeout: 15_000, interval: 500 },
    )
    expect(mails[0]).toContain('To: ana@example.com')
    expect(mails[0]).toContain('text/calendar')
  })
})

describe('a Google calendar on Deno', () => {
  test('google-calendar-auth and -events on Deno connect a calendar and read its events', async () => {
    const google = await startGoogle()
    onTestFinished(() => google.close())
    // The server itself has no Google client: the connection is made by Deno.
    const server = await createTestServer(engines[0] ?? 'pglite')
    onTestFinished(() => server.close())
    const env = {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secretKey,
      PUBLIC_URL: 'https://growth.example/',
      ...google.env,
    }
    const [connecting, reading] = await Promise.all([
      startOnDeno('google-calendar-auth', env),
      startOnDeno('google-calendar-events', env),
    ])
    onTestFinished(async () => void (await Promise.all([connecting.stop(), reading.stop()])))
    const ana = await server.founder('ana')
    const token = (await ana.client.auth.getSession()).data.session?.access_token
    const ask = async (url: string, body: object) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      return [answer.status, await answer.json()] as const
    }
    google.holds([
      {
        summary: 'Demo',
        start: { dateTime: '2026-11-24T10:00:00+01:00' },
        end: { dateTime: '2026-11-24T11:00:00+01:00' },
      },
    ])

    const { data: begun } = await ana.client.rpc('begin_calendar_connection').throwOnError()
    const back = Object.fromEntries(await google.leadsBack(begun[0], 'https://growth.example'))
    expect(await ask(connecting.url, back)).toEqual([200, { connected: true }])
    expect(await ask(connecting.url, back)).toMatchObject([400, { error: expect.any(String) }])
    google.endsAccessTokens()
    expect(await ask(reading.url, { from: '2026-11-23T00:00:00Z', to: '2026-11-30T00:00:00Z' })).toMatchObject([
      200,
      { status: 'connected', events: [{ title: 'Demo', type: 'demo', start: '2026-11-24T09:00:00.000Z' }] },
    ])
  })
})
