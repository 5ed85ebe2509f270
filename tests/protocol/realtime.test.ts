import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decodeJwt, SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { createTestServer, engines, type Client, type Person, type TestServer } from '../harness.ts'
import { ownerOf } from '../owner.ts'

type Change = RealtimePostgresChangesPayload<{ id: string; user_id: string; text: string; completed: boolean }>
interface Binding {
  readonly event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  readonly filter?: string
  readonly table?: string
}

const goal = { text: 'Ten demos', period: 'weekly' } as const

describe.each(engines)('live changes on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let ben: Person

  beforeAll(async () => {
    server = await createTestServer(engine)
    ;[ana, ben] = await Promise.all([server.founder('ana'), server.founder('ben')])
  })
  afterAll(() => server.close())

  /** Subscribes and collects the changes. */
  async function subscribe(client: Client, { event = '*', filter, table = 'goals' }: Binding = {}) {
    const changes: Change[] = []
    const statuses: string[] = []
    const channel = client.channel(`test:${crypto.randomUUID()}`)
    channel.on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, ...(filter && { filter }) },
      (change) => changes.push(change as Change),
    )
    channel.subscribe((status) => statuses.push(status))
    await vi.waitFor(() => expect(statuses).toContain('SUBSCRIBED'), { timeout: 5000 })
    return { changes, statuses, channel, stop: () => client.removeChannel(channel) }
  }

  const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 10 })

  async function addGoal(person: Person, text: string = goal.text): Promise<string> {
    const { data, error } = await person.client
      .from('goals')
      .insert({ ...goal, text, user_id: person.id })
      .select('id')
      .single()
    if (error) throw new Error(error.message)
    return data.id
  }

  test('a founder receives INSERT, UPDATE and DELETE of their own goal', async () => {
    const received = await subscribe(ana.client, { filter: `user_id=eq.${ana.id}` })
    const id = await addGoal(ana)
    await until(() => expect(received.changes).toHaveLength(1))
    expect(received.changes[0]).toMatchObject({
      eventType: 'INSERT',
      schema: 'public',
      table: 'goals',
      new: { id, user_id: ana.id, text: 'Ten demos', completed: false },
      old: {},
      errors: null,
    })
    await ana.client.from('goals').update({ completed: true }).eq('id', id)
    await until(() => expect(received.changes).toHaveLength(2))
    expect(received.changes[1]).toMatchObject({ eventType: 'UPDATE', new: { id, completed: true }, old: { id } })
    await ana.client.from('goals').delete().eq('id', id)
    await until(() => expect(received.changes).toHaveLength(3))
    expect(received.changes[2]).toMatchObject({ eventType: 'DELETE', old: { id }, new: {} })
    expect(received.changes[2]?.old).toEqual({ id })
    await received.stop()
  })

  test('of a row that is deleted at once, nothing but the deletion has to arrive, and it arrives last', async () => {
    const received = await subscribe(ana.client)
    const id = await addGoal(ana)
    await until(() => expect(received.changes).toHaveLength(1))
    const owner = await ownerOf(server.own.config, server.database)
    await owner.query(`
      begin;
      update public.goals set completed = true where id = '${id}';
      delete from public.goals where id = '${id}';
      commit;
    `)
    await owner.end()
    await until(() => expect(received.changes.at(-1)).toMatchObject({ eventType: 'DELETE', old: { id } }))
    // The update of a deleted row cannot be read any more: no one knows who may see it.
    expect(received.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'DELETE'])
    await received.stop()
  })

  test('the first change after SUBSCRIBED arrives', async () => {
    for (let round = 0; round < 5; round++) {
      const received = await subscribe(ana.client)
      await addGoal(ana)
      await until(() => expect(received.changes).toHaveLength(1))
      await received.stop()
    }
  })

  test('a founder does not receive another founder’s changes, with or without a filter', async () => {
    const everything = await subscribe(ana.client)
    const forged = await subscribe(ana.client, { filter: `user_id=eq.${ben.id}` })
    const id = await addGoal(ben)
    await ben.client.from('goals').update({ completed: true }).eq('id', id)
    await ben.client.from('goals').delete().eq('id', id)
    const own = await addGoal(ana)
    await until(() => expect(everything.changes.at(-1)?.new).toMatchObject({ id: own }))
    expect(everything.changes).toHaveLength(1)
    expect(forged.changes).toEqual([])
    await Promise.all([everything.stop(), forged.stop()])
  })

  test('an admin receives the changes of every founder', async () => {
    const admin = await server.admin('adele')
    const received = await subscribe(admin.client)
    const id = await addGoal(ben)
    await until(() => expect(received.changes).toHaveLength(1))
    await ben.client.from('goals').delete().eq('id', id)
    await until(() => expect(received.changes[1]).toMatchObject({ eventType: 'DELETE', old: { id } }))
    await received.stop()
  })

  /** The statuses that `subscribe` reports for a rejected channel. */
  async function refusalOf(channel: RealtimeChannel): Promise<[string, string | undefined][]> {
    const reports: [string, string | undefined][] = []
    channel.subscribe((status, error) => reports.push([status, error?.message]))
    await until(() => expect(reports).not.toEqual([]))
    return reports
  }

  test.each(['internal_notes', 'squad_typing', 'squad_conversations'])(
    'a founder receives no changes of %s, which are about them; an admin does',
    async (table) => {
      const admin = await server.admin(`adele-${table}`)
      const [theirs, team] = await Promise.all([subscribe(ana.client, { table }), subscribe(admin.client, { table })])
      const message = { user_id: ana.id, content: 'Hello', sender_type: 'squad', sender_name: 'Team' } as const
      await admin.client.from('squad_messages').insert(message).throwOnError()
      await admin.client.from('internal_notes').insert({ user_id: ana.id, content: 'Secret' }).throwOnError()
      await admin.client.rpc('set_typing', { founder: ana.id, is_typing: true }).throwOnError()
      await until(() => expect(team.changes.length).toBeGreaterThan(0))
      // A change of their own comes after those that they must not receive.
      const own = await subscribe(ana.client)
      await addGoal(ana)
      await until(() => expect(own.changes).toHaveLength(1))
      expect(theirs.changes).toEqual([])
      for (const { stop } of [theirs, team, own]) await stop()
    },
  )

  test('owners and saved views reach admins alone, an own view its admin, and a former admin nothing', async () => {
    const [admin, colleague, former] = await Promise.all(['olga', 'omar', 'otto'].map((name) => server.admin(name)))
    if (!admin || !colleague || !former) throw new Error('an admin is missing')
    const listeners = { ana: ana.client, admin: admin.client, colleague: colleague.client, former: former.client }
    const subscriptions = await Promise.all(
      Object.entries(listeners).flatMap(([name, client]) =>
        ['founder_owners', 'saved_views'].map(async (table) => ({
          name,
          table,
          ...(await subscribe(client, { table })),
        })),
      ),
    )
    const received = (name: string, table: string) =>
      subscriptions
        .filter((one) => one.name === name && one.table === table)
        .flatMap(({ changes }) => changes.map(({ eventType }) => eventType))
    await admin.client.rpc('revoke_admin', { account: former.id }).throwOnError()
    // One after the other: what is deleted at once is not delivered before its deletion.
    const arrives = (name: string, table: string, ...events: string[]) =>
      until(() => expect(received(name, table)).toEqual(events))

    const events = []
    for (const [member, event] of [
      [admin.id, 'INSERT'],
      [colleague.id, 'UPDATE'],
      [null, 'DELETE'],
    ] as const) {
      await admin.client.rpc('set_owner', { founders: [ana.id], member: member as string }).throwOnError()
      events.push(event)
      for (const name of ['admin', 'colleague']) await arrives(name, 'founder_owners', ...events)
    }
    const views = admin.client.from('saved_views')
    await views.insert({ name: 'Mine', query: {} }).throwOnError()
    await arrives('admin', 'saved_views', 'INSERT')
    await views.delete().eq('name', 'Mine').throwOnError()
    await arrives('admin', 'saved_views', 'INSERT', 'DELETE')
    const shared = await views.insert({ name: 'Ours', query: {}, admin_id: null }).select('id').single().throwOnError()
    await arrives('colleague', 'saved_views', 'INSERT')
    await admin.client.rpc('keep_view', { view: shared.data.id, name: 'Kept' }).throwOnError()
    await arrives('colleague', 'saved_views', 'INSERT', 'DELETE')
    await arrives('admin', 'saved_views', 'INSERT', 'DELETE', 'INSERT', 'DELETE', 'INSERT')
    // A change of their own comes after those that they must not receive.
    for (const person of [ana, former]) {
      const own = await subscribe(person.client)
      await addGoal(person)
      await until(() => expect(own.changes).toHaveLength(1))
      await own.stop()
    }
    for (const name of ['ana', 'former'])
      expect([received(name, 'founder_owners'), received(name, 'saved_views')]).toEqual([[], []])
    for (const { stop } of subscriptions) await stop()
  })

  test('rejects a visitor without an account with CHANNEL_ERROR Unauthorized', async () => {
    const client = server.client()
    for (const table of ['goals', 'nothing', undefined]) {
      const binding = { event: '*', schema: 'public', ...(table !== undefined && { table }) } as const
      const channel = client.channel(`visitor:${table}`).on('postgres_changes', binding, () => undefined)
      expect(await refusalOf(channel)).toEqual([
        [
          'CHANNEL_ERROR',
          expect.stringMatching(/^Unauthorized: the role anon may not read public\..+: sign in first$/),
        ],
      ])
    }
    await client.removeAllChannels()
  })

  test.each([
    ['broadcast alone', {}, (channel: RealtimeChannel) => channel.on('broadcast', { event: 'x' }, () => undefined)],
    ['presence', {}, (channel: RealtimeChannel) => channel.on('presence', { event: 'sync' }, () => undefined)],
    ['broadcast with acknowledgements', { broadcast: { ack: true } }, (channel: RealtimeChannel) => channel],
    ['a private channel', { private: true }, (channel: RealtimeChannel) => channel],
  ])('rejects a channel for %s with a reason, and the client does not retry', async (_, config, configure) => {
    const channel = configure(ana.client.channel(`other:${crypto.randomUUID()}`, { config }))
    const reports = await refusalOf(channel)
    expect(reports[0]).toEqual(['CHANNEL_ERROR', expect.stringMatching(/not offered/)])
    await until(() => expect(reports[1]).toEqual(['CLOSED', undefined]))
    expect(ana.client.getChannels()).not.toContain(channel)
  })

  test('rejects presence together with changes', async () => {
    const channel = ana.client
      .channel('both')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'goals' }, () => undefined)
      .on('presence', { event: 'sync' }, () => undefined)
    expect((await refusalOf(channel))[0]).toEqual(['CHANNEL_ERROR', expect.stringMatching(/^Presence is not offered/)])
  })

  test('a subscription to all schemas delivers the tables that the founder may read', async () => {
    const changes: Change[] = []
    const channel = ana.client
      .channel('everything')
      .on('postgres_changes', { event: '*', schema: '*' }, (change) => changes.push(change as Change))
    await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
    await addGoal(ben)
    const id = await addGoal(ana)
    await ana.client.from('squad_messages').insert({ user_id: ana.id, content: 'Hello' }).throwOnError()
    await until(() => expect(changes.map(({ table }) => table)).toEqual(['goals', 'squad_messages']))
    expect(changes[0]?.new).toMatchObject({ id })
    await ana.client.removeChannel(channel)
  })

  test('changes of a table that joins the publication are delivered after the schema is reloaded', async () => {
    const everything: Change[] = []
    const before = ana.client
      .channel('before')
      .on('postgres_changes', { event: '*', schema: 'public' }, (change) => everything.push(change as Change))
    await new Promise<void>((resolve) => before.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
    const owner = await ownerOf(server.own.config, server.database)
    await owner.query(`
      create table public.visits (id integer primary key, user_id uuid not null references auth.users on delete cascade);
      alter table public.visits enable row level security;
      create policy "own" on public.visits for all to authenticated using (user_id = (select auth.uid()));
      grant select, insert on public.visits to authenticated;
      alter publication supabase_realtime add table public.visits;
      notify pgrst, 'reload schema';
    `)
    const rows = ana.client as unknown as SupabaseClient
    let received: Awaited<ReturnType<typeof subscribe>> | undefined
    await vi.waitFor(
      async () => {
        const channel = rows.channel(`visits:${crypto.randomUUID()}`)
        const systems: string[] = []
        const changes: Change[] = []
        channel.on('system', {}, ({ status }: { status: string }) => systems.push(status))
        channel.on('postgres_changes', { event: '*', schema: 'public', table: 'visits' }, (change) =>
          changes.push(change as unknown as Change),
        )
        channel.subscribe()
        await until(() => expect(systems).not.toEqual([]))
        if (systems[0] !== 'ok') await rows.removeChannel(channel)
        expect(systems).toEqual(['ok'])
        received = { changes, statuses: [], channel, stop: () => rows.removeChannel(channel) }
      },
      { timeout: 5000 },
    )
    // The REST API reloads its schema separately.
    await vi.waitFor(() => rows.from('visits').insert({ id: 1, user_id: ana.id }).throwOnError(), { timeout: 5000 })
    await until(() => expect(received?.changes).toMatchObject([{ eventType: 'INSERT', new: { id: 1 } }]))
    await until(() => expect(everything).toMatchObject([{ table: 'visits', new: { id: 1 } }]))
    await Promise.all([received?.stop(), rows.removeChannel(before)])
    await owner.query('drop table public.visits')
    await owner.end()
  })

  test.each([
    { filter: 'completed=eq.false', arrives: true },
    { filter: 'completed=is.true', arrives: false },
    { filter: 'text=in.(Ten demos,"Five calls")', arrives: true },
    { filter: 'text=in.(Five calls)', arrives: false },
    { filter: 'text=like.Ten%', arrives: true },
    { filter: 'text=not.ilike.TEN%', arrives: false },
    { filter: 'text=neq.Other,period=eq.weekly', arrives: true },
    { filter: 'text=neq.Other,period=eq.monthly', arrives: false },
  ])('a filter $filter matches a new goal: $arrives', async ({ filter, arrives }) => {
    const [filtered, all] = await Promise.all([subscribe(ana.client, { filter }), subscribe(ana.client)])
    await addGoal(ana)
    await until(() => expect(all.changes).toHaveLength(1))
    expect(filtered.changes).toHaveLength(arrives ? 1 : 0)
    await Promise.all([filtered.stop(), all.stop()])
  })

  test('delivers a burst of changes completely and in order', async () => {
    const received = await subscribe(ana.client, { event: 'INSERT' })
    for (let start = 0; start < 300; start += 50) {
      const rows = Array.from({ length: 50 }, (_, index) => ({ ...goal, text: `${start + index}`, user_id: ana.id }))
      await ana.client.from('goals').insert(rows)
    }
    await until(() => expect(received.changes).toHaveLength(300))
    expect(received.changes.map((change) => Number((change.new as { text: string }).text))).toEqual([
      ...Array(300).keys(),
    ])
    await received.stop()
  })

  test('two callbacks of one channel receive their own events', async () => {
    const seen: string[] = []
    const channel = ana.client
      .channel(`two:${crypto.randomUUID()}`)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'goals' }, () => seen.push('insert'))
      .on('postgres_changes', { event: 'DELETE', schema: 'public', table: 'goals' }, () => seen.push('delete'))
    await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()))
    const id = await addGoal(ana)
    // A row deleted before the visibility check is only reported as deleted.
    await until(() => expect(seen).toEqual(['insert']))
    await ana.client.from('goals').delete().eq('id', id)
    await until(() => expect(seen).toEqual(['insert', 'delete']))
    await ana.client.removeChannel(channel)
  })

  test('delivers no changes after signing out', async () => {
    const cleo = await server.founder('cleo')
    const again = server.client()
    await again.auth.signInWithPassword({ email: cleo.email, password: cleo.password })
    const received = await subscribe(cleo.client)
    const token = (await cleo.client.auth.getSession()).data.session?.access_token ?? ''
    await fetch(`${server.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
    })
    await again.from('goals').insert({ ...goal, user_id: cleo.id })
    await until(() => expect(received.statuses).toContain('CHANNEL_ERROR'))
    expect(received.changes).toEqual([])
    await received.stop()
  })

  test.each([
    ['an unknown table', { table: 'nothing' }],
    ['an unknown column', { filter: 'nothing=eq.1' }],
    ['an unknown operator', { filter: 'text=around.1' }],
    ['a value of the wrong type', { filter: 'user_id=eq.abc' }],
  ])('reports %s to the client with a system error', async (_, asked) => {
    const socket = await open(server, '2.0.0')
    const binding = { event: '*', schema: 'public', table: 'goals', ...asked }
    socket.send(['1', '1', 'realtime:x', 'phx_join', await joinAs(ana, binding)])
    const [reply, system] = await socket.receive(2)
    expect(reply).toMatchObject(['1', '1', 'realtime:x', 'phx_reply', { status: 'ok' }])
    expect(system).toMatchObject([
      '1',
      null,
      'realtime:x',
      'system',
      { status: 'error', extension: 'postgres_changes' },
    ])
    socket.close()
  })

  /** A token signed like the server's, with the given expiry. */
  async function tokenOf(person: Person, expiresInSeconds: number): Promise<string> {
    const { data } = await person.client.auth.getSession()
    const claims = decodeJwt(data.session?.access_token ?? '')
    const { signing } = await server.keys()
    return new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + expiresInSeconds })
      .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'JWT' })
      .sign(signing.key)
  }
  const joinAs = async (person: Person, ...bindings: object[]) => ({
    ...joinOf(...bindings),
    access_token: await tokenOf(person, 60),
  })
  const everyGoal = { event: '*', schema: 'public', table: 'goals' }

  test('a channel ends when its token expires, and the client can join again with a newer one', async () => {
    const socket = await open(server, '2.0.0')
    // A token is accepted for 30 s of clock skew after its expiry; its channel still ends at the expiry.
    socket.send(['1', '1', 'realtime:x', 'phx_join', { ...joinOf(everyGoal), access_token: await tokenOf(ana, 1) }])
    const frames = await socket.receive(4)
    expect(frames[0]).toMatchObject({ 3: 'phx_reply', 4: { status: 'ok' } })
    expect(frames[2]).toMatchObject({ 3: 'system', 4: { status: 'error', message: 'Token has expired' } })
    expect(frames[3]).toEqual(['1', null, 'realtime:x', 'phx_error', {}])
    socket.send(['2', '2', 'realtime:x', 'phx_join', { ...joinOf(everyGoal), access_token: await tokenOf(ana, 60) }])
    expect((await socket.receive(5))[4]).toMatchObject({ 3: 'phx_reply', 4: { status: 'ok' } })
    await addGoal(ana)
    expect((await socket.receive(7))[6]).toMatchObject({ 3: 'postgres_changes', 4: { data: { type: 'INSERT' } } })
    socket.close()
  })

  test('rejects a join with an expired token', async () => {
    const socket = await open(server, '2.0.0')
    socket.send(['1', '1', 'realtime:x', 'phx_join', { ...joinOf(everyGoal), access_token: await tokenOf(ana, -60) }])
    expect((await socket.receive(1))[0]).toMatchObject({
      3: 'phx_reply',
      4: { status: 'error', response: { reason: expect.stringMatching(/^Token has expired \d+ seconds ago$/) } },
    })
    socket.close()
  })

  test('a newer token extends a joined channel', async () => {
    const socket = await open(server, '2.0.0')
    const [first, newer] = [await tokenOf(ana, 5), await tokenOf(ana, 60)]
    socket.send(['1', '1', 'realtime:x', 'phx_join', { ...joinOf(everyGoal), access_token: first }])
    await socket.receive(2)
    socket.send(['1', '2', 'realtime:x', 'access_token', { access_token: newer }])
    await new Promise((resolve) => setTimeout(resolve, 5500))
    await addGoal(ana)
    expect((await socket.receive(3))[2]).toMatchObject({ 3: 'postgres_changes' })
    socket.close()
  })

  test('another user’s token on a joined channel delivers that user’s rows only', async () => {
    const socket = await open(server, '2.0.0')
    socket.send(['1', '1', 'realtime:x', 'phx_join', { ...joinOf(everyGoal), access_token: await tokenOf(ana, 60) }])
    await socket.receive(2)
    socket.send(['1', '2', 'realtime:x', 'access_token', { access_token: await tokenOf(ben, 60) }])
    // Unlike a heartbeat, a join is answered in order: by then the new token is in use.
    const loops = { event: '*', schema: 'public', table: 'traction_loops' }
    socket.send(['2', '3', 'realtime:y', 'phx_join', { ...joinOf(loops), access_token: await tokenOf(ben, 60) }])
    await socket.receive(4)
    await addGoal(ana, 'Ana’s')
    await addGoal(ben, 'Ben’s')
    const frames = await socket.receive(5)
    expect(frames[4]).toMatchObject({ 3: 'postgres_changes', 4: { data: { record: { text: 'Ben’s' } } } })
    socket.close()
  })

  test('closes the socket of a client that does not read', async () => {
    const admin = await server.admin(`agnes`)
    const socket = await open(server, '2.0.0')
    const everyMessage = { event: '*', schema: 'public', table: 'squad_messages' }
    socket.send([
      '1',
      '1',
      'realtime:x',
      'phx_join',
      { ...joinOf(everyMessage), access_token: await tokenOf(admin, 600) },
    ])
    await socket.receive(2)
    socket.stopReading()
    const rows = Array.from({ length: 150 }, () => ({ user_id: ana.id, content: 'x'.repeat(5000) }))
    for (let round = 0; round < 30; round++) await ana.client.from('squad_messages').insert(rows)
    socket.readOn()
    await until(() => expect(socket.isClosed()).toBe(true))
  })

  describe('frames', () => {
    const bindings = [
      { event: '*', schema: 'public', table: 'goals', filter: 'user_id=eq.11111111-1111-1111-1111-111111111111' },
      { event: 'INSERT', schema: 'public', table: 'traction_loops' },
    ]

    test('version 2: the reply repeats the requested bindings in order', async () => {
      const socket = await open(server, '2.0.0')
      socket.send(['3', '3', 'realtime:x', 'phx_join', await joinAs(ana, ...bindings)])
      const [reply, system] = await socket.receive(2)
      expect(reply).toEqual([
        '3',
        '3',
        'realtime:x',
        'phx_reply',
        { status: 'ok', response: { postgres_changes: bindings.map((one) => ({ ...one, id: expect.any(Number) })) } },
      ])
      expect(system).toEqual([
        '3',
        null,
        'realtime:x',
        'system',
        { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'x' },
      ])
      socket.close()
    })

    test('version 1: the reply is an object with the requested bindings', async () => {
      const socket = await open(server, '1.0.0')
      const payload = await joinAs(ana, everyGoal)
      socket.send({ topic: 'realtime:x', event: 'phx_join', ref: '1', join_ref: '1', payload })
      expect((await socket.receive(1))[0]).toEqual({
        topic: 'realtime:x',
        event: 'phx_reply',
        ref: '1',
        join_ref: '1',
        payload: { status: 'ok', response: { postgres_changes: [{ ...everyGoal, id: expect.any(Number) }] } },
      })
      socket.close()
    })

    test('a heartbeat is answered', async () => {
      const socket = await open(server, '2.0.0')
      socket.send([null, '9', 'phoenix', 'heartbeat', {}])
      expect(await socket.receive(1)).toEqual([[null, '9', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]])
      socket.close()
    })

    test('a second join of a topic closes the first with its join_ref', async () => {
      const socket = await open(server, '2.0.0')
      socket.send(['1', '1', 'realtime:x', 'phx_join', await joinAs(ana, everyGoal)])
      socket.send(['2', '2', 'realtime:x', 'phx_join', await joinAs(ana, everyGoal)])
      const frames = await socket.receive(4)
      expect(frames[2]).toEqual(['1', '1', 'realtime:x', 'phx_close', {}])
      expect(frames[3]).toMatchObject(['2', '2', 'realtime:x', 'phx_reply', { status: 'ok' }])
      socket.close()
    })

    test('phx_leave is answered, then the channel is closed', async () => {
      const socket = await open(server, '2.0.0')
      socket.send(['1', '1', 'realtime:x', 'phx_join', await joinAs(ana, everyGoal)])
      socket.send(['1', '2', 'realtime:x', 'phx_leave', {}])
      const frames = await socket.receive(4)
      expect(frames[2]).toMatchObject(['1', '2', 'realtime:x', 'phx_reply', { status: 'ok' }])
      expect(frames[3]).toEqual(['1', '1', 'realtime:x', 'phx_close', {}])
      socket.close()
    })

    test('rejects a private channel, a malformed token and an unknown topic with a reason', async () => {
      const socket = await open(server, '2.0.0')
      socket.send(['1', '1', 'realtime:x', 'phx_join', { config: { private: true } }])
      socket.send(['2', '2', 'realtime:y', 'phx_join', { ...joinOf(everyGoal), access_token: 'no.token.atall' }])
      socket.send(['3', '3', 'elsewhere', 'phx_join', joinOf()])
      socket.send(['4', '4', 'realtime:z', 'broadcast', {}])
      const frames = await socket.receive(5)
      expect(frames[1]).toEqual(['1', '1', 'realtime:x', 'phx_close', {}])
      for (const frame of frames.toSpliced(1, 1)) {
        expect(frame).toMatchObject({
          3: 'phx_reply',
          4: { status: 'error', response: { reason: expect.any(String) } },
        })
      }
      socket.close()
    })

    test.each([
      ['without a key', '', 401],
      ['with a wrong key', '?apikey=sb_publishable_wrong', 401],
    ])('rejects a websocket %s with 401', async (_, query, status) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket${query}`)
      const answered = await new Promise<number | undefined>((resolve) =>
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
      )
      expect(answered).toBe(status)
    })
  })
})

