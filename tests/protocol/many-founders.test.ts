import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type TestServer } from '../harness.ts'
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
