import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'
import { inTransaction, scannedTables } from '../table-scans.ts'

const monday = weekOf(new Date(), 'UTC')
const today = new Date().toISOString().slice(0, 10)
const midnight = `${monday}T00:00:00Z`

/** Computations that the founder's screens request from the database. */
const requests: Readonly<Record<string, readonly [text: string, values: readonly unknown[]]>> = {
  this_week: ['select public.this_week($1)', [today]],
  mark_board_seen: ['select public.mark_board_seen(now())', []],
  mark_replies_read: ['select public.mark_replies_read(now())', []],
  goals_left_over: ['select * from public.goals_left_over($1, $1, $1, $1)', [midnight]],
  goal_sums: ['select * from public.goal_sums()', []],
  my_conversations: ['select * from public.my_conversations()', []],
  my_weeks: ['select * from public.my_weeks()', []],
  traction_history: ['select public.traction_history()', []],
  week_so_far: ['select public.week_so_far($1, $2)', [monday, midnight]],
}

describe.each(engines)('the screens and the timeline of a founder with 10,000 rows on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    await owner.query(
      `insert into auth.users (email, email_confirmed_at) select 'other-' || n || '@example.com', now() from generate_series(1, 500) n`,
    )
    // The triggers would take most of the time. What they keep is computed at the end.
    await owner.query('set session_replication_role = replica')
    const moment = `now() - n * interval '3 hours'`
    for (const [table, columns, values, rows] of [
      ['traction_loops', 'name, created_at', `'Loop ' || n, now() - interval '4 years'`, 10],
      [
        'goals',
        'text, period, created_at, completed, completed_at',
        `'Goal ' || n, 'weekly', ${moment}, n % 3 = 0, case when n % 3 = 0 then ${moment} + interval '1 hour' end`,
        3000,
      ],
      ['weekly_checkins', 'week_of, wins, next_priority', `date '2000-01-03' + 7 * n, 'Two demos', 'Pricing'`, 300],
      ['notes', 'title, content, created_at', `'Note ' || n, 'SSO', ${moment}`, 1000],
      ['internal_notes', 'content, created_at', `'Note ' || n, ${moment}`, 1000],
      [
        'decisions',
        'title, reason, created_at, outcome, was_right, reviewed_at',
        `'Decision ' || n, 'Churn', ${moment}, 'Yes', 'yes', ${moment} + interval '1 hour'`,
        1000,
      ],
      [
        'squad_bookings',
        'member, starts_at, ends_at',
        `'growth', date '2000-01-03' + n + time '15:00', date '2000-01-03' + n + time '15:30'`,
        200,
      ],
      ['squad_messages', 'content, created_at', `'Hello ' || n, ${moment}`, 2000],
      ['ai_conversations', 'role, content, created_at', `'user', 'Question ' || n, ${moment}`, 2000],
    ] as const) {
      // In tenths, each within the statement timeout of a slow machine: one row of every other founder, and of Ana's.
      const parts = 10
      for (let part = 0; part < parts; part++) {
        await owner.query(
          `insert into public.${table} (user_id, ${columns})
           select u.id, ${values} from auth.users u cross join lateral generate_series(
             case u.id when $1 then $3 * $2::integer / $4 else $3 end + 1,
             case u.id when $1 then ($3 + 1) * $2::integer / $4 else $3 + 1 end
           ) n where $5 <> 'squad_bookings' or u.id = $1`,
          [cast.ana.id, rows, part, parts, table],
        )
      }
    }
    await owner.query(
      `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
       select l.user_id, l.id, current_date - n, 'running', 3000 - n, 0, 0
       from public.traction_loops l, generate_series(1, case l.user_id when $1 then 700 else 7 end) n`,
      [cast.ana.id],
    )
    await owner.query(
      `insert into public.admin_audit (admin_id, action, table_name, row_id, user_id)
       select $1, 'update', 'notes', n.id, n.user_id from public.notes n`,
      [cast.admin.id],
    )
    await owner.query('reset session_replication_role')
    await owner.query('select private.complete_restored_data()')
    await owner.query('vacuum analyze')
  }, 240_000)
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const tables = [
    'goals', 'traction_points', 'weekly_checkins', 'notes', 'decisions', 'squad_messages', 'ai_conversations', 'admin_audit',
  ] // prettier-ignore

  test('the founder has 10,000 rows', async () => {
    const counts = await Promise.all(tables.map((table) => cast.service.sees(table, { user_id: cast.ana.id })))
    expect(counts.reduce((sum, rows) => sum + rows.length, 0)).toBeGreaterThanOrEqual(10_000)
  })

  test.each(Object.entries(requests))('%s reads no table as a whole', async (_, [text, values]) => {
    expect(await scannedTables(cast, owner, tables, text, values)).toEqual([])
  })

  const timelineTables = [
    'goals', 'weekly_checkins', 'notes', 'internal_notes', 'decisions', 'squad_bookings', 'squad_messages',
    'traction_loops', 'traction_points',
  ] // prettier-ignore

  test.each([
    ['the first page', ''],
    ['a later page', `, after_at => now() - interval '60 days', after_id => gen_random_uuid()`],
    ['the weeks of traction alone', `, kinds => '{traction}'`],
  ])('%s of the timeline reads no table as a whole', async (_, given) => {
    const text = `select * from public.founder_timeline($1, page_size => 51${given})`
    expect(await scannedTables(cast, owner, timelineTables, text, [cast.ana.id], cast.admin)).toEqual([])
  })

  test('a page of the timeline reads no more than its rows of each kind', async () => {
    const { page, rows } = await inTransaction(cast, owner, async (query) => {
      const read = async () => {
        const [row] = await query<{ rows: number }>(
          `select sum(idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = any ($1)`,
          [timelineTables],
        )
        return row?.rows ?? 0
      }
      const before = await read()
      const claims = JSON.stringify({ sub: cast.admin.id, role: 'authenticated', aal: 'aal1' })
      await query(`select set_config('request.jwt.claims', $1, true)`, [claims])
      await query('set local role authenticated')
      const page = await query(`select * from public.founder_timeline($1, page_size => 51)`, [cast.ana.id])
      await query('reset role')
      return { page, rows: (await read()) - before }
    })
    expect(page).toHaveLength(51)
    expect(rows).toBeLessThan(1000)
  })
})
