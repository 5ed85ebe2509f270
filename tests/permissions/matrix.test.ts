import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, Refused, type Actor, type Cast, type Row } from './actors.ts'

const everyone = ['anonymous', 'founder', 'other', 'admin', 'exAdmin'] as const
type Who = (typeof everyone)[number]

const TURN = '00000000-0000-4000-8000-00000000c0fe'

const ACCESS = { access_token: 'x', access_token_ends_at: '2026-11-22T12:00:00Z' }

/** Who may do what to a row of the founder; all others may not. */
interface Rules {
  /** A row to add, without its user; undefined when no user may add one. */
  readonly row?: Row
  /** The row that the admin adds, if it differs. */
  readonly adminsRow?: Row
  readonly change: Row
  readonly reads: readonly Who[]
  readonly adds: readonly Who[]
  readonly changes: readonly Who[]
  readonly deletes: readonly Who[]
}

const matrix: Readonly<Record<string, Rules>> = {
  goals: {
    row: { text: 'Ten demos', period: 'weekly' },
    change: { completed: true },
    reads: ['founder', 'admin'],
    adds: ['founder'],
    changes: ['founder'],
    deletes: ['founder'],
  },
  traction_loops: {
    row: { name: 'Cold mail' },
    change: { demos: 7 },
    reads: ['founder', 'admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  weekly_checkins: {
    row: { week_of: '2026-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing' },
    change: { mood: 1 },
    reads: ['founder', 'admin'],
    adds: ['founder'],
    changes: [],
    deletes: [],
  },
  notes: {
    row: { title: 'Buyers', content: 'They ask for SSO' },
    change: { title: 'Sellers' },
    reads: ['founder', 'admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  decisions: {
    row: { title: 'Raise prices', reason: 'Churn is low' },
    change: { impact: 'positive' },
    reads: ['founder', 'admin'],
    adds: ['founder'],
    changes: ['admin'],
    deletes: ['founder'],
  },
  squad_messages: {
    row: { content: 'Hello' },
    adminsRow: { content: 'Hello', sender_type: 'squad', sender_name: 'Upswing Team' },
    change: { content: 'Bye' },
    reads: ['founder', 'admin'],
    adds: ['founder', 'admin'],
    changes: [],
    deletes: [],
  },
  ai_conversations: {
    row: { role: 'user', content: 'Hello' },
    change: { content: 'Bye' },
    reads: ['founder'],
    adds: ['founder'],
    changes: [],
    deletes: [],
  },
  founder_ai_memory: {
    row: { memory_content: 'Sells to banks' },
    change: { memory_content: 'Sells to shops' },
    reads: ['admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: [],
  },
  runway_data: {
    row: { bank_balance: 100000, monthly_revenue: 5000.5, monthly_burn: 20000 },
    change: { monthly_burn: 1 },
    reads: ['founder', 'admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: [],
  },
  squad_bookings: {
    row: { member: 'growth', starts_at: '2026-03-02T14:00:00Z', ends_at: '2026-03-02T14:30:00Z' },
    change: { topic: 'Pricing' },
    reads: ['founder', 'admin'],
    adds: [],
    changes: [],
    deletes: [],
  },
  traction_points: { change: { demos: 9 }, reads: ['founder', 'admin'], adds: [], changes: [], deletes: [] },
  runway_points: { change: { monthly_burn: 9 }, reads: ['founder', 'admin'], adds: [], changes: [], deletes: [] },
  profiles: {
    change: { first_name: 'Ana', last_name: 'Adler' },
    reads: ['founder', 'admin'],
    adds: [],
    changes: ['founder'],
    deletes: [],
  },
  user_roles: {
    row: { role: 'admin' },
    change: { role: 'admin' },
    reads: ['admin'],
    adds: [],
    changes: [],
    deletes: [],
  },
  squad_conversations: { change: { unread: 9 }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  admin_audit: { change: { action: 'insert' }, reads: ['admin'], adds: [], changes: [], deletes: [] },
}
/** Tables that triggers write; the service role cannot prepare them. */
const keptByTriggers = new Set(['profiles', 'user_roles', 'squad_conversations', 'admin_audit'])
/** The table whose triggers write the points of another. */
const historyOf: Readonly<Record<string, string>> = { traction_points: 'traction_loops', runway_points: 'runway_data' }

describe.each(engines)('every table, verb and person on %s', (engine) => {
  let cast: Cast
  let people: Record<Who, Actor>
  let owner: Row
  beforeAll(async () => {
    cast = await gather(engine)
    const { anonymous, ana, ben, admin, exAdmin } = cast
    people = { anonymous, founder: ana, other: ben, admin, exAdmin }
    // A conversation, and an audit entry.
    await ana.adds('squad_messages', { content: 'Hello', user_id: ana.id })
    await admin.adds('notes', { title: 'Buyers', content: 'SSO', user_id: ana.id })
  })
  afterAll(() => cast.close())

  /** The user of the row: the founder, or the admin for user_roles. */
  const ownerOf = (table: string): Row =>
    table === 'profiles' ? { id: cast.ana.id } : { user_id: table === 'user_roles' ? cast.admin.id : cast.ana.id }

  /** Prepares one row of the founder, or none. */
  async function arrange(table: string, { row }: Rules, present: boolean): Promise<Row[]> {
    owner = ownerOf(table)
    const source = historyOf[table]
    const sourceRules = source === undefined ? undefined : matrix[source]
    if (source !== undefined && sourceRules) await arrange(source, sourceRules, true)
    else if (!keptByTriggers.has(table)) {
      await cast.service.deletes(table, owner)
      if (present) await cast.service.adds(table, { ...row, ...owner })
    }
    return cast.service.sees(table, owner)
  }

  /** @returns whether it succeeded; an error must be 42501 */
  async function isDone(work: Promise<number>): Promise<boolean> {
    try {
      return (await work) > 0
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      expect(error.code).toBe('42501')
      return false
    }
  }

  /** Every caller tries, on fresh rows. @returns those who succeeded, confirmed by the service role */
  async function whoCan(
    table: string,
    rules: Rules,
    isPresent: boolean,
    attempt: (actor: Actor, who: Who) => Promise<number>,
    hasHappened: (before: Row[], after: Row[]) => boolean,
  ): Promise<Who[]> {
    const able: Who[] = []
    for (const who of everyone) {
      const before = await arrange(table, rules, isPresent)
      const done = await isDone(attempt(people[who], who))
      expect([who, hasHappened(before, await cast.service.sees(table, owner))]).toEqual([who, done])
      if (done) able.push(who)
    }
    return able
  }

  test('every table is listed in the matrix, with row level security', async () => {
    const tables = await cast.database.query<{ name: string; secured: boolean }>(
      `select relname as name, relrowsecurity as secured from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')`,
    )
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(matrix).sort())
    expect(tables.filter(({ secured }) => !secured)).toEqual([])
  })

  test('views run as the caller, under the policies of their tables (security_invoker)', async () => {
    const views = await cast.database.query<{ name: string; options: string[] | null }>(
      `select relname as name, reloptions as options from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'v'`,
    )
    expect(views.map(({ name }) => name).sort()).toEqual(['decision_answers', 'founder_records', 'goal_counts'])
    for (const { options } of views) expect(options).toEqual(['security_invoker=true'])
  })

  describe.each(Object.entries(matrix))('%s', (table, rules) => {
    test(`${table} is read by: ${rules.reads.join(', ') || 'no one else'}`, async () => {
      const reads = async (actor: Actor) => (await actor.sees(table, owner)).length
      const readers: Who[] = []
      for (const who of everyone) {
        await arrange(table, rules, true)
        if (await isDone(reads(people[who]))) readers.push(who)
      }
      expect(readers).toEqual(rules.reads)
    })
    test(`${table} is added by: ${rules.adds.join(', ') || 'no one'}`, async () => {
      const adds = async (actor: Actor, who: Who) => {
        const row = (who === 'admin' && rules.adminsRow) || rules.row
        await actor.adds(table, { ...row, ...owner })
        return 1
      }
      const able = await whoCan(table, rules, false, adds, (before, after) => after.length > before.length)
      expect(able).toEqual(rules.adds)
    })
    test(`${table} is changed by: ${rules.changes.join(', ') || 'no one'}`, async () => {
      const changes = (actor: Actor) => actor.changes(table, owner, rules.change)
      const able = await whoCan(table, rules, true, changes, (before, after) => !isDeepStrictEqual(before, after))
      expect(able).toEqual(rules.changes)
    })
    test(`${table} is deleted by: ${rules.deletes.join(', ') || 'no one'}`, async () => {
      const deletes = (actor: Actor) => actor.deletes(table, owner)
      const able = await whoCan(table, rules, true, deletes, (before, after) => after.length < before.length)
      expect(able).toEqual(rules.deletes)
    })
  })

  describe('tables of a user with a second factor', () => {
    const founderTables = Object.entries(matrix).filter(([, { reads }]) => reads.includes('founder'))

    beforeAll(async () => {
      await cast.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')`,
        [cast.ana.id],
      )
    })

    afterAll(() => cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.ana.id]))

    test.each(founderTables)('%s is closed to an aal1 session of a user with a second factor', async (table, rules) => {
      const before = await arrange(table, rules, true)
      const due = cast.with({ aal: 'aal1' }, cast.ana)
      const row = { ...rules.row, ...owner }
      expect(await due.sees(table)).toEqual([])
      if (rules.row) expect(await isDone(due.adds(table, row).then(() => 1))).toBe(false)
      expect(await isDone(due.changes(table, owner, rules.change))).toBe(false)
      expect(await isDone(due.deletes(table, owner))).toBe(false)
      expect(await cast.service.sees(table, owner)).toEqual(before)

      const passed = cast.with({ aal: 'aal2' }, cast.ana)
      expect(await passed.sees(table, owner)).toEqual(before)
    })

    test('every table that founders read has the second factor policy', async () => {
      const closed = await cast.database.query<{ name: string }>(
        `select tablename as name from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE'`,
      )
      expect(closed.map(({ name }) => name).sort()).toEqual(
        [...founderTables.map(([name]) => name), 'user_roles'].sort(),
      )
    })
  })

  test('the service role cannot change or delete audit entries', async () => {
    await expect(cast.service.changes('admin_audit', {}, { action: 'insert' })).rejects.toMatchObject({ code: '42501' })
    await expect(cast.service.deletes('admin_audit', {})).rejects.toMatchObject({ code: '42501' })
  })

  describe('functions', () => {
    const functions = {
      find_founders: () => ({ search: 'ana' }),
      admin_dashboard: () => ({ week: '2026-03-02' }),
      mark_conversation_read: () => ({ founder: cast.ana.id }),
      find_conversations: () => ({}),
      find_records: () => ({ search: 'hello' }),
      find_messages: () => ({ search: 'hello' }),
      founder_context: () => ({}),
      my_data: () => ({}),
      my_sessions: () => ({}),
      delete_my_account: () => ({}),
      my_weeks: () => ({}),
      goals_left_over: () => ({ week: soon(), month: soon(), quarter: soon(), year: soon() }),
      settle_goals: () => ({ ids: `{${TURN}}`, outcome: 'done' }),
      week_so_far: () => ({ week_of: '2026-03-02', begins_at: '2026-03-02T00:00:00Z' }),
      dismiss_first_steps: () => ({}),
      this_week: () => ({ today: new Date().toISOString().slice(0, 10) }),
      mark_board_seen: () => ({ seen: new Date().toISOString() }),
      traction_history: () => ({ founder: cast.ana.id }),
      loop_counts_on: () => ({ days: `{${new Date().toISOString().slice(0, 10)}}` }),
      check_ins_between: () => ({ from_week: '2000-01-03', to_week: '2100-01-04' }),
      review_decision: () => ({ decision, outcome: 'Nobody left', was_right: 'yes' }),
      postpone_review: () => ({ decision, review_on: new Date().toISOString().slice(0, 10) }),
      new_calendar_feed: () => ({ time_zone: 'UTC' }),
      calendar_feed_state: () => ({}),
      revoke_calendar_feed: () => ({}),
      read_calendar_feed: () => ({ secret_hash: String.raw`\x00` }),
      consume_model_budget: () => ({ founder: cast.ana.id, allowed: 5, allowed_in_all: 50 }),
      consume_rate_limit: () => ({ bucket: 'x', allowed: 1, seconds: 1 }),
      claim_check_ins: () => ({ max_rows: 1 }),
      store_check_in_summary: () => ({ check_in: cast.ana.id, summary: 'Mine' }),
      begin_answer: () => ({ founder: cast.ana.id, turn: TURN, at_once: 3, allowed: 9, seconds: 9 }),
      update_answer: () => ({ founder: cast.ana.id, turn: TURN, writer: TURN, text: 'Mine' }),
      stop_answer: () => ({ founder: cast.ana.id, turn: TURN }),
      read_answer: () => ({ founder: cast.ana.id, turn: TURN }),
      finish_answer: () => ({ founder: cast.ana.id, turn: TURN, writer: TURN, question: 'Why?', answer: 'Mine' }),
      book_call: () => ({ founder: cast.ana.id, member: 'growth', starts_at: someSlot() }),
      move_call: () => ({ booking: call, starts_at: someSlot('17') }),
      cancel_call: () => ({ booking: call }),
      taken_slots: () => ({ member: 'growth' }),
      claim_booking_mails: () => ({ max_rows: 1 }),
      booking_mail_sent: () => ({ booking: call, revision: 0 }),
      begin_calendar_connection: () => ({}),
      calendar_connection: () => ({}),
      consume_calendar_attempt: () => ({ founder: cast.ana.id, state: 'x' }),
      save_calendar_connection: () => ({ founder: cast.ana.id, refresh_token: 'x', ...ACCESS }),
      read_calendar_connection: () => ({ founder: cast.ana.id }),
      refresh_calendar_tokens: () => ({ founder: cast.ana.id, old_refresh_token: 'x', refresh_token: 'x', ...ACCESS }),
      mark_calendar_connection_broken: () => ({ founder: cast.ana.id, old_refresh_token: 'x' }),
      delete_calendar_connection: () => ({ founder: cast.ana.id }),
    } as const satisfies Record<string, () => Row>

    let call: string
    let decision: string
    const soon = () => new Date(Date.now() + 60_000).toISOString()
    /** A slot later than an hour from now, within the squad's hours all year. */
    const someSlot = (hour = '15') =>
      `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T${hour}:00:00Z`
    beforeAll(async () => {
      const given = { founder: cast.ana.id, member: 'strategy', starts_at: someSlot('16') }
      const [booking] = await cast.service.calls('book_call', given)
      call = String(booking?.['id'])
      const [logged] = await arrange('decisions', matrix['decisions']!, true)
      decision = String(logged?.['id'])
    })

    /** The callers who get a row. */
    async function callers(name: string, given: Row): Promise<Who[]> {
      const able: Who[] = []
      for (const who of everyone) {
        if (await isDone(people[who].calls(name, given).then(({ length }) => length))) able.push(who)
      }
      return able
    }

    test.each(['find_founders', 'find_conversations', 'admin_dashboard', 'mark_conversation_read'] as const)(
      '%s is called by admins only',
      async (name) => {
        const given = functions[name]()
        expect(await callers(name, given)).toEqual(['admin'])
        expect(await people.admin.calls(name, given)).toHaveLength(1)
      },
    )
    test('find_messages is called by admins only', async () => {
      await arrange('squad_messages', matrix['squad_messages']!, true)
      expect(await callers('find_messages', functions.find_messages())).toEqual(['admin'])
      await expect(cast.service.calls('find_messages', { search: 'hello' })).rejects.toMatchObject({ code: '42501' })
    })
    test('traction_history is read by the founder and by admins', async () => {
      await arrange('traction_points', matrix['traction_points']!, true)
      expect(await callers('traction_history', functions.traction_history())).toEqual(['founder', 'admin'])
    })
    test('loop_counts_on reads the caller’s own loops only', async () => {
      await arrange('traction_loops', matrix['traction_loops']!, true)
      expect(await callers('loop_counts_on', functions.loop_counts_on())).toEqual(['founder'])
    })
    test('check_ins_between reads the caller’s own check-ins only', async () => {
      await arrange('weekly_checkins', matrix['weekly_checkins']!, true)
      expect(await callers('check_ins_between', functions.check_ins_between())).toEqual(['founder'])
    })
    test.each(['review_decision', 'postpone_review'] as const)(
      '%s is called by the decision’s founder',
      async (name) => {
        expect(await callers(name, functions[name]())).toEqual(['founder'])
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      },
    )
    test('goals_left_over lists the founder’s own goals only', async () => {
      await arrange('goals', matrix['goals']!, true)
      expect(await callers('goals_left_over', functions.goals_left_over())).toEqual(['founder'])
    })
    test('find_records finds the founder’s own records only', async () => {
      await arrange('squad_messages', matrix['squad_messages']!, true)
      expect(await callers('find_records', functions.find_records())).toEqual(['founder'])
    })
    test.each([
      'founder_context',
      'my_data',
      'my_sessions',
      'my_weeks',
      'settle_goals',
      'week_so_far',
      'dismiss_first_steps',
      'this_week',
      'mark_board_seen',
      'begin_calendar_connection',
      'calendar_connection',
      'new_calendar_feed',
      'calendar_feed_state',
      'revoke_calendar_feed',
    ] as const)('%s is called by any signed-in user', async (name) => {
      for (const { id } of [cast.ana, cast.ben, cast.admin, cast.exAdmin]) {
        await cast.database.query('insert into auth.sessions (user_id) values ($1)', [id])
      }
      expect(await callers(name, functions[name]())).toEqual(['founder', 'other', 'admin', 'exAdmin'])
    })
    test.each([
      'consume_rate_limit',
      'consume_model_budget',
      'claim_check_ins',
      'store_check_in_summary',
      'begin_answer',
      'update_answer',
      'stop_answer',
      'read_answer',
      'finish_answer',
      'book_call',
      'move_call',
      'cancel_call',
      'taken_slots',
      'claim_booking_mails',
      'booking_mail_sent',
      'consume_calendar_attempt',
      'save_calendar_connection',
      'read_calendar_connection',
      'refresh_calendar_tokens',
      'mark_calendar_connection_broken',
      'delete_calendar_connection',
      'read_calendar_feed',
    ] as const)('%s is called by the service role only', async (name) => {
      expect(await callers(name, functions[name]())).toEqual([])
      await expect(cast.service.calls(name, functions[name]())).resolves.toBeInstanceOf(Array)
    })
    test('every function is listed in the matrix', async () => {
      const callable = await cast.database.query<{ name: string }>(
        `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('public', 'private') and (
           has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute')
         ) and p.prorettype <> 'trigger'::regtype order by 1`,
      )
      expect(callable.map(({ name }) => name)).toEqual([
        'private.check_in_streak',
        'private.excerpt',
        'private.has_word',
        'private.is_admin',
        'private.matching_messages',
        'private.matching_records',
        'private.message_week',
        'private.message_words',
        'private.name_parts',
        'private.own_lists',
        'private.record_words',
        'private.require_second_factor',
        'private.search_words',
        'private.second_factor_is_due',
        'private.sought_words',
        'private.text_words',
        'public.admin_dashboard',
        'public.begin_calendar_connection',
        'public.calendar_connection',
        'public.calendar_feed_state',
        'public.check_ins_between',
        'public.delete_my_account',
        'public.dismiss_first_steps',
        'public.find_conversations',
        'public.find_founders',
        'public.find_messages',
        'public.find_records',
        'public.founder_context',
        'public.goals_left_over',
        'public.loop_counts_on',
        'public.mark_board_seen',
        'public.mark_conversation_read',
        'public.my_data',
        'public.my_sessions',
        'public.my_weeks',
        'public.new_calendar_feed',
        'public.postpone_review',
        'public.review_decision',
        'public.revoke_calendar_feed',
        'public.settle_goals',
        'public.this_week',
        'public.traction_history',
        'public.week_so_far',
      ])
      const known = await cast.database.query<{ name: string }>(
        `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      )
      expect(known.map(({ name }) => name)).toEqual(Object.keys(functions).sort())
    })
  })
})