describe.skipIf(!engines.includes('postgres'))('live changes between two servers on one PostgreSQL', () => {
  test('a change written by one server is delivered by the other', async () => {
    const one = await createTestServer('postgres')
    const two = await createTestServer('postgres', { on: one.own })
    const ana = await one.founder('ana')
    const elsewhere = two.client()
    await elsewhere.auth.signInWithPassword({ email: ana.email, password: ana.password })
    const changes: unknown[] = []
    await new Promise<void>((resolve) =>
      elsewhere
        .channel('goals')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'goals' }, (change) => changes.push(change))
        .subscribe((status) => status === 'SUBSCRIBED' && resolve()),
    )
    await ana.client.from('goals').insert({ ...goal, user_id: ana.id })
    await vi.waitFor(() => expect(changes).toHaveLength(1), { timeout: 5000 })
    await elsewhere.removeAllChannels()
    await two.close()
    await one.close()
  })
})

const joinOf = (...postgres_changes: object[]) => ({ config: { postgres_changes } })

/** A websocket that sends and receives JSON. */
async function open(server: TestServer, version: string) {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.publishableKey}&vsn=${version}`
  const socket = new WebSocket(address)
  const frames: unknown[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  await new Promise((resolve) => socket.once('open', resolve))
  return {
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    receive: async (count: number): Promise<unknown[]> => {
      await vi.waitFor(() => expect(frames.length).toBeGreaterThanOrEqual(count), { timeout: 5000, interval: 5 })
      return frames
    },
    stopReading: () => socket.pause(),
    readOn: () => socket.resume(),
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    close: () => socket.close(),
  }
}
