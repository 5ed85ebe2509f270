import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestServer, engines, runFunction, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'

const SOON = { timeout: 30_000, interval: 200 }

describe.each(engines)('background functions of the admin panel on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await createTestServer(engine)
    owner = await ownerOf(server.own.config, server.database)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const run = (name: string, key: string) =>
    fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, Authorization: `Bearer ${key}` },
    })

  test('the rest of a note for many founders is added as soon as the first part is', async () => {
    const admin = await server.admin('adele')
    const founders = await owner.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) select 'founder-' || n || '@example.com', now()
       from generate_series(1, 300) n returning id`,
    )
    const note = { title: 'Buyers', content: 'They ask for SSO' }
    const batch = { batch: crypto.randomUUID(), founders: founders.map(({ id }) => id) }
    const { data } = await admin.client.rpc('add_note_for', { ...batch, ...note }).throwOnError()
    expect(data).toEqual({ added: 250, left: 50 })
    const count = async () =>
      (await owner.query<{ n: number }>('select count(*)::integer as n from public.notes'))[0]?.n
    await expect.poll(count, SOON).toBe(300)
    expect((await admin.client.rpc('undo_notes', { batch: batch.batch }).throwOnError()).data).toBe(300)
    expect(await count()).toBe(0)
  })

  test('a message to many founders is stored when it can no longer be undone, though the browser was closed', async () => {
    const admin = await server.admin('ada')
    const [cleo, dan] = [await server.founder('cleo'), await server.founder('dan')]
    const message = { batch: crypto.randomUUID(), content: 'Hello {first_name}', sender_name: 'Ada' }
    const founders = [cleo.id, dan.id]
    const sent = await admin.client.rpc('message_founders', { ...message, founders }).throwOnError()
    expect(sent.data).toBe(2)
    const texts = async () => (await cleo.client.from('squad_messages').select('content').throwOnError()).data
    expect(await texts()).toEqual([])
    await owner.query('update private.message_batches set due_at = now()')
    expect((await run('send-messages', server.secretKey)).status).toBe(200)
    await expect.poll(texts, SOON).toEqual([{ content: 'Hello cleo' }])
  })

  test('a message that is undone while two servers send reaches no one, or everybody once', async () => {
    // The embedded database has one server.
    const other = engine === 'pglite' ? server : await createTestServer(engine, { on: server.own })
    if (other !== server) onTestFinished(() => other.close())
    const admin = await server.admin('zoe')
    const elsewhere = other.client()
    await elsewhere.auth.signInWithPassword(admin)
    const rows = await owner.query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) select 'recipient-' || n || '@example.com', now()
       from generate_series(1, 120) n returning id`,
    )
    const founders = rows.map(({ id }) => id)
    const batches = Array.from({ length: 16 }, () => crypto.randomUUID())
    for (const batch of batches)
      await admin.client.rpc('message_founders', { batch, founders, content: batch, sender_name: 'Zoe' }).throwOnError()

    const undo = async (batch: string, delayMs = 0, client = admin.client) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      const { error } = await client.rpc('undo_message', { batch })
      if (error) expect(error).toMatchObject({ code: 'P0002', message: 'it is too late to undo this' })
      return error === null
    }
    const [first = '', ...others] = batches
    expect(await undo(first)).toBe(true)
    await owner.query('update private.message_batches set due_at = now() where due_at > now()')
    let isOver = false
    const send = async (at: TestServer) => {
      while (!isOver) expect((await runFunction(at, 'send-messages')).status).toBe(200)
    }
    const left = () => owner.query('select from private.message_batches where founders_left <> $1', ['{}'])
    const undoing = others.slice(1).map((batch, index) => undo(batch, ((index * 5) % 14) * 40, index % 2 ? elsewhere : undefined)) // prettier-ignore
    const sending = [send(server), send(other)]
    let undone: readonly boolean[]
    try {
      undone = await Promise.all(undoing)
      await expect.poll(left, SOON).toEqual([])
    } finally {
      isOver = true
      await Promise.all(sending)
    }
    const [last = '', ...raced] = others
    expect(await undo(last)).toBe(false)

    const stored = await owner.query<{ content: string; messages: number; founders: number }>(
      `select content, count(*)::integer as messages, count(distinct user_id)::integer as founders
       from public.squad_messages where sender_name = 'Zoe' group by content`,
    )
    const reached = [last, ...raced.filter((_, index) => !undone[index])]
    expect(stored).toHaveLength(reached.length)
    expect(stored).toEqual(
      expect.arrayContaining(reached.map((content) => ({ content, messages: 120, founders: 120 }))),
    )
  })

  test('what is older than 400 days is deleted from the audit log when clean-up runs', async () => {
    const { id } = await server.founder('ana')
    const add = (days: number) =>
      owner.query(
        `insert into public.admin_audit (created_at, user_id, table_name, row_id, action)
         select now() - make_interval(days => $1), $2, 'notes', gen_random_uuid(), 'delete' from generate_series(1, 1500)`,
        [days, id],
      )
    await add(401)
    await add(399)
    expect((await run('clean-up', server.secretKey)).status).toBe(200)
    const left = await owner.query(`select from public.admin_audit where user_id = $1`, [id])
    expect(left).toHaveLength(1500)
  })

  test.each(['add-notes', 'send-messages', 'clean-up'])('%s requires the secret key', async (name) => {
    expect((await run(name, server.publishableKey)).status).toBe(403)
    expect((await run(name, server.secretKey)).status).toBe(200)
  })
})
