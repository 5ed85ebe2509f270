import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Database as Tables } from '../../domain/database.types.ts'
import { grantAdmin, revokeAdmin } from '../../server/operations/admins.ts'
import { asOperator } from '../../server/operations/operator.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, start, type RunningServer } from './running-server.ts'

afterEach(closeAll)

/** The longest time until a former admin loses access. */
const AT_MOST_MS = 5000

async function signedIn({ url, server }: RunningServer, email: string): Promise<SupabaseClient<Tables, 'public'>> {
  const client = createClient<Tables, 'public'>(url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
  })
  const { error } = await client.auth.signInWithPassword({ email, password: 'secret123' })
  if (error) throw error
  return client
}

/** Every change on one channel, in short form. */
async function subscribe(client: SupabaseClient<Tables, 'public'>) {
  const received: { table: string; type: string; user: unknown }[] = []
  const statuses: string[] = []
  const channel = client.channel('admin')
  for (const table of ['goals', 'squad_messages', 'squad_conversations', 'traction_loops', 'user_roles'] as const) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
      const row = (change.eventType === 'DELETE' ? change.old : change.new) as Record<string, unknown>
      received.push({ table, type: change.eventType, user: row['user_id'] })
    })
  }
  channel.subscribe((status) => statuses.push(status))
  await vi.waitFor(() => expect(statuses).toContain('SUBSCRIBED'), { timeout: 20_000 })
  return { received, stop: () => client.removeChannel(channel) }
}

describe.each(engines)('a former admin, on %s', (engine) => {
  test('a former admin loses read, write and realtime access on open connections', async () => {
    const target = await place(engine)
    const running = await start(target)
    const [ana, ben] = [await addFounder(running, 'ana'), await addFounder(running, 'ben')]
    await asOperator(target.config, (client) => grantAdmin(client, 'ana@example.com'))
    const client = await signedIn(running, 'ana@example.com')
    const { received, stop } = await subscribe(client)
    const messageOf = (user_id: string) =>
      running.client.from('squad_messages').insert({ user_id, content: 'Hello' }).throwOnError()
    const loop = { user_id: ben, name: 'Cold mail' }

    await client.from('traction_loops').insert(loop).throwOnError()
    await messageOf(ben)
    await vi.waitFor(() => expect(received).toHaveLength(3), { timeout: AT_MOST_MS })
    expect(received.map(({ table, user }) => [table, user]).sort()).toEqual([
      ['squad_conversations', ben],
      ['squad_messages', ben],
      ['traction_loops', ben],
    ])
    const { data: founders } = await client.rpc('find_founders').throwOnError()
    expect((await client.rpc('founder_timeline', { founder: ben }).throwOnError()).data).not.toEqual([])
    expect(founders).toHaveLength(3)

    await asOperator(target.config, (operator) => revokeAdmin(operator, 'ana@example.com'))

    expect((await client.from('profiles').select('id').throwOnError()).data).toEqual([{ id: ana }])
    for (const table of ['traction_loops', 'squad_messages', 'squad_conversations', 'admin_audit'] as const) {
      expect((await client.from(table).select().throwOnError()).data).toEqual([])
    }
    expect((await client.from('traction_loops').insert(loop)).error).toMatchObject({ code: '42501' })
    expect((await client.rpc('find_founders')).error).toMatchObject({ code: '42501' })
    expect((await client.rpc('founder_timeline', { founder: ben }).throwOnError()).data).toEqual([])
    expect((await client.rpc('find_messages', { search: 'hello' })).error).toMatchObject({ code: '42501' })
    expect((await client.rpc('admin_dashboard', { week: '2026-03-02' })).error).toMatchObject({ code: '42501' })
    expect((await client.rpc('mark_conversation_read', { founder: ben })).error).toMatchObject({ code: '42501' })

    // An open page is notified.
    await vi.waitFor(() => expect(received).toContainEqual({ table: 'user_roles', type: 'DELETE', user: ana }), {
      timeout: AT_MOST_MS,
    })
    received.length = 0
    await messageOf(ben)
    await running.client.from('goals').insert({ user_id: ben, text: 'Ten', period: 'weekly' }).throwOnError()
    await running.client.from('traction_loops').delete().eq('user_id', ben).throwOnError()
    await running.client.from('goals').update({ completed: true }).eq('user_id', ben).throwOnError()
    // The channel stays open: the admin's own change arrives, after others that did not.
    await messageOf(ana)
    await vi.waitFor(() => expect(received).not.toEqual([]), { timeout: AT_MOST_MS })
    expect(received).toEqual([{ table: 'squad_messages', type: 'INSERT', user: ana }])
    await stop()
  })

  test('the revocation of an admin is audited, like the grant', async () => {
    const target = await place(engine)
    const running = await start(target)
    const ana = await addFounder(running, 'ana')
    await asOperator(target.config, (client) => grantAdmin(client, 'ana@example.com'))
    await asOperator(target.config, (client) => revokeAdmin(client, 'ana@example.com'))
    const entries = running.client.from('admin_audit').select('action, admin_id, before, after').eq('user_id', ana)
    expect((await entries.order('id').throwOnError()).data).toEqual([
      { action: 'insert', admin_id: null, before: null, after: { role: 'admin' } },
      { action: 'delete', admin_id: null, before: { role: 'admin' }, after: null },
    ])
  })
})
