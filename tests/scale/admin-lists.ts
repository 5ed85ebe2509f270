import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Database as Tables } from '../../domain/database.types.ts'
import { readConfig } from '../../server/config.ts'
import type { Caller } from '../../server/database/caller.ts'
import type { Database, Statement } from '../../server/database/database.ts'
import { openDatabase } from '../../server/database/open.ts'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { grantAdmin } from '../../server/operations/admins.ts'
import { operatorClientOf } from '../../server/operations/operator.ts'
import { createServer } from '../../server/server.ts'
import { addFounders, AUDITED_ADMIN, OWNER, RARE_NAME, type Size } from './cohort.ts'

type Client = SupabaseClient<Tables, 'public'>

/** A query of the admin screens, or of what the server does by itself. */
export interface AdminList {
  readonly name: string
  /** @param founder in the middle of the lists */
  readonly query: (admin: Client, founder: Founder, service: Client) => PromiseLike<{ data: unknown }>
  /** Tables of which it counts or sums every row. */
  readonly whole?: readonly string[]
}

interface Founder {
  readonly id: string
  readonly created_at: string
  readonly last_message_at: string
  /** The id of one of their labels. */
  readonly label: string
}

const auditFilters: readonly Tables['public']['Functions']['find_audit']['Args'][] = [
  {},
  { admin: AUDITED_ADMIN },
  { kind: 'runway_data' },
  { since: '2026-09-01', until: '2026-10-01' },
]

const newestFirst = { ascending: false }
const week = '2026-11-09'

