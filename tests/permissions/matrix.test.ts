import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFactor, addSession, gather, platforms, Refused, type Actor, type Cast, type Row } from './actors.ts'

const everyone = ['anonymous', 'founder', 'other', 'admin', 'exAdmin'] as const
type Who = (typeof everyone)[number]

const TURN = '00000000-0000-4000-8000-00000000c0fe'
/** Of a message for many: another id than that of a note. */
const MESSAGE = 'f0f0f0f0-0000-4000-8000-00000000000d'

const IMPORT = 'f0f0f0f0-0000-4000-8000-00000000000e'

const soon = () => new Date(Date.now() + 60_000).toISOString()
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

const ACCESS = { access_token: 'x', access_token_ends_at: '2026-11-22T12:00:00Z' }

/** Permissions on a row of the founder; all others are refused. */
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
    // Older than four weeks.
    row: { week_of: '2026-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing' },
    change: { mood: 1 },
    reads: ['founder', 'admin'],
    adds: ['founder'],
    changes: [],
    deletes: ['admin'],
  },
  notes: {
    row: { title: 'Buyers', content: 'They ask for SSO' },
    change: { title: 'Sellers' },
    reads: ['founder', 'admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  own_notes: {
    row: { content: 'Is Jo happy here?' },
    change: { content: 'Jo is happy here' },
    reads: ['founder'],
    adds: ['founder'],
    changes: ['founder'],
    deletes: ['founder'],
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
  runway_proposals: {
    row: { bank_balance: 100000, monthly_revenue: 5000.5, monthly_burn: 20000, as_of: '2026-03-02' },
    change: { monthly_burn: 1 },
    reads: ['founder', 'admin'],
    adds: [],
    changes: [],
    deletes: ['founder'],
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
  weekly_targets: {
    row: { demos: 8 },
    change: { demos: 9 },
    reads: ['founder', 'admin'],
    adds: ['founder'],
    changes: ['founder'],
    deletes: [],
  },
  weekly_target_points: { change: { demos: 9 }, reads: ['founder', 'admin'], adds: [], changes: [], deletes: [] },
  app_entries: {
    row: { kind: 'goal', record_id: TURN, client_id: TURN, content_hash: '', title: 'Ten demos', app: 'Assistant' },
    change: { title: 'Nine demos' },
    reads: ['founder', 'admin'],
    adds: [],
    changes: [],
    deletes: [],
  },
  mail_settings: {
    row: { replies: false },
    change: { weekly: true },
    reads: ['founder'],
    adds: ['founder'],
    changes: ['founder'],
    deletes: [],
  },
  push_settings: {
    row: { shows_names: true },
    change: { muted: '{reply}' },
    reads: ['founder'],
    adds: ['founder'],
    changes: ['founder'],
    deletes: [],
  },
  read_receipts: { change: { unread: 9 }, reads: ['founder', 'admin'], adds: [], changes: [], deletes: [] },
  admin_audit: { change: { action: 'insert' }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  internal_notes: {
    row: { content: 'Wants to sell' },
    change: { content: 'Wants to stay' },
    reads: ['admin'],
    adds: ['admin'],
    changes: [],
    deletes: ['admin'],
  },
  saved_replies: {
    row: { title: 'Welcome', content: 'Hello {first_name}' },
    change: { title: 'Hello' },
    reads: ['admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  squad_typing: { change: { typed_at: '2026-03-02' }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  founder_figures: { change: { mood: 1 }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  radar_thresholds: {
    row: { loop_days: 30 },
    change: { loop_days: 30 },
    reads: ['admin'],
    adds: [],
    changes: ['admin'],
    deletes: [],
  },
  radar_snoozes: { change: { reason: 'Away' }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  founder_labels: {
    row: { name: 'Batch 8' },
    change: { name: 'Batch 9' },
    reads: ['admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  labelled_founders: { change: { label: TURN }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  call_outcomes: { change: { content: 'Nobody came' }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  saved_views: {
    row: { name: 'Batch 7', query: '{"sort": "owner"}' },
    change: { name: 'Batch 8' },
    reads: ['admin'],
    adds: ['admin'],
    changes: ['admin'],
    deletes: ['admin'],
  },
  founder_owners: { change: { owner: TURN }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  squad_answers: { change: { author_id: TURN }, reads: ['admin'], adds: [], changes: [], deletes: [] },
  founder_invitations: {
    row: { email: 'dan@acme.example' },
    change: { words: 'Come' },
    reads: ['admin'],
    adds: [],
    changes: [],
    deletes: [],
  },
}
/** Tables that triggers or functions write; the service role cannot prepare them. */
const keptByTriggers = new Set([
  'profiles', 'user_roles', 'squad_conversations', 'read_receipts', 'admin_audit', 'squad_typing', 'founder_figures', 'radar_thresholds',
  'radar_snoozes', 'labelled_founders', 'founder_invitations', 'squad_answers',
  'founder_owners', 'call_outcomes',
]) // prettier-ignore
/** Tables whose rows belong to the team. */
const ofTheTeam = new Set(['saved_replies', 'saved_views', 'radar_thresholds', 'founder_labels', 'founder_invitations'])
/** The table whose triggers write the points of another. */
const historyOf: Readonly<Record<string, string>> = {
  traction_points: 'traction_loops',
  runway_points: 'runway_data',
  weekly_target_points: 'weekly_targets',
}

describe.each(platforms)('every table, verb and person on %s', (platform) => {
  let cast: Cast
  let people: Record<Who, Actor>
  let owner: Row
  beforeAll(async () => {
    cast = await gather(platform)
    const { anonymous, ana, ben, admin, exAdmin } = cast
    people = { anonymous, founder: ana, other: ben, admin, exAdmin }
    // A conversation that was read, an audit entry, and an answer that is being written.
    await ana.adds('squad_messages', { content: 'Hello', user_id: ana.id })
    await admin.calls('mark_conversation_read', { founder: ana.id })
    await admin.adds('notes', { title: 'Buyers', content: 'SSO', user_id: ana.id })
    await admin.calls('set_typing', { founder: ana.id, is_typing: true })
    await admin.calls('snooze_founder', { founder: ana.id, until: inTwoDays(), reason: 'On holiday' })
    await admin.calls('invite_founders', { addresses: '{cleo@acme.example}' })
    invitation = String((await admin.sees('founder_invitations'))[0]?.['id'])
    await admin.calls('set_owner', { founders: `{${ana.id}}`, member: admin.id })
    await labelAna()
  })
  afterAll(() => cast.close())

  let label: string
  /** A call of the founder that has ended, and of which is recorded what came of it. */
  const pastCall = crypto.randomUUID()
  async function recordCall(): Promise<void> {
    const starts_at = '2026-03-03T14:00:00Z'
    await cast.service.deletes('squad_bookings', { id: pastCall })
    const call = { user_id: cast.ana.id, member: 'product', starts_at, ends_at: '2026-03-03T14:30:00Z' }
    await cast.service.adds('squad_bookings', { id: pastCall, ...call })
    await cast.admin.calls('record_call_outcome', { booking: pastCall, outcome: 'held' })
  }
  /** Its mail waits. */
  let invitation: string
  /** The rows of `founder_labels` are replaced, and so are those of `labelled_founders`. */
  async function labelAna(): Promise<void> {
    await cast.service.deletes('founder_labels', {})
    await cast.admin.adds('founder_labels', { name: 'Batch 7' })
    const [added] = await cast.admin.sees('founder_labels')
    label = String(added?.['id'])
    await cast.admin.calls('label_founders', { label, founders: `{${cast.ana.id}}`, is_on: true })
  }

  /** The user of the row: the founder, or the admin for user_roles; or none. */
  const ownerOf = (table: string): Row => {
    if (ofTheTeam.has(table)) return {}
    return table === 'profiles'
      ? { id: cast.ana.id }
      : { user_id: table === 'user_roles' ? cast.admin.id : cast.ana.id }
  }

  const answerAna = () =>
    cast.admin.adds('squad_messages', {
      user_id: cast.ana.id,
      content: 'Hi',
      sender_type: 'squad',
      sender_name: 'Maya',
    })

  /** Prepares one row of the founder, or none. */
  async function arrange(table: string, { row }: Rules, present: boolean): Promise<Row[]> {
    owner = ownerOf(table)
    const source = historyOf[table]
    const sourceRules = source === undefined ? undefined : matrix[source]
    if (source !== undefined && sourceRules) await arrange(source, sourceRules, true)
    else if (table === 'labelled_founders') await labelAna()
    else if (table === 'squad_answers') await answerAna()
    else if (table === 'call_outcomes') await recordCall()
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

  /** Every caller tries; rows that an attempt has changed are prepared again. @returns those who succeeded, confirmed by the service role */
  async function whoCan(
    table: string,
    rules: Rules,
    isPresent: boolean,
    attempt: (actor: Actor, who: Who) => Promise<number>,
    hasHappened: (before: Row[], after: Row[]) => boolean,
  ): Promise<Who[]> {
    const able: Who[] = []
    let before = await arrange(table, rules, isPresent)
    for (const who of everyone) {
      const done = await isDone(attempt(people[who], who))
      const after = await cast.service.sees(table, owner)
      expect([who, hasHappened(before, after)]).toEqual([who, done])
      if (done) able.push(who)
      if (!isDeepStrictEqual(before, after)) before = await arrange(table, rules, isPresent)
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
      await arrange(table, rules, true)
      for (const who of everyone) {
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
      await addFactor(cast.database, cast.ana.id)
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
    const seenProposal = () => ({ founder: cast.ana.id, proposed_at: '2026-03-02T09:00:00Z' })
    const goals = { open: crypto.randomUUID(), deleted: crypto.randomUUID() }
    const push = { device: TURN, kind: 'reply', about: TURN }
    const webhook = crypto.randomUUID()
    const webhookFields = { name: 'Ops', shape: 'standard', events: '{call.booked}' }
    const pushKeys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const imported = () => ({ kind: 'goals', lines: '[{"text": "Hire", "period": "weekly"}]', founder: cast.ana.id })
    const functions = {
      find_founders: () => ({ search: 'ana' }),
      admin_dashboard: () => ({ week: '2026-03-02' }),
      mark_conversation_read: () => ({ founder: cast.ana.id }),
      comment_counts: () => ({ founder: cast.ana.id }),
      mark_comments_read: () => ({ record: TURN, until: soon() }),
      mark_replies_read: () => ({ until: soon() }),
      find_conversations: () => ({}),
      overdue_conversations: () => ({}),
      waiting_conversations: () => ({}),
      model_usage_this_month: () => ({}),
      typing_members: () => ({ founder: cast.ana.id }),
      set_typing: () => ({ founder: cast.ana.id, is_typing: true }),
      squad_members: () => ({}),
      founder_summary: () => ({ founder: cast.ana.id }),
      founder_storage: () => ({ founder: cast.ana.id }),
      founder_timeline: () => ({ founder: cast.ana.id }),
      founder_names: () => ({ ids: `{${cast.ana.id}}` }),
      assign_conversation: () => ({ founder: cast.ana.id, member: cast.admin.id }),
      mark_conversation_done: () => ({ founder: cast.ana.id, until: soon() }),
      reopen_conversation: () => ({ founder: cast.ana.id }),
      founders_at_risk: () => ({ snoozed: true }),
      snooze_founder: () => ({ founder: cast.ana.id, until: inTwoDays(), reason: 'On holiday' }),
      end_snooze: () => ({ founder: cast.ana.id }),
      keep_runway_proposal: () => ({ ...seenProposal(), bank_balance: 1, monthly_revenue: 0, monthly_burn: 0 }),
      dismiss_runway_proposal: () => seenProposal(),
      find_cohort: () => ({ search: 'ana' }),
      cohort_ids: () => ({ search: 'ana' }),
      log_export: () => ({ founders: 1, columns: '{name}' }),
      programme_check_ins: () => ({ weeks: 1 }),
      programme_conversions: () => ({ weeks: 1 }),
      programme_answers: () => ({ weeks: 1 }),
      programme_months: () => ({}),
      team_week: () => ({}),
      note_categories: () => ({}),
      note_authors: () => ({}),
      find_notes: () => ({ search: 'ana' }),
      keep_view: () => ({ view: TURN, name: 'Mine' }),
      team_steps: () => ({}),
      dismiss_team_steps: () => ({}),
      list_labels: () => ({}),
      list_admins: () => ({}),
      grant_admin: () => ({ address: 'nobody@acme.example' }),
      revoke_admin: () => ({ account: cast.ben.id }),
      label_founders: () => ({ label, founders: `{${cast.ana.id}}`, is_on: true }),
      record_call_outcome: () => ({ booking: pastCall, outcome: 'held', content: 'They raise', known_outcome: 'held' }),
      calls_to_record: () => ({}),
      hand_over_call: () => ({ booking: call, member: 'product' }),
      set_owner: () => ({ founders: `{${cast.ana.id}}`, member: null }),
      add_note_for: () => ({ batch: TURN, founders: `{${cast.ana.id}}`, title: 'Buyers', content: 'SSO' }),
      undo_notes: () => ({ batch: TURN }),
      preview_recipients: () => ({ founders: `{${cast.ana.id}}` }),
      message_founders: () => ({ batch: MESSAGE, founders: `{${cast.ana.id}}`, content: 'Hello', sender_name: 'Maya' }),
      batch_recipients: () => ({ batch: TURN }),
      undo_message: () => ({ batch: MESSAGE }),
      snooze_conversation: () => ({ founder: cast.ana.id, until: inTwoDays() }),
      mark_conversation_unread: () => ({ founder: cast.ana.id }),
      count_conversations: () => ({}),
      invite_founders: () => ({ addresses: '{fay@acme.example}' }),
      send_invitation_again: () => ({ invitation }),
      withdraw_invitation: () => ({ invitation }),
      find_audit: () => ({ page_size: 1 }),
      audited_admins: () => ({}),
      preview_import: () => imported(),
      import_records: () => ({ ...imported(), batch: IMPORT }),
      recent_imports: () => ({ founder: cast.ana.id }),
      undo_import: () => ({ batch: IMPORT }),
      continue_notes: () => ({}),
      continue_messages: () => ({}),
      claim_invitations: () => ({ max_rows: 1 }),
      invitation_sent: () => ({ invitation, expires_at: soon() }),
      read_invitation: () => ({ invitation }),
      accept_invitation: () => ({ invitation, founder: cast.ana.id }),
      delete_expired: () => ({ max_rows: 1 }),
      find_records: () => ({ search: 'hello' }),
      find_messages: () => ({ search: 'hello' }),
      founder_context: () => ({}),
      my_data: () => ({}),
      my_sessions: () => ({}),
      end_session: () => ({ session: TURN }),
      delete_my_account: () => ({}),
      my_conversations: () => ({}),
      delete_conversation: () => ({ conversation: null }),
      restore_conversation: () => ({ conversation: null }),
      my_weeks: () => ({}),
      goal_sums: () => ({ founder: cast.ana.id }),
      goals_left_over: () => ({ week: soon(), month: soon(), quarter: soon(), year: soon() }),
      settle_goals: () => ({ ids: `{${TURN}}`, outcome: 'done' }),
      move_goal: () => ({ goal: goals.open }),
      restore_goal: () => ({ goal: goals.deleted }),
      restore_decision: () => ({ decision: TURN }),
      week_so_far: () => ({ week_of: '2026-03-02', begins_at: '2026-03-02T00:00:00Z' }),
      dismiss_first_steps: () => ({}),
      propose_runway: () => ({
        bank_balance: 1,
        monthly_revenue: 0,
        monthly_burn: 0,
        as_of: new Date().toISOString().slice(0, 10),
      }),
      own_runway: () => ({}),
      dismiss_figures: () => ({}),
      this_week: () => ({ today: new Date().toISOString().slice(0, 10) }),
      mark_board_seen: () => ({ seen: new Date().toISOString() }),
      traction_history: () => ({ founder: cast.ana.id }),
      loop_counts_on: () => ({ days: `{${new Date().toISOString().slice(0, 10)}}` }),
      loop_gains: () => ({ first_days: '{2026-03-02}', last_days: `{${new Date().toISOString().slice(0, 10)}}` }),
      first_loop_points: () => ({}),
      check_ins_between: () => ({ from_week: '2000-01-03', to_week: '2100-01-04' }),
      edit_decision: () => ({ decision, title: 'Hire', reason: 'Why not', category: 'Team', expected: '' }),
      review_decision: () => ({ decision, outcome: 'No one left', was_right: 'yes' }),
      undo_app_entry: () => ({ record: TURN, kind: 'goal' }),
      allow_app: () => ({ client: TURN, scopes: '{records:read}' }),
      allowed_apps: () => ({}),
      app_request: () => ({ request: 'r1' }),
      app_access: () => ({}),
      postpone_review: () => ({ decision, review_on: new Date().toISOString().slice(0, 10) }),
      new_calendar_feed: () => ({ time_zone: 'UTC' }),
      calendar_feed_state: () => ({}),
      revoke_calendar_feed: () => ({}),
      read_calendar_feed: () => ({ secret_hash: String.raw`\x00` }),
      record_model_usage: () => ({ founder: cast.ana.id, purpose: 'answer', model: 'small' }),
      consume_model_budget: () => ({ founder: cast.ana.id, allowed: 5, allowed_in_all: 50 }),
      consume_rate_limit: () => ({ bucket: 'x', allowed: 1, seconds: 1 }),
      claim_check_ins: () => ({ max_rows: 1 }),
      store_check_in_summary: () => ({ check_in: cast.ana.id, version: cast.ana.id, summary: 'Mine' }),
      begin_answer: () => ({ founder: cast.ana.id, turn: TURN, at_once: 3, allowed: 9, seconds: 9 }),
      update_answer: () => ({ founder: cast.ana.id, turn: TURN, writer: TURN, text: 'Mine' }),
      stop_answer: () => ({ founder: cast.ana.id, turn: TURN }),
      read_answer: () => ({ founder: cast.ana.id, turn: TURN }),
      finish_answer: () => ({ founder: cast.ana.id, turn: TURN, writer: TURN, question: 'Why?', answer: 'Mine' }),
      book_call: () => ({ founder: cast.ana.id, member: 'growth', starts_at: someSlot() }),
      move_call: () => ({ booking: call, starts_at: someSlot('17') }),
      cancel_call: () => ({ booking: call }),
      taken_slots: () => ({ member: 'growth' }),
      move_founder_call: () => ({ booking: call, starts_at: someSlot('18') }),
      cancel_founder_call: () => ({ booking: call }),
      taken_times_for_call: () => ({ booking: call }),
      book_founder_call: () => ({ founder: cast.ana.id, member: 'product', starts_at: someSlot('19') }),
      taken_times_for_founder: () => ({ founder: cast.ana.id, member: 'strategy' }),
      claim_booking_mails: () => ({ max_rows: 1 }),
      booking_mail_sent: () => ({ booking: call, revision: 0 }),
      claim_reply_mails: () => ({ max_rows: 1 }),
      reply_mail_sent: () => ({ founder: cast.ana.id, until: soon() }),
      claim_check_in_reminders: () => ({ max_rows: 1 }),
      check_in_reminder_sent: () => ({ founder: cast.ana.id, friday: '2026-03-06' }),
      claim_week_mails: () => ({ max_rows: 1 }),
      week_mail_sent: () => ({ founder: cast.ana.id, monday: '2026-03-02' }),
      claim_promise_mails: () => ({ max_rows: 1 }),
      promise_mail_sent: () => ({ member: cast.admin.id, lease: soon() }),
      claim_team_week_mails: () => ({ max_rows: 1 }),
      team_week_mail_sent: () => ({ member: cast.admin.id, monday: '2026-03-02' }),
      plan_pushes: () => ({}),
      claim_pushes: () => ({ max_rows: 1 }),
      next_push: () => ({}),
      push_sent: () => ({ ...push, happened_at: soon() }),
      push_failed: () => ({ ...push, reason: 'x', is_temporary: true }),
      push_device_gone: () => ({ device: TURN }),
      add_push_device: () => ({
        account: cast.ana.id,
        session: cast.ana.id,
        endpoint: 'https://x.example',
        ...pushKeys,
      }),
      list_webhooks: () => ({}),
      add_webhook: () => ({
        id: webhook,
        address: 'hooks.example',
        sealed_url: 'x',
        sealed_secret: 'x',
        ...webhookFields,
      }),
      change_webhook: () => ({ webhook, ...webhookFields }),
      rotate_webhook_secret: () => ({ webhook, sealed_secret: 'y' }),
      switch_webhook: () => ({ webhook, is_on: true }),
      test_webhook: () => ({ webhook }),
      webhook_log: () => ({ webhook }),
      send_webhook_again: () => ({ delivery }),
      delete_webhook: () => ({ webhook }),
      plan_webhooks: () => ({}),
      claim_webhooks: () => ({ max_rows: 1 }),
      next_webhook: () => ({}),
      webhook_sent: () => ({ delivery: TURN, status: 200 }),
      webhook_failed: () => ({ delivery: TURN, reason: 'x' }),
      claim_webhook_mails: () => ({ max_rows: 1 }),
      webhook_mail_sent: () => ({ webhook, member: cast.admin.id }),
      my_push_device: () => ({ endpoint: 'https://x.example' }),
      remove_push_device: () => ({ endpoint: 'https://x.example' }),
      stop_mails: () => ({ founder: cast.ana.id, kind: 'replies' }),
      proven_address: () => ({ account: cast.ana.id }),
      is_my_address_proven: () => ({}),
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
    let delivery: string
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

    beforeAll(labelAna)
    test.each([
      'find_founders',
      'find_conversations',
      'overdue_conversations',
      'waiting_conversations',
      'model_usage_this_month',
      'admin_dashboard',
      'mark_conversation_read',
      'set_typing',
      'squad_members',
      'founder_summary',
      'founder_storage',
      'assign_conversation',
      'mark_conversation_done',
      'reopen_conversation',
      'snooze_founder',
      'founders_at_risk',
      'end_snooze',
      'find_cohort',
      'cohort_ids',
      'log_export',
      'programme_check_ins',
      'programme_conversions',
      'programme_answers',
      'programme_months',
      'team_week',
      'note_categories',
      'find_notes',
      'keep_view',
      'team_steps',
      'dismiss_team_steps',
      'list_admins',
      'list_labels',
      'label_founders',
      'add_note_for',
      'undo_notes',
      'preview_recipients',
      'message_founders',
      'batch_recipients',
      'undo_message',
      'snooze_conversation',
      'mark_conversation_unread',
      'count_conversations',
      'invite_founders',
      'send_invitation_again',
      'find_audit',
      'audited_admins',
    ] as const)('%s is called by admins only', async (name) => {
      const given = functions[name]()
      expect(await callers(name, given)).toEqual(['admin'])
      expect(await people.admin.calls(name, given)).toHaveLength(1)
    })
    test('note_authors is called by admins only', async () => {
      await cast.admin.adds('notes', { user_id: cast.ana.id, title: 'Buyers', content: 'SSO' })
      expect(await callers('note_authors', {})).toEqual(['admin'])
    })
    test('set_owner is called by admins only', async () => {
      expect(await callers('set_owner', functions.set_owner())).toEqual(['admin'])
      await expect(cast.service.calls('set_owner', functions.set_owner())).rejects.toMatchObject({ code: '42501' })
    })
    test('record_call_outcome is called by admins only, and so is calls_to_record', async () => {
      await recordCall()
      expect(await callers('record_call_outcome', functions.record_call_outcome())).toEqual(['admin'])
      const ended = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
      const due = { user_id: cast.ben.id, starts_at: `${ended}T15:00:00Z`, ends_at: `${ended}T15:30:00Z` }
      await cast.service.adds('squad_bookings', { ...due, member: 'strategy' })
      expect(await callers('calls_to_record', {})).toEqual(['admin'])
      await cast.service.deletes('squad_bookings', { user_id: cast.ben.id })
      for (const name of ['record_call_outcome', 'calls_to_record'] as const)
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
    })
    test('withdraw_invitation is called by admins only', async () => {
      expect(await callers('withdraw_invitation', functions.withdraw_invitation())).toEqual(['admin'])
    })
    test('webhooks are set up, tested, read and deleted by admins only', async () => {
      const names = [
        'add_webhook',
        'change_webhook',
        'rotate_webhook_secret',
        'switch_webhook',
        'list_webhooks',
        'test_webhook',
        'webhook_log',
        'send_webhook_again',
        'delete_webhook',
      ] as const
      for (const name of names) {
        if (name === 'send_webhook_again')
          delivery = String((await people.admin.calls('webhook_log', { webhook }))[0]?.['id'])
        expect([name, await callers(name, functions[name]())]).toEqual([name, ['admin']])
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      }
    })
    // Before the call is cancelled.
    test.each([
      'taken_times_for_call',
      'taken_times_for_founder',
      'book_founder_call',
      'move_founder_call',
      'hand_over_call',
    ] as const)('%s is called by admins only, for any founder’s call', async (name) => {
      expect(await callers(name, functions[name]())).toEqual(['admin'])
      await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
    })
    test.each(['keep_runway_proposal', 'dismiss_runway_proposal'] as const)(
      '%s is called by admins only, for figures that wait',
      async (name) => {
        await arrange('runway_proposals', matrix['runway_proposals']!, false)
        const waiting = { ...matrix['runway_proposals']?.row, ...owner, created_at: '2026-03-02T09:00:00Z' }
        await cast.service.adds('runway_proposals', waiting)
        expect(await callers(name, functions[name]())).toEqual(['admin'])
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      },
    )
    test.each(['preview_import', 'recent_imports', 'import_records'] as const)(
      '%s is called by the founder and by admins, by nobody else',
      async (name) => {
        const batch = crypto.randomUUID()
        await cast.ana.calls('import_records', { ...functions.import_records(), batch })
        const given = () => ({ ...functions[name](), ...(name === 'import_records' && { batch: crypto.randomUUID() }) })
        const able: Who[] = []
        for (const who of everyone) {
          if (
            await isDone(
              people[who].calls(name, given()).then(({ length }) => length + Number(name === 'recent_imports')),
            )
          )
            able.push(who)
        }
        expect(able).toEqual(['founder', 'admin'])
        await expect(cast.service.calls(name, given())).rejects.toMatchObject({ code: '42501' })
        await cast.ana.calls('undo_import', { batch })
        await cast.service.deletes('goals', { user_id: cast.ana.id })
      },
    )
    test('undo_import is called by the founder who imported', async () => {
      await cast.ana.calls('import_records', functions.import_records())
      for (const who of ['other', 'admin', 'exAdmin'] as const)
        await expect(people[who].calls('undo_import', { batch: IMPORT })).rejects.toMatchObject({ code: 'P0002' })
      for (const actor of [cast.anonymous, cast.service])
        await expect(actor.calls('undo_import', { batch: IMPORT })).rejects.toMatchObject({ code: '42501' })
      expect(await cast.ana.calls('undo_import', { batch: IMPORT })).toEqual([{ removed: 1, kept: 0 }])
    })
    test('typing_members is called by admins only', async () => {
      const typing = functions.set_typing()
      await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
      await cast.exAdmin.calls('set_typing', typing)
      expect(await people.admin.calls('typing_members', functions.typing_members())).toEqual([cast.exAdmin.id])
      await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
      for (const who of ['anonymous', 'founder', 'other', 'exAdmin'] as const) {
        const refused = people[who].calls('typing_members', functions.typing_members())
        await expect(refused).rejects.toMatchObject({ code: '42501' })
      }
    })
    test('find_messages is called by admins only', async () => {
      await arrange('squad_messages', matrix['squad_messages']!, true)
      expect(await callers('find_messages', functions.find_messages())).toEqual(['admin'])
      await expect(cast.service.calls('find_messages', { search: 'hello' })).rejects.toMatchObject({ code: '42501' })
    })
    test('traction_history is read by the founder and by admins', async () => {
      await arrange('traction_points', matrix['traction_points']!, true)
      expect(await callers('traction_history', functions.traction_history())).toEqual(['founder', 'admin'])
    })
    test.each(['founder_timeline', 'founder_names'] as const)(
      '%s is read by the founder and by admins',
      async (name) => {
        await arrange('notes', matrix['notes']!, true)
        expect(await callers(name, functions[name]())).toEqual(['founder', 'admin'])
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      },
    )
    test('loop_counts_on reads the caller’s own loops only', async () => {
      await arrange('traction_loops', matrix['traction_loops']!, true)
      expect(await callers('loop_counts_on', functions.loop_counts_on())).toEqual(['founder'])
    })
    test('loop_gains reads the caller’s own loops only', async () => {
      await arrange('traction_loops', matrix['traction_loops']!, true)
      expect(await callers('loop_gains', functions.loop_gains())).toEqual(['founder'])
    })
    test('first_loop_points reads the caller’s own loops only', async () => {
      await arrange('traction_points', matrix['traction_points']!, true)
      expect(await callers('first_loop_points', functions.first_loop_points())).toEqual(['founder'])
    })
    test('check_ins_between reads the caller’s own check-ins only', async () => {
      await arrange('weekly_checkins', matrix['weekly_checkins']!, true)
      expect(await callers('check_ins_between', functions.check_ins_between())).toEqual(['founder'])
    })
    test.each(['edit_decision', 'review_decision', 'postpone_review'] as const)(
      '%s is called by the decision’s founder',
      async (name) => {
        expect(await callers(name, functions[name]())).toEqual(['founder'])
        await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      },
    )
    test('undo_app_entry finds what an app added for the caller only', async () => {
      await arrange('app_entries', matrix['app_entries']!, true)
      for (const [who, code, message] of [
        ['anonymous', '42501', /denied/],
        ['other', 'P0001', /cannot be undone/],
        ['admin', 'P0001', /cannot be undone/],
        ['exAdmin', 'P0001', /cannot be undone/],
        // The goal of the entry is not there any more.
        ['founder', 'P0001', /changed since/],
      ] as const) {
        const refused = { code, message: expect.stringMatching(message) as string }
        await expect(people[who].calls('undo_app_entry', functions.undo_app_entry())).rejects.toMatchObject(refused)
      }
    })
    test.each(['allow_app', 'app_request'] as const)('%s is called by everybody for their own apps', async (name) => {
      expect(await callers(name, functions[name]())).toEqual(['founder', 'other', 'admin', 'exAdmin'])
      await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
    })
    // Of apps there are some on Supabase only: tests/database/apps-on-supabase.test.ts.
    test.each(['allowed_apps', 'app_access'] as const)('%s tells nothing without apps', async (name) => {
      expect(await callers(name, {})).toEqual([])
      await expect(cast.service.calls(name)).rejects.toMatchObject({ code: '42501' })
    })
    test('goals_left_over lists the founder’s own goals only', async () => {
      await arrange('goals', matrix['goals']!, true)
      expect(await callers('goals_left_over', functions.goals_left_over())).toEqual(['founder'])
    })
    test('goal_sums is read by the founder and by admins', async () => {
      const served = crypto.randomUUID()
      await cast.ana.adds('goals', { id: served, text: 'Forty demos', period: 'monthly', ...owner })
      await cast.ana.adds('goals', { text: 'Ten demos', period: 'weekly', parent_id: served, ...owner })
      expect(await callers('goal_sums', functions.goal_sums())).toEqual(['founder', 'admin'])
      await cast.service.deletes('goals', owner)
    })
    test('my_conversations lists the founder’s own, and restore_conversation restores what its founder deleted', async () => {
      await cast.ana.adds('ai_conversations', { role: 'user', content: 'Hello', ...owner })
      expect(await callers('my_conversations', {})).toEqual(['founder'])
      await cast.ana.calls('delete_conversation', { conversation: null })
      expect(await callers('restore_conversation', { conversation: null })).toEqual(['founder'])
      await cast.service.deletes('ai_conversations', owner)
    })
    test.each(['move_goal', 'restore_goal'] as const)('%s is called by the goal’s founder', async (name) => {
      for (const place of ['open', 'deleted'] as const) {
        await cast.ana.adds('goals', { id: goals[place], text: 'Ten demos', period: 'weekly', ...owner })
      }
      await cast.ana.deletes('goals', { id: goals.deleted })
      expect(await callers(name, functions[name]())).toEqual(['founder'])
      await expect(cast.service.calls(name, functions[name]())).rejects.toMatchObject({ code: '42501' })
      await cast.service.deletes('goals', owner)
    })
    test('restore_decision is called by the decision’s founder', async () => {
      await cast.ana.adds('decisions', { id: TURN, title: 'Raise prices', reason: 'Churn is low', ...owner })
      await cast.ana.deletes('decisions', { id: TURN })
      expect(await callers('restore_decision', functions.restore_decision())).toEqual(['founder'])
      await expect(cast.service.calls('restore_decision', functions.restore_decision())).rejects.toMatchObject({
        code: '42501',
      })
      await cast.service.deletes('decisions', owner)
    })
    test('comment_counts is read by the founder and by admins', async () => {
      const id = crypto.randomUUID()
      await cast.ana.adds('goals', { id, text: 'Ten demos', period: 'weekly', user_id: cast.ana.id })
      await cast.ana.adds('squad_messages', { content: 'Hi', user_id: cast.ana.id, about_kind: 'goal', about_id: id })
      expect(await callers('comment_counts', functions.comment_counts())).toEqual(['founder', 'admin'])
      await cast.service.deletes('goals', { user_id: cast.ana.id })
      await cast.service.deletes('squad_messages', { user_id: cast.ana.id })
    })
    test('find_records finds the founder’s own records only', async () => {
      await arrange('squad_messages', matrix['squad_messages']!, true)
      expect(await callers('find_records', functions.find_records())).toEqual(['founder'])
    })
    test.each([
      'founder_context',
      'my_data',
      'my_sessions',
      'is_my_address_proven',
      'delete_conversation',
      'my_weeks',
      'settle_goals',
      'week_so_far',
      'dismiss_first_steps',
      'propose_runway',
      'own_runway',
      'dismiss_figures',
      'this_week',
      'mark_board_seen',
      'mark_replies_read',
      'mark_comments_read',
      'my_push_device',
      'remove_push_device',
      'begin_calendar_connection',
      'calendar_connection',
      'new_calendar_feed',
      'calendar_feed_state',
      'revoke_calendar_feed',
    ] as const)('%s is called by any signed-in user', async (name) => {
      for (const { id } of [cast.ana, cast.ben, cast.admin, cast.exAdmin]) {
        await addSession(cast.database, id)
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
      'record_model_usage',
      'book_call',
      'move_call',
      'cancel_call',
      'taken_slots',
      'claim_booking_mails',
      'booking_mail_sent',
      'claim_reply_mails',
      'reply_mail_sent',
      'claim_check_in_reminders',
      'check_in_reminder_sent',
      'claim_week_mails',
      'week_mail_sent',
      'claim_promise_mails',
      'promise_mail_sent',
      'claim_team_week_mails',
      'team_week_mail_sent',
      'plan_pushes',
      'claim_pushes',
      'next_push',
      'push_sent',
      'push_failed',
      'push_device_gone',
      'add_push_device',
      'plan_webhooks',
      'claim_webhooks',
      'next_webhook',
      'webhook_sent',
      'webhook_failed',
      'claim_webhook_mails',
      'webhook_mail_sent',
      'stop_mails',
      'proven_address',
      'consume_calendar_attempt',
      'save_calendar_connection',
      'read_calendar_connection',
      'refresh_calendar_tokens',
      'mark_calendar_connection_broken',
      'delete_calendar_connection',
      'read_calendar_feed',
      'continue_notes',
      'continue_messages',
      'claim_invitations',
      'invitation_sent',
      'read_invitation',
      'accept_invitation',
      'delete_expired',
    ] as const)('%s is called by the service role only', async (name) => {
      expect(await callers(name, functions[name]())).toEqual([])
      await expect(cast.service.calls(name, functions[name]())).resolves.toBeInstanceOf(Array)
    })
    test('end_session is called by anyone who knows the session’s id, and ends that one alone', async () => {
      const rest = () => cast.database.query<{ id: string }>('select id from auth.sessions order by id')
      for (const who of everyone) {
        const before = await rest()
        const session = await addSession(cast.database, cast.ana.id)
        await people[who].calls('end_session', { session })
        expect(await rest()).toEqual(before)
      }
    })
    test('cancel_founder_call is called by admins only, for any founder’s call', async () => {
      expect(await callers('cancel_founder_call', functions.cancel_founder_call())).toEqual(['admin'])
    })
    test('every function is listed in the matrix', async () => {
      const callable = await cast.database.query<{ name: string }>(
        `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('public', 'private') and (
           has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute')
         ) and p.prorettype <> 'trigger'::regtype order by 1`,
      )
      expect(callable.map(({ name }) => name)).toEqual([
        'private.address_of_nameless',
        'private.check_in_streak',
        'private.conversations_of',
        'private.excerpt',
        'private.excerpt_at',
        'private.folded',
        'private.founder_time_zone',
        'private.founder_today',
        'private.indexed_words',
        'private.is_admin',
        'private.loop_gain',
        'private.matching_messages',
        'private.matching_records',
        'private.message_week',
        'private.message_words',
        'private.name_parts',
        'private.name_spellings',
        'private.note_words',
        'private.own_imports',
        'private.own_lists',
        'private.own_push_devices',
        'private.own_values',
        'private.record_words',
        'private.require_second_factor',
        'private.search_words',
        'private.second_factor_is_due',
        'private.sought_words',
        'private.text_words',
        'private.word_forms',
        'private.word_text',
        'private.words_pattern',
        'public.add_note_for',
        'public.add_webhook',
        'public.admin_dashboard',
        'public.allow_app',
        'public.allowed_apps',
        'public.app_request',
        'public.assign_conversation',
        'public.audited_admins',
        'public.batch_recipients',
        'public.begin_calendar_connection',
        'public.book_founder_call',
        'public.calendar_connection',
        'public.calendar_feed_state',
        'public.calls_to_record',
        'public.cancel_founder_call',
        'public.change_webhook',
        'public.check_ins_between',
        'public.cohort_ids',
        'public.comment_counts',
        'public.count_conversations',
        'public.delete_conversation',
        'public.delete_my_account',
        'public.delete_webhook',
        'public.dismiss_figures',
        'public.dismiss_first_steps',
        'public.dismiss_runway_proposal',
        'public.dismiss_team_steps',
        'public.edit_decision',
        'public.end_session',
        'public.end_snooze',
        'public.find_audit',
        'public.find_cohort',
        'public.find_conversations',
        'public.find_founders',
        'public.find_messages',
        'public.find_notes',
        'public.find_records',
        'public.first_loop_points',
        'public.founder_context',
        'public.founder_names',
        'public.founder_storage',
        'public.founder_summary',
        'public.founder_timeline',
        'public.founders_at_risk',
        'public.goal_sums',
        'public.goals_left_over',
        'public.grant_admin',
        'public.hand_over_call',
        'public.import_records',
        'public.invite_founders',
        'public.is_my_address_proven',
        'public.keep_runway_proposal',
        'public.keep_view',
        'public.label_founders',
        'public.list_admins',
        'public.list_labels',
        'public.list_webhooks',
        'public.log_export',
        'public.loop_counts_on',
        'public.loop_gains',
        'public.mark_board_seen',
        'public.mark_comments_read',
        'public.mark_conversation_done',
        'public.mark_conversation_read',
        'public.mark_conversation_unread',
        'public.mark_replies_read',
        'public.message_founders',
        'public.model_usage_this_month',
        'public.move_founder_call',
        'public.move_goal',
        'public.my_conversations',
        'public.my_data',
        'public.my_push_device',
        'public.my_sessions',
        'public.my_weeks',
        'public.new_calendar_feed',
        'public.note_authors',
        'public.note_categories',
        'public.overdue_conversations',
        'public.own_runway',
        'public.postpone_review',
        'public.preview_import',
        'public.preview_recipients',
        'public.programme_answers',
        'public.programme_check_ins',
        'public.programme_conversions',
        'public.programme_months',
        'public.propose_runway',
        'public.recent_imports',
        'public.record_call_outcome',
        'public.remove_push_device',
        'public.reopen_conversation',
        'public.restore_conversation',
        'public.restore_decision',
        'public.restore_goal',
        'public.review_decision',
        'public.revoke_admin',
        'public.revoke_calendar_feed',
        'public.rotate_webhook_secret',
        'public.send_invitation_again',
        'public.send_webhook_again',
        'public.set_owner',
        'public.set_typing',
        'public.settle_goals',
        'public.snooze_conversation',
        'public.snooze_founder',
        'public.squad_members',
        'public.switch_webhook',
        'public.taken_times_for_call',
        'public.taken_times_for_founder',
        'public.team_steps',
        'public.team_week',
        'public.test_webhook',
        'public.this_week',
        'public.traction_history',
        'public.typing_members',
        'public.undo_app_entry',
        'public.undo_import',
        'public.undo_message',
        'public.undo_notes',
        'public.waiting_conversations',
        'public.webhook_log',
        'public.week_so_far',
        'public.withdraw_invitation',
      ])
      const known = await cast.database.query<{ name: string }>(
        `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
      )
      expect(known.map(({ name }) => name)).toEqual(Object.keys(functions).sort())
    })
  })

  // Supabase compiles plans that seem expensive; this project's own server has it off.
  test.each(platform === 'supabase' ? [platform] : [])('no statement of these tests is compiled on %s', async () => {
    const compiled = await cast.database.query(
      `select query, jit_functions from extensions.pg_stat_statements
       where jit_functions > 0 and dbid = (select oid from pg_database where datname = current_database())`,
    )
    expect(compiled).toEqual([])
  })
})
