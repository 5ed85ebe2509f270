import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

describe.each(engines)('admins through the official client, on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let adele: Person
  let alma: Person
  beforeAll(async () => {
    server = await createTestServer(engine)
    ;[ana, adele, alma] = await Promise.all([server.founder('ana'), server.admin('adele'), server.admin('alma')])
  })
  afterAll(() => server.close())

  test('concurrent changes to one loop keep both fields, and both are in the audit log', async () => {
    const { data: loop } = await adele.client
      .from('traction_loops')
      .insert({ user_id: ana.id, name: 'Cold mail' })
      .select()
      .single()
      .throwOnError()
    const change = ({ client }: Person, fields: { demos?: number; conversions?: number }) =>
      client.from('traction_loops').update(fields).eq('id', loop.id).throwOnError()

    for (let round = 1; round <= 20; round++) {
      await Promise.all([change(adele, { demos: round }), change(alma, { conversions: round * 10 })])
      const { data } = await ana.client.from('traction_loops').select().eq('id', loop.id).single().throwOnError()
      expect(data).toEqual({ ...loop, demos: round, conversions: round * 10 })
    }

    const { data: entries } = await adele.client
      .from('admin_audit')
      .select('admin_id, before, after')
      .eq('row_id', loop.id)
      .eq('action', 'update')
      .order('id')
      .throwOnError()
    const output = (admin: Person) => entries.filter(({ admin_id }) => admin_id === admin.id)
    const rounds = Array.from({ length: 20 }, (_, index) => index)
    expect(output(adele)).toEqual(
      rounds.map((at) => ({ admin_id: adele.id, before: { demos: at }, after: { demos: at + 1 } })),
    )
    expect(output(alma)).toEqual(
      rounds.map((at) => ({
        admin_id: alma.id,
        before: { conversions: at * 10 },
        after: { conversions: (at + 1) * 10 },
      })),
    )
  })

  test('two admins upsert the same new runway at once without a conflict, and the later value wins', async () => {
    const save = ({ client }: Person, bank_balance: number) =>
      client.from('runway_data').upsert({ user_id: ana.id, bank_balance }).throwOnError()
    await Promise.all([save(adele, 1), save(alma, 2)])
    const { data } = await ana.client.from('runway_data').select().single().throwOnError()
    expect([1, 2]).toContain(data.bank_balance)
    await adele.client.from('runway_data').upsert({ user_id: ana.id, bank_balance: 3, monthly_burn: 4 }).throwOnError()
    const { data: later } = await ana.client.from('runway_data').select().single().throwOnError()
    expect(later).toEqual({ user_id: ana.id, bank_balance: 3, monthly_revenue: 0, monthly_burn: 4 })
    const refused = await adele.client.from('runway_data').update({ monthly_burn: -1 }).eq('user_id', ana.id)
    expect(refused.error).toMatchObject({ code: '23514' })
  })

  test('page through founders and conversations with the official client', async () => {
    await ana.client.from('squad_messages').insert({ user_id: ana.id, content: 'Hello' }).throwOnError()
    const { data: found } = await adele.client.rpc('find_founders', { search: 'ANA', page_size: 10 }).throwOnError()
    expect(found).toMatchObject([{ id: ana.id, first_name: 'ana', is_admin: false, total: 1 }])
    const { data: conversations } = await adele.client.rpc('find_conversations', { page_size: 10 }).throwOnError()
    expect(conversations).toMatchObject([{ user_id: ana.id, last_name: 'Tester', preview: 'Hello', unread: 1 }])
    const shown = conversations[0]!.last_message_at
    await alma.client.rpc('mark_conversation_read', { founder: ana.id, until: shown }).throwOnError()
    const { data: read } = await adele.client.rpc('find_conversations', { page_size: 10 }).throwOnError()
    expect(read).toMatchObject([{ unread: 0 }])
    const { data: numbers } = await adele.client.rpc('admin_dashboard', { week: '2026-03-02' }).single().throwOnError()
    expect(numbers).toEqual({ founders: 1, running_loops: 1, monthly_revenue: 0, check_ins: 0 })
    const next = { after_at: shown, after_id: ana.id }
    expect((await adele.client.rpc('find_conversations', next).throwOnError()).data).toEqual([])
  })
})