export const adminLists: readonly AdminList[] = [
  {
    name: 'dashboard',
    query: (admin) => admin.rpc('admin_dashboard', { week }).single().throwOnError(),
    whole: ['profiles', 'traction_loops', 'runway_data', 'weekly_checkins'],
  },
  {
    name: 'founders at risk',
    query: (admin) => admin.rpc('founders_at_risk').throwOnError(),
    whole: [
      ...['founder_figures', 'profiles', 'squad_conversations', 'read_receipts', 'radar_thresholds', 'radar_snoozes'],
      'runway_points',
    ],
  },
  { name: 'calls to be recorded', query: (admin) => admin.rpc('calls_to_record').throwOnError() },
  {
    name: 'saved views',
    query: (admin) => admin.from('saved_views').select().order('name').throwOnError(),
    whole: ['saved_views'],
  },
  {
    name: 'own founders at risk',
    query: (admin) => admin.rpc('founders_at_risk', { mine: true }).throwOnError(),
    whole: ['radar_thresholds', 'radar_snoozes'],
  },
  ...(
    [
      {},
      { sort: 'name', descending: false, skip: 5000 },
      { sort: 'change' },
      { sort: 'risk' },
      { sort: 'owner' },
      { filters: { owner: OWNER } },
      { filters: { mood: 'low', conversions: 'growing' } },
      { search: 'zephyr' },
      { page_size: 200 },
    ] as const
  ).map((given) => ({
    name: `cohort ${JSON.stringify(given)}`,
    query: (admin: Client) => admin.rpc('find_cohort', given).throwOnError(),
    whole: [
      ...['founder_figures', 'profiles', 'squad_conversations', 'founder_labels', 'labelled_founders'],
      ...['read_receipts', 'radar_thresholds', 'runway_points', 'founder_owners'],
    ],
  })),
  {
    name: 'ids of the cohort',
    query: (admin) => admin.rpc('cohort_ids', { filters: { goals: 'open' } }).throwOnError(),
    whole: ['founder_figures', 'profiles', 'squad_conversations', 'founder_owners'],
  },
  ...[{}, { joined: '2026-03-01' }, { labelled: true }].flatMap(({ labelled, ...given }) => {
    const about = labelled ? 'with a label' : JSON.stringify(given)
    const cohort = (founder: Founder) => ({ ...given, ...(labelled && { label: founder.label }) })
    const whole = ['profiles', 'user_roles', 'labelled_founders']
    return [
      {
        name: `programme's check-ins ${about}`,
        query: (admin: Client, founder: Founder) => admin.rpc('programme_check_ins', cohort(founder)).throwOnError(),
        // All weeks of the sample are shown.
        whole: [...whole, 'weekly_checkins'],
      },
      {
        name: `programme's conversions ${about}`,
        query: (admin: Client, founder: Founder) => admin.rpc('programme_conversions', cohort(founder)).throwOnError(),
        whole,
      },
      {
        name: `programme's answers ${about}`,
        query: (admin: Client, founder: Founder) => admin.rpc('programme_answers', cohort(founder)).throwOnError(),
        whole,
      },
    ]
  }),
  {
    name: "programme's months",
    query: (admin) => admin.rpc('programme_months').throwOnError(),
    whole: ['profiles'],
  },
  { name: 'categories of the notes', query: (admin) => admin.rpc('note_categories').throwOnError() },
  {
    name: 'first steps of the team',
    query: (admin) => admin.rpc('team_steps').throwOnError(),
    // Up to the first row.
    whole: ['weekly_checkins'],
  },
  {
    name: 'the week of the team',
    query: (admin) => admin.rpc('team_week').throwOnError(),
    whole: [
      ...['profiles', 'founder_figures', 'squad_conversations', 'read_receipts', 'radar_thresholds', 'radar_snoozes'],
      ...['runway_points', 'founder_labels', 'labelled_founders'],
    ],
  },
  { name: 'founders', query: (admin) => admin.rpc('find_founders').throwOnError(), whole: ['profiles'] },
  {
    name: 'founders, from the middle',
    query: (admin, { id, created_at }) =>
      admin.rpc('find_founders', { after_created_at: created_at, after_id: id }).throwOnError(),
    whole: ['profiles'],
  },
  ...['a', 'an', 'mull', 'søren gar', 'zephyr', 'no such name'].map((search) => ({
    name: `founders named “${search}”`,
    query: (admin: Client) => admin.rpc('find_founders', { search }).throwOnError(),
  })),
  ...['price', 'tier 7', 't', 'nowhere'].map((search) => ({
    name: `messages with “${search}”`,
    query: (admin: Client) => admin.rpc('find_messages', { search }).throwOnError(),
  })),
  { name: 'conversations', query: (admin) => admin.rpc('find_conversations').throwOnError() },
  {
    name: 'conversations, from the middle',
    query: (admin, { id, last_message_at }) =>
      admin.rpc('find_conversations', { after_at: last_message_at, after_id: id }).throwOnError(),
  },
  ...['waiting', 'mine', 'unassigned', 'snoozed', 'done'].map((filter) => ({
    name: `conversations, ${filter}`,
    query: (admin: Client) => admin.rpc('find_conversations', { filter }).throwOnError(),
  })),
  ...['overdue', 'mine_overdue'].map((filter) => ({
    name: `conversations, ${filter}`,
    query: (admin: Client) => admin.rpc('find_conversations', { filter }).throwOnError(),
    // One row.
    whole: ['radar_thresholds'],
  })),
  {
    name: 'conversations, longest waiting',
    query: (admin) => admin.rpc('find_conversations', { filter: 'overdue', longest_first: true }).throwOnError(),
    whole: ['radar_thresholds'],
  },
  {
    name: 'how many answers are overdue',
    query: (admin) => admin.rpc('overdue_conversations').throwOnError(),
    whole: ['radar_thresholds'],
  },
  {
    name: 'how many conversations each filter has',
    query: (admin) => admin.rpc('count_conversations').throwOnError(),
    // Each of them is in a filter.
    whole: ['radar_thresholds', 'squad_conversations'],
  },
  {
    name: 'who of the team wrote the answers',
    query: (admin, { id }) =>
      admin
        .from('squad_answers')
        .select('message_id, author_id, batch_id')
        .eq('user_id', id)
        .order('created_at', { ascending: false })
        .order('message_id')
        .limit(500)
        .throwOnError(),
  },
  { name: 'how many founders wait', query: (admin) => admin.rpc('waiting_conversations').throwOnError() },
  ...['zephyrine', 'tier 7', 'nowhere'].map((search) => ({
    name: `conversations with “${search}”`,
    query: (admin: Client) => admin.rpc('find_conversations', { search }).throwOnError(),
  })),
  {
    name: 'the summary beside a conversation',
    query: (admin, { id }) => admin.rpc('founder_summary', { founder: id }).throwOnError(),
    // One row, the few founders who are snoozed, and the few labels.
    whole: ['radar_thresholds', 'radar_snoozes', 'founder_labels'],
  },
  {
    name: 'thread',
    query: (admin, { id }) =>
      admin
        .from('squad_messages')
        .select()
        .eq('user_id', id)
        .order('created_at', newestFirst)
        .limit(1000)
        .throwOnError(),
  },
  {
    name: 'marking as read',
    query: (admin, { id, last_message_at }) =>
      admin.rpc('mark_conversation_read', { founder: id, until: last_message_at }).throwOnError(),
  },
  {
    name: 'reply',
    query: (admin, { id }) =>
      admin
        .from('squad_messages')
        .insert({ user_id: id, content: 'We are here', sender_type: 'squad', sender_name: 'Upswing Team' })
        .select()
        .single()
        .throwOnError(),
  },
  ...(['goals', 'traction_loops', 'decisions', 'notes'] as const).map((table) => ({
    name: `${table} of a founder`,
    query: (admin: Client, { id }: Founder) =>
      admin.from(table).select().eq('user_id', id).order('created_at', newestFirst).throwOnError(),
  })),
  {
    name: 'check-ins of a founder',
    query: (admin, { id }) =>
      admin.from('weekly_checkins').select().eq('user_id', id).order('week_of', newestFirst).throwOnError(),
  },
  {
    name: 'runway of a founder',
    query: (admin, { id }) => admin.from('runway_data').select().eq('user_id', id).maybeSingle().throwOnError(),
  },
  {
    name: 'memory of a founder',
    query: (admin, { id }) =>
      admin.from('founder_ai_memory').select('memory_content').eq('user_id', id).maybeSingle().throwOnError(),
  },
  { name: 'authors of the notes', query: (admin) => admin.rpc('note_authors').throwOnError() },
  ...(
    [
      {},
      { after_created_at: '2026-06-01', after_id: AUDITED_ADMIN },
      { category: 'buyer-insights' },
      { category: 'none has it' },
      { author: AUDITED_ADMIN },
      { author: AUDITED_ADMIN, category: 'buyer-insights' },
      { author: AUDITED_ADMIN, category: 'none has it' },
      ...['sign-on', 'zephyr', 'a', 'sign a', 'no such word'].map((search) => ({ search })),
      { search: 'sign-on', author: AUDITED_ADMIN, category: 'buyer-insights' },
    ] as const
  ).map((given) => ({
    name: `notes ${JSON.stringify(given)}`,
    query: (admin: Client) => admin.rpc('find_notes', given).throwOnError(),
  })),
  {
    name: 'notes of all founders, a full response',
    query: (admin) => admin.from('notes').select().order('created_at', newestFirst).throwOnError(),
    // A truncated response includes the total.
    whole: ['notes'],
  },
  {
    name: 'names for a page',
    query: (admin, { id }) => admin.from('profiles').select('id, first_name, last_name').in('id', [id]).throwOnError(),
  },
  {
    name: 'labels',
    query: (admin) => admin.rpc('list_labels').throwOnError(),
    whole: ['founder_labels', 'labelled_founders'],
  },
  {
    name: 'what came of a call',
    query: (admin, { id }) =>
      admin.from('call_outcomes').select('outcome, content').eq('booking', id).maybeSingle().throwOnError(),
  },
  {
    name: 'labels of a founder',
    query: (admin, { id }) => admin.from('labelled_founders').select('label').eq('user_id', id).throwOnError(),
  },
  {
    name: 'audit, every filter',
    query: (admin, { id }) =>
      admin
        .rpc('find_audit', {
          admin: AUDITED_ADMIN,
          founder: id,
          kind: 'notes',
          since: '2025-01-01',
          until: '2030-01-01',
        })
        .throwOnError(),
  },
  ...auditFilters.map((given) => ({
    name: `audit by ${Object.keys(given).join(', ') || 'nothing'}`,
    query: (admin: Client) => admin.rpc('find_audit', given).throwOnError(),
  })),
  {
    name: 'audit by founder',
    query: (admin, { id }) => admin.rpc('find_audit', { founder: id }).throwOnError(),
  },
  {
    name: 'audit, from the middle',
    query: (admin) => admin.rpc('find_audit', { after_at: '2026-06-01', after_id: 1 }).throwOnError(),
  },
  { name: 'admins of the audit', query: (admin) => admin.rpc('audited_admins').throwOnError() },
  {
    name: 'audit of a founder',
    query: (admin, { id }) =>
      admin
        .from('admin_audit')
        .select()
        .eq('user_id', id)
        .order('created_at', newestFirst)
        .order('id', newestFirst)
        .limit(50)
        .throwOnError(),
  },
  {
    name: 'audit of all founders',
    query: (admin) =>
      admin
        .from('admin_audit')
        .select()
        .order('created_at', newestFirst)
        .order('id', newestFirst)
        .limit(50)
        .throwOnError(),
  },
  {
    name: 'answer, with its notifications',
    query: (admin, { id }) =>
      admin
        .from('squad_messages')
        .insert({ user_id: id, content: 'The second tier', sender_type: 'squad', sender_name: 'Upswing Team' })
        .throwOnError(),
  },
  {
    name: 'notifications of what no row announces',
    query: (_, __, service) => service.rpc('plan_pushes').throwOnError(),
    whole: ['radar_thresholds'],
  },
  {
    name: 'notifications that are due',
    query: (_, __, service) => service.rpc('claim_pushes', { max_rows: 100 }).throwOnError(),
    whole: ['radar_thresholds'],
  },
  // Twenty rows at most.
  {
    name: 'webhooks',
    query: (admin) => admin.rpc('list_webhooks').throwOnError(),
    whole: ['webhooks'],
  },
  {
    name: 'log of a webhook, from the middle',
    query: (admin) =>
      admin
        .rpc('webhook_log', { webhook: 'c0ffee00-0000-4000-8000-000000000007', after_at: 'yesterday', after_id: OWNER })
        .throwOnError(),
  },
  {
    name: 'webhooks of what no row announces',
    query: (_, __, service) => service.rpc('plan_webhooks').throwOnError(),
    whole: ['webhooks', 'radar_thresholds'],
  },
  {
    name: 'webhooks that are due',
    query: (_, __, service) => service.rpc('claim_webhooks', { max_rows: 20 }).throwOnError(),
    whole: ['webhooks'],
  },
  {
    name: 'message of a founder, with its webhooks',
    query: (_, { id }, service) =>
      service.from('squad_messages').insert({ user_id: id, content: 'Hello', sender_type: 'user' }).throwOnError(),
    whole: ['webhooks', 'user_roles'],
  },
]

