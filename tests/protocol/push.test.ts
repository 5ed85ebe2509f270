import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer, engines, runFunction, type Person, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { openPushService, type Subscription } from '../push-service.ts'

type PushService = Awaited<ReturnType<typeof openPushService>>

describe.each(engines)('notifications on %s', (engine) => {
  let service: PushService
  let server: TestServer
  let owner: Owner
  let admin: Person
  beforeAll(async () => {
    service = await openPushService()
    server = await createTestServer(engine, {
      env: { PUBLIC_URL: 'https://growth.example', PUSH_SERVICES: service.origin },
    })
    owner = await ownerOf(server.own.config, server.database)
    admin = await server.admin('adele')
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
    await service.close()
  })

  const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''
  const request = async (person: Person | undefined, init: RequestInit, at = server) =>
    fetch(`${at.url}/functions/v1/push-devices`, {
      ...init,
      headers: {
        apikey: at.publishableKey,
        Authorization: `Bearer ${person ? await tokenOf(person) : at.publishableKey}`,
      },
    })
  const serverKey = async (person: Person) =>
    ((await (await request(person, { method: 'GET' })).json()) as { public_key: string }).public_key
  const add = (person: Person, subscription: Partial<Subscription>) =>
    request(person, { method: 'POST', body: JSON.stringify(subscription) })
  /** A browser of a person that gets notifications. @returns its id at the push service */
  const device = async (person: Person, expirationTime: number | null = null) => {
    const { id, ...subscription } = service.subscribe(await serverKey(person), expirationTime)
    expect((await add(person, subscription)).status).toBe(200)
    return { id, endpoint: subscription.endpoint }
  }
  const replies = (founder: Person, content = 'Raise it') =>
    admin.client
      .from('squad_messages')
      .insert({ user_id: founder.id, content, sender_type: 'squad', sender_name: 'Maya Reyes' })
      .throwOnError()
  /** The five seconds of the newest are over, and everything that waits for another attempt is tried. */
  const deliver = async () => {
    await owner.query('update private.pushes set due_at = now() where due_at is not null')
    return runFunction(server, 'push')
  }
  const got = (id: string) => service.received.filter((message) => message.id === id)
  const tries = (id: string) => service.requests.filter((one) => one.id === id).map(({ status }) => status)
  const waits = async (id: string) =>
    (
      await owner.query<{ seconds: number; failure: string | null }>(
        `select extract(epoch from p.due_at - now())::float8 as seconds, d.failure
         from private.pushes p join private.push_devices d on d.id = p.device where d.endpoint like '%' || $1`,
        [id],
      )
    )[0]

  test('a reply arrives encrypted for the browser, signed by the server, without a name', async () => {
    const ana = await server.founder('ana')
    const { id } = await device(ana)
    await replies(ana)
    await deliver()
    await vi.waitFor(() => expect(got(id)).toHaveLength(1))
    const [message] = got(id)
    const { data } = await ana.client.from('squad_messages').select('id').single().throwOnError()
    expect(message?.notification).toEqual({
      title: 'New reply',
      body: 'Your growth squad has written to you.',
      tag: 'replies',
      url: `/chat?tab=squad#${data.id}`,
    })
    expect(message?.vapid.sub).toBe('https://growth.example')
    expect(message?.ttl).toBeGreaterThan(86_000)
    expect(message?.topic).toMatch(/^[\w-]{32}$/)
    await deliver()
    expect(got(id)).toHaveLength(1)
    expect(service.faults).toEqual([])
  })

  test('the server sends it by itself, after five seconds', async () => {
    const hugo = await server.founder('hugo')
    const { id } = await device(hugo)
    const at = Date.now()
    await replies(hugo)
    await vi.waitFor(() => expect(got(id)).toHaveLength(1), { timeout: 15_000, interval: 100 })
    expect(Date.now() - at).toBeGreaterThan(4900)
  })

  test('two servers send ten messages of one founder as one notification to each device of each admin', async () => {
    // The embedded database has one server.
    const other =
      engine === 'pglite'
        ? server
        : await createTestServer(engine, { on: server.own, env: { PUSH_SERVICES: service.origin } })
    if (other !== server) onTestFinished(() => other.close())
    const [eve, ada] = [await server.founder('eve'), await server.admin('ada')]
    const ids = [await device(admin), await device(admin), await device(ada)].map(({ id }) => id)
    for (let count = 0; count < 10; count++) {
      await eve.client
        .from('squad_messages')
        .insert({ user_id: eve.id, content: `Hello ${count}` })
        .throwOnError()
    }
    await owner.query('update private.pushes set due_at = now() where due_at is not null')
    await Promise.all([runFunction(server, 'push'), runFunction(server, 'push'), runFunction(other, 'push')])
    for (const id of ids) {
      await vi.waitFor(() => expect(got(id)).toHaveLength(1))
      expect(got(id)[0]?.notification).toEqual({
        title: 'New message',
        body: 'A founder has written to you.',
        tag: `conversation:${eve.id}`,
        url: `/admin/squad?founder=${eve.id}`,
      })
    }
    await owner.query('delete from private.push_devices')
  })

  test.each([404, 410])('a subscription that has ended (%i) is removed, the others stay', async (status) => {
    const ben = await server.founder(`ben${status}`)
    const [ended, open] = [await device(ben), await device(ben)]
    service.answer(ended.id, status)
    await replies(ben)
    expect((await deliver()).status).toBe(200)
    await vi.waitFor(() => expect([tries(ended.id), tries(open.id)]).toEqual([[status], [201]]))
    await vi.waitFor(async () => {
      const devices = await owner.query('select endpoint from private.push_devices where user_id = $1', [ben.id])
      expect(devices).toEqual([{ endpoint: open.endpoint }])
    })
    await replies(ben, 'And again')
    await deliver()
    await vi.waitFor(() => expect([tries(ended.id), tries(open.id)]).toEqual([[status], [201, 201]]))
  })

  test('429 waits as long as the service says, 500 longer each time, and then it arrives once', async () => {
    const cleo = await server.founder('cleo')
    const { id, endpoint } = await device(cleo)
    for (const [status, headers] of [[429, { 'Retry-After': '1234' }], [500], [503]] as const) {
      service.answer(id, status, headers)
    }
    await replies(cleo)
    const pauses: (number | undefined)[] = []
    for (const count of [1, 2, 3]) {
      await deliver()
      await vi.waitFor(() => expect(tries(id)).toHaveLength(count))
      await vi.waitFor(async () => expect((await waits(id))?.seconds).toBeGreaterThan(10))
      pauses.push(Math.round(((await waits(id))?.seconds ?? 0) / 10) * 10)
    }
    expect(pauses).toEqual([1230, 120, 240])
    const { data } = await cleo.client.rpc('my_push_device', { endpoint })
    expect(data).toEqual({ failure: 'refused the last notification (503)', is_retried: true })
    await deliver()
    await vi.waitFor(() => expect(tries(id)).toEqual([429, 500, 503, 201]))
    expect(got(id)).toHaveLength(1)
    await vi.waitFor(async () =>
      expect((await cleo.client.rpc('my_push_device', { endpoint })).data).toEqual({
        failure: null,
        is_retried: false,
      }),
    )
  })

  test('what the service refuses (413) is given up, the next one is sent', async () => {
    const dora = await server.founder('dora')
    const { id, endpoint } = await device(dora)
    service.answer(id, 413)
    await replies(dora)
    expect((await deliver()).status).toBe(500)
    await vi.waitFor(async () =>
      expect(await waits(id)).toEqual({ seconds: null, failure: 'refused the last notification (413)' }),
    )
    expect((await dora.client.rpc('my_push_device', { endpoint })).data).toMatchObject({ is_retried: false })
    await replies(dora, 'Shorter')
    await deliver()
    await vi.waitFor(() => expect(tries(id)).toEqual([413, 201]))
  })

  test('a redirect is not followed', async () => {
    const rhea = await server.founder('rhea')
    const [from, to] = [await device(rhea), service.subscribe(await serverKey(rhea))]
    service.answer(from.id, 307, { Location: to.endpoint })
    await replies(rhea)
    await deliver()
    await vi.waitFor(async () => expect((await waits(from.id))?.failure).toBe('refused the last notification (307)'))
    expect(tries(to.id)).toEqual([])
  })

  test('a subscription that expires is not used afterwards', async () => {
    const gina = await server.founder('gina')
    const { id } = await device(gina, Date.now() + 3_600_000)
    await owner.query(`update private.push_devices set expires_at = now() where user_id = $1`, [gina.id])
    await replies(gina)
    await deliver()
    expect(tries(id)).toEqual([])
  })

  test('signing out ends the notifications of this browser alone', async () => {
    const nora = await server.founder('nora')
    const there: Person = { ...nora, client: server.client() }
    await there.client.auth.signInWithPassword(nora).then(({ error }) => expect(error).toBeNull())
    const [here, elsewhere] = [await device(nora), await device(there)]
    await there.client.auth.signOut({ scope: 'local' })
    await replies(nora)
    await deliver()
    await vi.waitFor(() => expect(tries(here.id)).toEqual([201]))
    expect(tries(elsewhere.id)).toEqual([])
  })

  test('only browsers of known push services are added, with keys that encrypt', async () => {
    const finn = await server.founder('finn')
    const { id: _, ...valid } = service.subscribe(await serverKey(finn))
    const refused = [
      {},
      { ...valid, endpoint: 'http://169.254.169.254/latest' },
      { ...valid, endpoint: 'https://127.0.0.1/send' },
      { ...valid, endpoint: 'https://localhost:5432/' },
      { ...valid, endpoint: 'https://fcm.googleapis.com.attacker.example/send' },
      { ...valid, endpoint: 'https://user@fcm.googleapis.com/send' },
      { ...valid, endpoint: 'https://fcm.googleapis.com:8443/send' },
      { ...valid, endpoint: 'http://fcm.googleapis.com/send' },
      { ...valid, endpoint: `${service.origin}/${'x'.repeat(2000)}` },
      { ...valid, keys: { ...valid.keys, p256dh: `B${'A'.repeat(86)}` } },
      { ...valid, keys: { ...valid.keys, auth: 'short' } },
      { ...valid, expirationTime: -1 },
    ]
    for (const subscription of refused) {
      const response = await add(finn, subscription)
      expect([response.status, subscription]).toEqual([400, subscription])
    }
    expect((await request(undefined, { method: 'GET' })).status).toBe(401)
    expect((await request(finn, { method: 'PUT' })).status).toBe(405)
    expect(await owner.query('select from private.push_devices where user_id = $1', [finn.id])).toEqual([])
    // Added before the operator took the service away.
    await add(finn, valid)
    await owner.query(`update private.push_devices set endpoint = 'https://127.0.0.1/send' where user_id = $1`, [
      finn.id,
    ])
    await replies(finn)
    await deliver()
    await vi.waitFor(async () => expect((await waits('/send'))?.failure).toBe('is not one that this server sends to'))
  })

  test('only the secret key runs it', async () => {
    for (const key of ['', server.publishableKey, `${server.secretKey}x`]) {
      expect((await runFunction(server, 'push', { key })).status).toBe(403)
    }
  })
})
