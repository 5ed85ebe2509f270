import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf, type Owner } from '../owner.ts'
import { createTestServer, engines, type Client, type Person, type TestServer } from '../harness.ts'
import { slowness } from '../slowness.ts'

type Rows = readonly { readonly id: string; readonly created_at: string }[]
type Data = Readonly<Record<string, unknown>> & { readonly more: readonly string[] }

/**
 * Messages of one founder. Short ones, because each word is indexed; in parts, because a statement times out after ten seconds.
 * Seven share each time: pages must not split on it.
 */
async function writeMany(owner: Owner, founder: string, count: number): Promise<void> {
  const part = 1000
  for (let from = 1; from <= count; from += part) {
    await owner.query(
      `insert into public.squad_messages (user_id, content, created_at)
       select $1, 'message ' || n, timestamptz '2026-01-01Z' + (n / 7) * interval '1 second'
       from generate_series($2::integer, $3::integer) n`,
      [founder, from, Math.min(count, from + part - 1)],
    )
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** The key in `my_data` of each table with a user's data. */
const output = {
  profiles: 'profile',
  user_roles: 'user_roles',
  runway_data: 'runway_data',
  runway_proposals: 'runway_proposal',
  goals: 'goals',
  traction_loops: 'traction_loops',
  traction_points: 'traction_points',
  runway_points: 'runway_points',
  weekly_checkins: 'weekly_checkins',
  notes: 'notes',
  own_notes: 'own_notes',
  decisions: 'decisions',
  squad_messages: 'squad_messages',
  read_receipts: 'read_receipt',
  mail_settings: 'mail_settings',
  push_settings: 'push_settings',
  weekly_targets: 'weekly_targets',
  weekly_target_points: 'weekly_target_points',
  app_entries: 'app_entries',
  ai_conversations: 'ai_conversations',
  squad_bookings: 'squad_bookings',
  // AI memories, the audit log, the inbox, the radar, labels and owners are for admins; founders do not read them.
  founder_ai_memory: undefined,
  admin_audit: undefined,
  squad_conversations: undefined,
  internal_notes: undefined,
  squad_typing: undefined,
  founder_figures: undefined,
  radar_snoozes: undefined,
  labelled_founders: undefined,
  founder_owners: undefined,
  call_outcomes: undefined,
  saved_views: undefined,
} as const

describe.each(engines)('account functions on %s', (engine) => {
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

  const pageOf = async (client: Client, given = {}): Promise<Data> =>
    (await client.rpc('my_data', given).throwOnError()).data as Data

  let calls = 0

  /** Adds one row of each table for a user, and an answer in progress. */
  async function fill({ id: user_id, client }: Person, admin: Person) {
    const service = server.client(server.secretKey)
    // Kept for Undo.
    await client.from('goals').insert({ user_id, text: 'Deleted', period: 'weekly' }).throwOnError()
    await client.from('goals').delete().eq('text', 'Deleted').throwOnError()
    const added = await Promise.all([
      service.from('goals').insert({ user_id, text: 'Ten demos', period: 'weekly' }),
      service.rpc('record_model_usage', { founder: user_id, purpose: 'answer', model: 'm' }),
      service.from('traction_loops').insert({ user_id, name: 'Cold mail' }),
      service.from('weekly_checkins').insert({ user_id, week_of: '2026-03-02', wins: 'Two', next_priority: 'Price' }),
      service.from('decisions').insert({
        user_id,
        title: 'Raise',
        reason: 'Churn is low',
        expected: 'No one leaves',
        review_on: '2026-04-01',
        outcome: 'One left',
        was_right: 'partly',
        reviewed_at: '2026-04-02T09:00:00Z',
        created_at: '2026-03-02T09:00:00Z',
      }),
      service.from('squad_messages').insert({ user_id, content: 'Hello' }),
      service.from('ai_conversations').insert({ user_id, role: 'user', content: 'Why?' }),
      service.from('runway_data').insert({ user_id, bank_balance: 90_000.5 }),
      service.from('app_entries').insert({
        user_id, kind: 'goal', record_id: crypto.randomUUID(), client_id: crypto.randomUUID(), content_hash: '', title: 'Ten', app: 'Assistant',
      }), // prettier-ignore
      client.rpc('propose_runway', { bank_balance: 80_000, monthly_revenue: 0, monthly_burn: 9000, as_of: today() }),
      service.from('founder_ai_memory').insert({ user_id, memory_content: 'Sells to banks' }),
      // A separate slot for each: the squad has one call at a time.
      service.from('squad_bookings').insert({
        user_id,
        member: 'growth',
        starts_at: `2026-03-02T${15 + calls}:00:00Z`,
        ends_at: `2026-03-02T${15 + calls++}:30:00Z`,
      }),
      service.from('weekly_targets').insert({ user_id, demos: 8 }),
      service.from('own_notes').insert({ user_id, content: 'Is Jo happy here?' }),
      // Creates an audit entry.
      admin.client.from('notes').insert({ user_id, title: 'Buyers', content: 'They ask for SSO' }),
      admin.client.from('internal_notes').insert({ user_id, content: 'Wants to sell' }),
      admin.client.rpc('set_typing', { founder: user_id, is_typing: true }),
      admin.client.rpc('snooze_founder', {
        founder: user_id,
        until: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
        reason: 'On holiday',
      }),
      service.rpc('consume_rate_limit', { bucket: `chat:user:${user_id}`, allowed: 9, seconds: 60 }),
      client.rpc('begin_calendar_connection'),
      service.rpc('save_calendar_connection', {
        founder: user_id,
        refresh_token: 'sealed',
        access_token: 'sealed',
        access_token_ends_at: '2026-03-02T10:00:00Z',
      }),
      client.rpc('new_calendar_feed', { time_zone: 'UTC' }),
      client
        .from('mail_settings')
        .insert({ user_id, weekly: true, reminder_hour: 16, time_zone: 'Europe/Lisbon', team_week_hour: 8 }),
      client.from('push_settings').insert({ user_id, muted: ['note'], quiet_from: 22, quiet_to: 7 }),
    ])
    expect(added.find(({ error }) => error)?.error).toBeUndefined()
    await admin.client.rpc('mark_conversation_read', { founder: user_id }).throwOnError()
    await owner.query('insert into private.reply_mails (user_id) values ($1)', [user_id])
    await owner.query(
      `insert into private.imports (id, user_id, author_id, kind, added, skipped, records)
       values (gen_random_uuid(), $1, $1, 'goals', 1, 0, '{}')`,
      [user_id],
    )
    // Mailed just now: the server's own clean-up, which may run meanwhile, keeps it.
    await owner.query(
      'insert into private.promise_mails (user_id, founder, waiting_since, mailed_at) values ($1, $1, now(), now())',
      [user_id],
    )
    await owner.query(
      `with week as (
         insert into private.recorded_weeks (week) values ('2026-03-02') on conflict (week) do update set week = excluded.week returning week
       )
       insert into private.week_risks (week, user_id) select week, $1 from week`,
      [user_id],
    )
    await owner.query(
      `insert into private.app_grants (user_id, client_id, scopes, aal) values ($1, $1, '{records:read}', 'aal1')`,
      [user_id],
    )
    await owner.query(
      `insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth)
       values ($1, $1, $2, repeat('B', 87), repeat('a', 22))`,
      [user_id, `https://push.example/${user_id}`],
    )
    await owner.query(
      `with hook as (
         insert into private.webhooks (id, name, address, sealed_url, sealed_secret, shape, events, is_on)
         values (gen_random_uuid(), 'Ops', 'hooks.example', 'x', 'x', 'standard', '{call.booked}', false) returning id
       ),
       delivery as (
         insert into private.webhook_deliveries (webhook, event, user_id, about, happened_at)
         select id, 'call.booked', $1, $1, now() from hook
       ),
       risk as (insert into private.webhook_risks (user_id) values ($1))
       insert into private.webhook_mails (webhook, user_id, due_at) select id, $1, null from hook`,
      [user_id],
    )
    await owner.query(
      `insert into private.deleted_messages (id, user_id, message) values (gen_random_uuid(), $1, '{}')`,
      [user_id],
    )
    await owner.query(
      `insert into private.answer_times (message_id, user_id, week, minutes)
       select id, user_id, '2026-03-02', 5 from public.squad_messages where user_id = $1`,
      [user_id],
    )
    // Once for all: the second time it exists.
    await admin.client.from('founder_labels').insert({ name: 'Batch 7' })
    const labels = await admin.client.rpc('list_labels').throwOnError()
    const label = labels.data[0]?.id ?? ''
    await service.from('saved_views').insert({ admin_id: user_id, name: 'Batch 7', query: {} }).throwOnError()
    await owner.query(
      `insert into public.call_outcomes (booking, user_id, outcome)
       select id, user_id, 'held' from public.squad_bookings where user_id = $1`,
      [user_id],
    )
    await admin.client.rpc('set_owner', { founders: [user_id], member: admin.id }).throwOnError()
    await admin.client.rpc('label_founders', { label, founders: [user_id], is_on: true }).throwOnError()
    const turn = { founder: user_id, turn: crypto.randomUUID(), at_once: 3, allowed: 9, seconds: 60 }
    await service.rpc('begin_answer', turn).throwOnError()
  }

  describe('my_data', () => {
    test('my_data contains all rows of the user, and no others', async () => {
      const admin = await server.admin('adele')
      const [ana, ben] = [await server.founder('ana'), await server.founder('ben')]
      for (const person of [ana, ben, admin]) await fill(person, admin)
      const copy = await pageOf(ana.client)
      expect(copy).toMatchObject({
        profile: { id: ana.id, first_name: 'ana', last_name: 'Tester' },
        user_roles: [],
        runway_data: { bank_balance: 90_000.5 },
        runway_proposal: { bank_balance: 80_000, monthly_burn: 9000, as_of: today(), answer: null },
        goals: [{ text: 'Ten demos', period: 'weekly', completed: false }],
        traction_loops: [{ name: 'Cold mail' }],
        weekly_checkins: [{ week_of: '2026-03-02', wins: 'Two' }],
        notes: [{ title: 'Buyers', content: 'They ask for SSO' }],
        decisions: [
          {
            title: 'Raise',
            reason: 'Churn is low',
            expected: 'No one leaves',
            review_on: '2026-04-01',
            outcome: 'One left',
            was_right: 'partly',
            reviewed_at: '2026-04-02T09:00:00+00:00',
          },
        ],
        squad_messages: [{ sender_type: 'user', content: 'Hello' }],
        read_receipt: { unread: 0, squad_read_until: expect.any(String) },
        mail_settings: {
          replies: true,
          weekly: true,
          reminder_hour: 16,
          time_zone: 'Europe/Lisbon',
          promises: true,
          team_week_hour: 8,
        },
        push_settings: { muted: ['note'], shows_names: false, quiet_from: 22, quiet_to: 7, time_zone: 'UTC' },
        // Neither the browser's address nor its secrets.
        push_devices: [{ added_at: expect.any(String), push_service: 'push.example' }],
        imports: [{ kind: 'goals', added: 1, created_at: expect.any(String), undone_at: null }],
        ai_conversations: [{ role: 'user', content: 'Why?' }],
        squad_bookings: [{ member: 'growth' }],
        more: [],
      })
      for (const list of Object.values(copy)) if (Array.isArray(list)) expect(list.length).toBeLessThanOrEqual(1)
      // An admin may read all rows; my_data returns the admin's own.
      const ofAdmin = await pageOf(admin.client)
      expect(ofAdmin).toMatchObject({ profile: { id: admin.id }, user_roles: ['admin'], goals: [{}], notes: [{}] })
      expect(ofAdmin['goals']).toHaveLength(1)
    })

    test('my_data includes every table with user data', async () => {
      const tables = await tablesWithPeople('public')
      expect(tables.map(({ name }) => name.replace('public.', '')).sort()).toEqual(Object.keys(output).sort())
      const copy = await pageOf((await server.founder('tab')).client)
      const kinds = Object.values(output).filter((kind) => kind !== undefined)
      expect(Object.keys(copy).sort()).toEqual([...kinds, 'push_devices', 'imports', 'more'].sort())
    })

    test('my_data returns 3,333 messages in bounded pages, each message once', async () => {
      const { id, client } = await server.founder('prolific')
      await writeMany(owner, id, 3333)
      let page = await pageOf(client)
      const contents = new Set<string>()
      for (;;) {
        const rows = page['squad_messages'] as (Rows[number] & { content: string })[]
        expect(rows.length).toBeLessThanOrEqual(500)
        for (const { content } of rows) contents.add(content)
        const last = rows.at(-1)
        if (page.more.length === 0 || !last) break
        expect(page.more).toEqual(['squad_messages'])
        page = await pageOf(client, {
          kind: 'squad_messages', after_created_at: last.created_at, after_id: last.id,
        }) // prettier-ignore
      }
      expect(contents.size).toBe(3333)
    })

    test('my_data ends a page of long texts at 2 MB, after at least one row', async () => {
      const { id, client } = await server.founder('talker')
      for (let from = 1; from <= 100; from += 10) {
        await owner.query(
          `insert into public.ai_conversations (user_id, role, content, created_at)
           select $1, 'assistant', repeat('–', 21333), timestamptz '2026-01-01Z' + n * interval '1 second'
           from generate_series($2::integer, $2::integer + 9) n`,
          [id, from],
        )
      }
      let given = {}
      const sizes: number[] = []
      for (;;) {
        const page = await pageOf(client, given)
        const rows = page['ai_conversations'] as Rows
        sizes.push(rows.length)
        const last = rows.at(-1)
        if (page.more.length === 0 || !last) break
        given = { kind: 'ai_conversations', after_created_at: last.created_at, after_id: last.id }
      }
      expect(sizes).toEqual([32, 32, 32, 4])
    })

    test('my_data rejects an unknown list', async () => {
      const { error } = await (await server.founder('curious')).client.rpc('my_data', { kind: 'founder_ai_memory' })
      expect(error).toMatchObject({ code: '22023', message: 'there is no list founder_ai_memory' })
    })
  })

  describe('my_sessions', () => {
    test('my_sessions lists the user’s sessions only, with the current one marked', async () => {
      const { client, email, password } = await server.founder('nomad')
      await server.founder('stranger')
      const phone = server.client()
      await phone.auth.signInWithPassword({ email, password })
      const { data } = await phone.rpc('my_sessions').throwOnError()
      expect(data.map(({ is_current }) => is_current)).toEqual([true, false])
      for (const { last_seen_at, user_agent } of data) {
        expect(Math.abs(Date.now() - Date.parse(last_seen_at))).toBeLessThan(60_000)
        expect(user_agent).toBe('node')
      }
      await phone.auth.signOut({ scope: 'others' })
      expect((await phone.rpc('my_sessions').throwOnError()).data).toHaveLength(1)
      expect((await client.auth.getUser()).error).not.toBeNull()
    })

    test('my_sessions returns the current session and the newest twenty, by index scan', async () => {
      const { id, client } = await server.founder('collector')
      await owner.query(
        `insert into auth.sessions (user_id, created_at)
         select $1, now() + n * interval '1 minute' from generate_series(1, 1000) n`,
        [id],
      )
      const { data } = await client.rpc('my_sessions').throwOnError()
      expect(data).toHaveLength(21)
      expect(data.filter(({ is_current }) => is_current)).toHaveLength(1)
      const plan = await owner.query<{ 'QUERY PLAN': string }>(
        `explain select * from auth.sessions where user_id = '${id}' order by created_at desc limit 20`,
      )
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('sessions_by_user')
    })
  })

  /** The tables of a schema with users' rows, and their user column. */
  const tablesWithPeople = (schemas: string) =>
    owner.query<{ name: string; whose: string }>(
      `select distinct on (c.conrelid) c.conrelid::regclass::text as name, a.attname as whose
       from pg_constraint c
       join pg_class t on t.oid = c.conrelid
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'auth.users'::regclass
         and t.relnamespace::regnamespace::text = any (string_to_array($1, ','))`,
      [schemas],
    )

  describe('delete_my_account', () => {
    /** The number of rows of a user in each table, without empty ones. */
    async function rowsOf(person: string): Promise<Record<string, number>> {
      const named = await owner.query<{ name: string; whose: string }>(
        `select c.oid::regclass::text as name, a.attname as whose
         from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
         where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private', 'auth')
           and (a.attname = 'user_id' or c.oid in ('auth.users'::regclass, 'public.profiles'::regclass) and a.attname = 'id')`,
      )
      const counted = await Promise.all(
        [...named, ...(await tablesWithPeople('public,private,auth'))].map(async ({ name, whose }) => {
          const [row] = await owner.query<{ rows: number }>(
            `select count(*)::integer as rows from ${name} where ${whose}::text = $1`,
            [person],
          )
          return [name, row?.rows ?? 0] as const
        }),
      )
      return Object.fromEntries(counted.filter(([, rows]) => rows > 0))
    }

    test('deleting an account deletes all rows of the user, and none of others', async () => {
      const admin = await server.admin('eve')
      const [dora, emil] = [await server.founder('dora'), await server.founder('emil')]
      for (const person of [dora, emil]) await fill(person, admin)
      const before = await rowsOf(emil.id)
      // Every new table of the product must get a row in `fill`.
      const tables = await tablesWithPeople('public,private')
      expect(tables.map(({ name }) => name).filter((name) => name !== 'user_roles' && !before[name])).toEqual([])
      expect(Object.keys(await rowsOf(dora.id))).toEqual(Object.keys(before))

      await dora.client.rpc('delete_my_account').throwOnError()
      expect(await rowsOf(dora.id)).toEqual({})
      expect(await rowsOf(emil.id)).toEqual(before)
      const turns = await owner.query('select from private.rate_limits where bucket like $1', [`%${dora.id}`])
      expect(turns).toEqual([])
    })

    test('deleting an account is audited with its id only', async () => {
      const fay = await server.founder('fay')
      await fay.client.rpc('delete_my_account').throwOnError()
      const entries = await owner.query(
        `select actor, action, subject, details from server.audit where action = 'account-deleted' and subject = $1`,
        [fay.id],
      )
      expect(entries).toEqual([{ actor: fay.id, action: 'account-deleted', subject: fay.id, details: {} }])
    })

    test('deleting an account revokes every session within five seconds, in every API', async () => {
      const gus = await server.founder('gus')
      const phone = server.client()
      await phone.auth.signInWithPassword({ email: gus.email, password: gus.password })
      // Both sessions are cached by now.
      for (const client of [gus.client, phone]) await client.from('goals').select().throwOnError()
      await gus.client.rpc('delete_my_account').throwOnError()
      const late = await phone.from('goals').insert({ user_id: gus.id, text: 'Still here', period: 'weekly' })
      expect(late.error).not.toBeNull()
      await sleep(5000)
      for (const client of [gus.client, phone]) {
        expect(await client.from('goals').select()).toMatchObject({ status: 401 })
        expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_not_found' })
        const { error } = await client.functions.invoke('suggest-quick-actions', { body: { previousActions: [] } })
        expect((error as { context: Response }).context.status).toBe(401)
        const state = await new Promise((resolve) => client.channel('goals').subscribe(resolve))
        expect(state).toBe('CHANNEL_ERROR')
        await client.removeAllChannels()
      }
      const again = await server.client().auth.signInWithPassword({ email: gus.email, password: gus.password })
      expect(again.error).toMatchObject({ code: 'invalid_credentials' })
      // The address can sign up again.
      await server.founder('gus')
    }, 30_000)

    test('deleting an account with tens of thousands of messages takes less than the statement timeout', async () => {
      const { id, client } = await server.founder('flood')
      // The embedded engine shares a processor with all other tests.
      const messages = engine === 'pglite' ? 15_000 : 30_000
      await writeMany(owner, id, Math.round(messages / slowness()))
      await client.rpc('delete_my_account').throwOnError()
      expect(await rowsOf(id)).toEqual({})
    }, 120_000)
  })
})

describe.each(engines)('the last admin on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  test('the last admin cannot delete their account, even when two admins try concurrently', async () => {
    const both = [await server.admin('ada'), await server.admin('bea')]
    const left = await Promise.all(both.map(({ client }) => client.rpc('delete_my_account')))
    const refused = left.filter(({ error }) => error)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ status: 400, error: { code: 'P0001', message: 'the last admin cannot leave' } })
    const admins = await server.client(server.secretKey).from('user_roles').select().throwOnError()
    expect(admins.data).toHaveLength(1)
  })
})