export interface Measured {
  readonly name: string
  /** Planning and execution time; the fastest of a few runs. */
  readonly ms: number
  /** Tables with sequential scans, also in functions and triggers, except `whole`. */
  readonly readWhole: readonly string[]
  /** PostgreSQL's plans, for printing. */
  readonly plans: string
}

export interface Measuring {
  readonly seededInMs: number
  readonly measured: readonly Measured[]
}

/** Fills an empty database and explains, as an admin, the statements of each query. */
export async function measureAdminLists(url: string, dataDir: string, size: Size): Promise<Measuring> {
  const read = readConfig({
    DATABASE_URL: url,
    ALLOW_INSECURE_CONNECTIONS: 'database',
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
  })
  if (!read.ok) throw new Error(read.failure)
  const config = read.value
  const silent = () => undefined
  const database = await openDatabase({ kind: 'postgres', url }, silent)
  const received: { caller: Caller; statement: Statement }[] = []
  const listening: Database = {
    ...database,
    asCaller: (caller, statement, options) => {
      received.push({ caller, statement })
      return database.asCaller(caller, statement, options)
    },
  }
  const server = await createServer(config, listening, silent)
  const owner = await connect(connectionOf(url))
  try {
    const startedAt = performance.now()
    await addFounders(owner, size)
    const seededInMs = performance.now() - startedAt

    const operator = operatorClientOf(server, config)
    const account = { email: 'admin@example.com', password: 'secret123' }
    await operator.auth.admin.createUser({ ...account, email_confirm: true })
    await grantAdmin(operator, account.email)
    const [admin, service] = [server.publishableKey, server.secretKey].map((key): Client =>
      createClient(config.PUBLIC_URL, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: server.fetch },
        realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
      }),
    ) as [Client, Client]
    const { error } = await admin.auth.signInWithPassword(account)
    if (error) throw error
    const { rows } = await owner.query<{ founder: Founder }>(
      `select json_build_object(
         'id', id, 'created_at', created_at, 'last_message_at', last_message_at,
         'label', (select id from public.founder_labels order by id limit 1)
       ) as founder
       from public.profiles join public.squad_conversations on user_id = id
       where first_name <> $1 order by created_at offset $2 limit 1`,
      [RARE_NAME[0], Math.floor(size.founders / 2)],
    )
    const founder = rows[0]?.founder
    if (!founder) throw new Error('no founder was added')

    const measured: Measured[] = []
    for (const list of adminLists) {
      received.length = 0
      await list.query(admin, founder, service)
      measured.push(await explain(owner, list, [...received]))
    }
    return { seededInMs, measured }
  } finally {
    await owner.end()
    await server.close()
    await database.close()
  }
}

interface Explained {
  readonly 'Planning Time': number
  readonly 'Execution Time': number
}

/** One row for each admin: a sequential scan is fastest. */
const small = new Set(['user_roles'])

/**
 * The number of sequential scans of each table in this session. Includes those of functions and triggers, which a plan does
 * not show.
 */
async function scansOf(owner: Owner): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ relname: string; scans: number }>(
    `select relname, seq_scan::integer as scans from pg_stat_xact_user_tables
     where schemaname = 'public' or relname in ('push_devices', 'pushes', 'note_authors')`,
  )
  return new Map(rows.map(({ relname, scans }) => [relname, scans]))
}

type Owner = Awaited<ReturnType<typeof connect>>

async function explain(
  owner: Owner,
  { name, whole = [] }: AdminList,
  requests: readonly { caller: Caller; statement: Statement }[],
): Promise<Measured> {
  if (requests.length === 0) throw new Error(`${name} asked PostgreSQL nothing`)
  let fastest = Number.POSITIVE_INFINITY
  let plans = ''
  const readWhole = new Set<string>()
  for (let round = 0; round < 3; round++) {
    let ms = 0
    for (const { caller, statement } of requests) {
      await owner.query('begin')
      const before = await scansOf(owner)
      await owner.query(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, [
        caller.role,
        caller.claims,
      ])
      const { rows } = await owner.query<{ 'QUERY PLAN': readonly Explained[] }>(
        `explain (analyze, format json) ${statement.text}`,
        [...statement.values],
      )
      const plan = rows[0]?.['QUERY PLAN'][0]
      if (!plan) throw new Error(`${name} has no plan`)
      ms += plan['Planning Time'] + plan['Execution Time']
      plans = JSON.stringify(plan, null, 2)
      await owner.query('reset role')
      const after = await scansOf(owner)
      for (const [table, scans] of after) {
        if (scans > (before.get(table) ?? 0) && !small.has(table) && !whole.includes(table)) readWhole.add(table)
      }
      await owner.query('rollback')
    }
    fastest = Math.min(fastest, ms)
  }
  return { name, ms: fastest, readWhole: [...readWhole], plans }
}
