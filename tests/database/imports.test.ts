import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { addFactor, gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'
import { slowness } from '../slowness.ts'

const LISTS = ['goals', 'decisions', 'weekly_checkins', 'traction_loops', 'squad_messages'] as const

const goal = (text: string, values: Row = {}): Row => ({ text, period: 'weekly', ...values })
const decision = (title: string, values: Row = {}): Row => ({ title, reason: 'Churn is low', ...values })
const checkIn = (week_of: string, values: Row = {}): Row => ({
  week_of,
  mood: 4,
  wins: 'Two',
  next_priority: 'Price',
  ...values,
})
const point = (day: string, conversions: number, values: Row = {}): Row => ({
  loop: 'Cold mail',
  day,
  conversions,
  ...values,
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** The Monday of the week that began that many weeks ago. */
const monday = (weeks: number) => {
  const today = new Date(daysAgo(0))
  return daysAgo(((today.getUTCDay() + 6) % 7) + 7 * weeks)
}

describe.each(engines)('imports on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    for (const list of LISTS) await cast.service.deletes(list, {})
    for (const table of ['public.admin_audit', 'private.imports', 'private.account_storage', 'private.rate_limits'])
      await owner.query(`delete from ${table}`)
  })

  interface Given {
    readonly as?: Actor
    readonly for?: Actor
    readonly batch?: string
  }
  const importing = async (kind: string, lines: readonly Row[], given: Given = {}) => {
    const batch = given.batch ?? crypto.randomUUID()
    const founder = given.for ? { founder: given.for.id } : {}
    const [done] = await (given.as ?? cast.ana).calls('import_records', {
      batch, kind, lines: JSON.stringify(lines), ...founder,
    }) // prettier-ignore
    return { batch, done }
  }
  const previewing = async (kind: string, lines: readonly Row[], as: Actor = cast.ana, founder = as.id) =>
    (await as.calls('preview_import', { kind, lines: JSON.stringify(lines), founder }))[0]
  const undoing = async (batch: string, as: Actor = cast.ana) => (await as.calls('undo_import', { batch }))[0]
  const audited = () => cast.admin.sees('admin_audit')
  const texts = async () => (await cast.ana.sees('goals')).map(({ text }) => text).sort()

  describe('records', () => {
    test('goals keep when they were set and done, in the order of the file', async () => {
      const lines = [
        goal('Ten demos', {
          created_on: '2025-03-03',
          completed: true,
          completed_on: '2025-03-07',
          target: 10,
          unit: 'demos',
        }),
        goal('Write a post', { created_on: '2025-03-03' }),
        goal('Hire', { period: 'yearly', completed: true }),
        goal('Ship', { completed: true, completed_on: '2025-03-05' }),
      ]
      expect((await importing('goals', lines)).done).toEqual({ added: 4, skipped: 0 })
      const stored = Object.fromEntries((await cast.ana.sees('goals')).map((row) => [row['text'], row]))
      expect(stored['Ten demos']).toMatchObject({ completed: true, target: 10, unit: 'demos', progress: null })
      expect(String(stored['Ten demos']?.['created_at'])).toMatch(/^2025-03-03[T ]11:59:59/)
      expect(String(stored['Ten demos']?.['completed_at'])).toMatch(/^2025-03-07/)
      expect(stored['Write a post']).toMatchObject({ completed: false, completed_at: null })
      expect(Number(stored['Ten demos']?.['position'])).toBeGreaterThan(Number(stored['Write a post']?.['position']))
      // When it was done is not known, and not made up.
      expect(stored['Hire']).toMatchObject({ completed: true, completed_at: null })
      expect(stored['Ship']?.['created_at']).toEqual(stored['Ship']?.['completed_at'])
    })

    test('days are the founder’s: noon where they are', async () => {
      await cast.ana.adds('mail_settings', { user_id: cast.ana.id, time_zone: 'Pacific/Kiritimati' })
      try {
        await importing('goals', [goal('Ten demos', { created_on: '2025-03-03' })])
        const [{ created_at } = {}] = await cast.ana.sees('goals')
        expect(String(created_at)).toMatch(/^2025-03-02[T ]21:59:59/)
      } finally {
        await cast.service.deletes('mail_settings', { user_id: cast.ana.id })
      }
    })

    test('decisions have what came of them', async () => {
      const reviewed = { review_on: '2025-04-02', outcome: 'One left', was_right: 'partly' }
      await importing('decisions', [
        decision('Raise prices', { decided_on: '2025-03-03', expected: 'No one leaves', ...reviewed }),
        decision('Hire', { decided_on: '2025-03-04', category: 'Team' }),
        decision('Move', { reviewed_on: '2025-05-01', outcome: 'Done', was_right: 'yes' }),
      ])
      const of = (title: string, rows: readonly Row[]) => rows.find((row) => row['title'] === title)
      const stored = await cast.ana.sees('decisions')
      const [raise, hire] = [of('Raise prices', stored), of('Hire', stored)]
      // Not reviewed before it was made.
      expect(String(of('Move', stored)?.['created_at'])).toMatch(/^2025-05-01/)
      expect(raise).toMatchObject({ expected: 'No one leaves', ...reviewed, category: 'General', impact: 'neutral' })
      expect(String(raise?.['created_at'])).toMatch(/^2025-03-03/)
      expect(String(raise?.['reviewed_at'])).toMatch(/^2025-04-02/)
      expect(hire).toMatchObject({ category: 'Team', was_right: null, reviewed_at: null, outcome: '' })
    })

    test('check-ins queue no summary, not even for this week', async () => {
      await importing('check-ins', [
        checkIn(monday(0)),
        checkIn(monday(1)),
        checkIn(monday(30), { blockers: 'Time', priority_outcome: 'no' }),
      ])
      expect(await cast.ana.sees('weekly_checkins')).toHaveLength(3)
      const queued = () =>
        owner.query(
          `select c.week_of::text from private.check_ins_to_summarize q join public.weekly_checkins c on c.id = q.check_in`,
        )
      expect(await queued()).toEqual([])
      // A correction is of now. The one after it was not corrected.
      await cast.ana.changes('weekly_checkins', { week_of: monday(1) }, { wins: 'Three' })
      expect(await queued()).toEqual([{ week_of: monday(1) }])
    })

    test('a loop whose gains are given began at zero, one with totals has what it had', async () => {
      const gains = [point('2025-03-03', 5, { is_from_zero: true }), point('2025-03-10', 12, { is_from_zero: true })]
      const totals = [
        point('2025-03-03', 40, { loop: 'Ads' }),
        point('2025-03-10', 47, { loop: 'Ads', status: 'paused' }),
      ]
      const { done } = await importing('loops', [...gains, ...totals], { as: cast.admin, for: cast.ana })
      expect(done).toEqual({ added: 4, skipped: 0 })
      expect((await cast.ana.sees('traction_loops')).toSorted((a) => (a['name'] === 'Ads' ? -1 : 1))).toMatchObject([
        { name: 'Ads', conversions: 47, status: 'paused' },
        { name: 'Cold mail', conversions: 12, status: 'running' },
      ])
      const added = await owner.query(
        `select day::text, added::integer from private.conversion_points where user_id = $1 and added <> 0 order by day`,
        [cast.ana.id],
      )
      expect(added).toEqual([{ day: '2025-03-03', added: 5 }, { day: '2025-03-10', added: 14 }]) // prettier-ignore
    })

    test('the history of a loop that is here ends before its first point, and takes totals', async () => {
      await cast.admin.adds('traction_loops', { user_id: cast.ana.id, name: 'Cold mail', conversions: 30 })
      const gain = [point('2025-03-03', 5, { is_from_zero: true })]
      expect((await importing('loops', gain, { as: cast.admin, for: cast.ana })).done).toMatchObject({
        refused: { code: 'P0001', hint: 'totals_needed' },
      })
      await expect(previewing('loops', gain, cast.admin, cast.ana.id)).rejects.toThrow(/takes totals/)
      const lines = [point('2025-03-03', 10), point(daysAgo(0), 99)]
      expect(await previewing('loops', lines, cast.admin, cast.ana.id)).toEqual([2])
      const { done, batch } = await importing('loops', lines, { as: cast.admin, for: cast.ana })
      expect(done).toEqual({ added: 1, skipped: 1 })
      expect(await cast.ana.sees('traction_loops')).toMatchObject([{ conversions: 30 }])
      expect(await undoing(batch, cast.admin)).toEqual({ removed: 1, kept: 0 })
      expect(await cast.ana.sees('traction_points')).toMatchObject([{ conversions: 30 }])
    })
  })

  describe('all or nothing', () => {
    test.each([
      ['goals', goal('x', { period: 'daily' }), '23514'],
      ['goals', goal(' '), '23514'],
      ['goals', goal('x', { progress: 3 }), '23514'],
      ['goals', goal('x', { created_on: 'soon' }), '22007'],
      ['goals', goal('x', { created_on: 'infinity' }), '22008'],
      ['goals', goal('x', { created_on: daysAgo(-2) }), '22008'],
      ['goals', goal('x', { completed_on: '1999-12-31' }), '22008'],
      ['goals', goal('x', { completed: true, created_on: '2025-03-04', completed_on: '2025-03-03' }), '22008'],
      ['decisions', decision('x'.repeat(201)), '23514'],
      ['decisions', decision('x', { outcome: 'One left' }), '23514'],
      ['decisions', decision('x', { decided_on: '2025-03-03', review_on: '2030-03-03' }), '23514'],
      [
        'decisions',
        decision('x', { decided_on: '2025-03-03', reviewed_on: '2025-03-02', outcome: 'One left', was_right: 'no' }),
        '22008',
      ],
      ['check-ins', checkIn('2025-03-04'), '23514'],
      ['check-ins', checkIn('2025-03-03', { mood: 6 }), '23514'],
      ['check-ins', checkIn('2025-03-03', { wins: null }), '23502'],
      ['loops', point('2025-03-05', -1), '23514'],
      ['loops', point('2025-03-05', 1, { status: 'dead' }), '23514'],
      ['loops', point('2025-03-05', 2_000_000_000), '23514'],
    ] as const)('of %s, nothing is stored when one line is wrong: %o', async (kind, wrong, code) => {
      const good = {
        goals: goal('a'),
        decisions: decision('a'),
        'check-ins': checkIn('2024-01-01'),
        loops: point('2024-01-01', 1),
      }
      const more = {
        goals: goal('b'),
        decisions: decision('b'),
        'check-ins': checkIn('2024-01-08'),
        loops: point('2024-01-08', 1),
      }
      const { done } = await importing(kind, [good[kind], wrong, more[kind]], { as: cast.admin, for: cast.ana })
      expect(done).toEqual({ refused: expect.objectContaining({ code, message: expect.any(String) }) })
      for (const list of LISTS) expect(await cast.service.sees(list)).toEqual([])
      expect(await owner.query('select * from private.imports')).toEqual([])
      expect(await audited()).toEqual([])
    })

    test('the same batch again adds nothing, and another one with its id is refused', async () => {
      const { batch } = await importing('goals', [goal('Ten demos')])
      expect((await importing('goals', [goal('Other')], { batch })).done).toEqual({ added: 1, skipped: 0 })
      expect(await texts()).toEqual(['Ten demos'])
      await expect(importing('decisions', [decision('x')], { batch })).rejects.toMatchObject({ code: '23505' })
      await expect(importing('goals', [goal('x')], { batch, as: cast.ben })).rejects.toMatchObject({ code: '23505' })
      await undoing(batch)
      await expect(importing('goals', [goal('Ten demos')], { batch })).rejects.toMatchObject({ code: 'P0001' })
    })

    test('more than 2,000 lines, none, no list, too much text and no known kind are refused', async () => {
      const lines = Array.from({ length: 2001 }, () => goal('x'))
      for (const refused of [lines, [], { text: 'x' }])
        await expect(importing('goals', refused as Row[])).rejects.toMatchObject({ code: '22023' })
      await expect(importing('goals', [goal('x'.repeat(2_097_152))])).rejects.toMatchObject({ code: '22023' })
      await expect(importing('runway', [goal('x')])).rejects.toMatchObject({ code: '22023' })
    })
  })

  describe('what is here already', () => {
    test('is skipped, and so is a line that repeats another', async () => {
      await importing('goals', [goal('Ten demos', { created_on: '2025-03-03' }), goal('Hire')])
      const lines = [
        goal('TEN demos ', { created_on: '2025-03-03' }),
        goal('Ten demos', { created_on: '2025-03-10' }),
        goal('Ten demos', { created_on: '2025-03-03', period: 'monthly' }),
        goal('Hire'),
        goal('Ten demos', { created_on: '2025-03-10' }),
      ]
      expect(await previewing('goals', lines)).toEqual([1, 4, 5])
      expect((await importing('goals', lines)).done).toEqual({ added: 2, skipped: 3 })
      expect(await previewing('goals', lines)).toEqual([1, 2, 3, 4, 5])
      expect(await previewing('goals', lines, cast.ben)).toEqual([5])
    })

    test('is skipped by the second of two imports at once', async () => {
      const lines = [goal('Ten demos', { created_on: '2025-03-03' }), goal('Hire')]
      const [one, other] = await Promise.all([
        importing('goals', lines),
        importing('goals', lines, { as: cast.admin, for: cast.ana }),
      ])
      expect([one.done, other.done]).toEqual(
        expect.arrayContaining([
          { added: 2, skipped: 0 },
          { added: 0, skipped: 2 },
        ]),
      )
      expect(await texts()).toEqual(['Hire', 'Ten demos'])
    })

    test('is known by the title and day of a decision, by the week of a check-in', async () => {
      await importing('decisions', [decision('Hire', { decided_on: '2025-03-03' })])
      expect(
        await previewing('decisions', [
          decision('hire', { decided_on: '2025-03-03' }),
          decision('Hire', { decided_on: '2025-03-04' }),
        ]),
      ).toEqual([1])
      await importing('check-ins', [checkIn('2025-03-03')])
      const other = checkIn('2025-03-03', { wins: 'None' })
      expect((await importing('check-ins', [other, checkIn('2025-03-10')])).done).toEqual({ added: 1, skipped: 1 })
      expect(await cast.ana.sees('weekly_checkins', { week_of: '2025-03-03' })).toMatchObject([{ wins: 'Two' }])
    })
  })

  describe('who may', () => {
    test('founders import for themselves, and no loops; admins for any founder', async () => {
      for (const as of [cast.ben, cast.exAdmin, cast.anonymous]) {
        await expect(importing('goals', [goal('x')], { as, for: cast.ana })).rejects.toMatchObject({ code: '42501' })
        await expect(previewing('goals', [goal('x')], as, cast.ana.id)).rejects.toMatchObject({ code: '42501' })
      }
      await expect(importing('loops', [point('2025-03-03', 1)])).rejects.toMatchObject({ code: '42501' })
      await expect(
        importing('goals', [goal('x')], { as: cast.admin, for: { ...cast.ben, id: crypto.randomUUID() } }),
      ).rejects.toMatchObject({ code: 'P0002' })
      const { done } = await importing('goals', [goal('Ten demos')], { as: cast.admin, for: cast.ana })
      expect(done).toEqual({ added: 1, skipped: 0 })
      expect(await texts()).toEqual(['Ten demos'])
      expect(await cast.admin.sees('goals', { user_id: cast.admin.id })).toEqual([])
    })

    test('a session that has not passed the second factor imports, previews and undoes nothing', async () => {
      const { batch } = await importing('goals', [goal('Ten demos')])
      await addFactor(cast.database, cast.ana.id)
      try {
        const due = cast.with({ aal: 'aal1' }, cast.ana)
        for (const refused of [
          () => importing('goals', [goal('x')], { as: due }),
          () => previewing('goals', [goal('x')], due),
          () => undoing(batch, due),
          () => due.calls('recent_imports'),
        ])
          await expect(refused()).rejects.toMatchObject({ code: '42501' })
      } finally {
        await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.ana.id])
      }
      expect(await texts()).toEqual(['Ten demos'])
    })

    test('an admin’s import is one entry of the audit and undoing it another; founders’ own have none', async () => {
      await importing('goals', [goal('Own')])
      const { batch } = await importing('loops', [point('2025-03-03', 1), point('2025-03-10', 2)], {
        as: cast.admin,
        for: cast.ana,
      })
      const entry = { admin_id: cast.admin.id, user_id: cast.ana.id, table_name: 'imports', row_id: batch }
      expect(await audited()).toMatchObject([{ ...entry, action: 'insert', after: { kind: 'loops', records: 2 } }])
      // Nothing is new to the founder.
      const [week] = await cast.ana.calls<{ changes: Row }>('this_week', { today: daysAgo(0) })
      expect(week?.changes).toMatchObject({ loops: 0, ratings: 0, notes: 0, replies: 0 })
      await undoing(batch, cast.admin)
      expect((await audited()).find(({ action }) => action === 'delete')).toMatchObject({
        ...entry, before: { kind: 'loops', records: 2, kept: 0 },
      }) // prettier-ignore
      expect(await audited()).toHaveLength(2)
      // The next change of the transaction's caller is logged again.
      await cast.admin.adds('traction_loops', { user_id: cast.ana.id, name: 'Ads' })
      expect(await audited()).toHaveLength(3)
    })

    test('a founder has twenty imports in a day, whoever imports', async () => {
      await owner.query(
        `insert into private.imports (id, user_id, kind, added, skipped, records, created_at)
         select gen_random_uuid(), $1, 'goals', 1, 0, '{}', now() - interval '1 hour' from generate_series(1, 20)`,
        [cast.ana.id],
      )
      const limited = { code: 'PGRST', message: expect.stringContaining('over_request_rate_limit') }
      await expect(importing('goals', [goal('x')])).rejects.toMatchObject(limited)
      await expect(importing('goals', [goal('x')], { as: cast.admin, for: cast.ana })).rejects.toMatchObject(limited)
      await importing('goals', [goal('x')], { as: cast.ben })
      await owner.query(`update private.imports set created_at = now() - interval '25 hours'`)
      await importing('goals', [goal('x')])
    })

    test('imports that fail are counted, too: twenty attempts within an hour', async () => {
      const wrong = [goal('a'), goal('x', { period: 'daily' })]
      for (let n = 1; n <= 20; n++) expect((await importing('goals', wrong)).done).toHaveProperty('refused')
      const limited = { code: 'PGRST', message: expect.stringContaining('twenty attempts') }
      await expect(importing('goals', wrong)).rejects.toMatchObject(limited)
      await expect(importing('goals', [goal('a')], { as: cast.admin, for: cast.ana })).rejects.toMatchObject(limited)
      await importing('goals', [goal('a')], { as: cast.ben })
      await owner.query(`update private.rate_limits set ends_at = now()`)
      expect((await importing('goals', [goal('a')])).done).toEqual({ added: 1, skipped: 0 })
    })

    // PGlite has one session, from which nothing can be cancelled: its server does the same (57014).
    test.runIf(engine === 'postgres')('so is one that is cancelled, because it takes too long', async () => {
      await owner.query(`create function public.slow() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`) // prettier-ignore
      await owner.query('create trigger slow before insert on public.goals for each row execute function public.slow()')
      try {
        const attempt = importing('goals', [goal('a')])
        await vi.waitFor(async () => {
          const cancelled = await owner.query(
            `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
          )
          expect(cancelled).toHaveLength(1)
        })
        expect((await attempt).done).toMatchObject({ refused: { code: '57014' } })
      } finally {
        await owner.query('drop function public.slow() cascade')
      }
      expect(await texts()).toEqual([])
      expect(await owner.query('select used from private.rate_limits')).toEqual([{ used: 1 }])
    })

    test('what an account writes in a day is its limit for imports as well, and such an attempt is counted', async () => {
      await owner.query(
        `insert into private.account_storage (user_id, stored, written, day_ends_at)
         values ($1, 0, 20000000, now() + interval '1 hour')`,
        [cast.ana.id],
      )
      expect((await importing('goals', [goal('a')])).done).toMatchObject({
        refused: { code: 'over_request_rate_limit' },
      })
      expect(await texts()).toEqual([])
      expect(await owner.query('select used from private.rate_limits')).toEqual([{ used: 1 }])
    })

    test('a full account takes nothing more, also from an admin', async () => {
      await owner.query(
        `insert into private.account_storage (user_id, stored, written, day_ends_at) values ($1, 100000000, 0, now())`,
        [cast.ana.id],
      )
      for (const as of [cast.ana, cast.admin])
        await expect(importing('goals', [goal('x')], { as, for: cast.ana })).rejects.toMatchObject({ code: '54000' })
    })
  })

  describe('undoing', () => {
    test.each([
      ['goals', goal('a'), goal('b')],
      ['decisions', decision('a'), decision('b')],
      ['check-ins', checkIn('2025-03-03'), checkIn('2025-03-10')],
      ['loops', point('2025-03-03', 1), point('2025-03-10', 2)],
    ] as const)('%s removes what the import added and nothing else, once', async (kind, one, other) => {
      const before = {
        goals: goal('c'),
        decisions: decision('c'),
        'check-ins': checkIn('2025-01-06'),
        loops: point('2025-01-06', 1, { loop: 'Ads' }),
      }
      const given = { as: cast.admin, for: cast.ana }
      await importing(kind, [before[kind]], given)
      const stored = async () => [
        ...(await cast.ana.sees('goals')), ...(await cast.ana.sees('decisions')),
        ...(await cast.ana.sees('weekly_checkins')), ...(await cast.ana.sees('traction_loops')),
        ...(await cast.ana.sees('traction_points')),
      ] // prettier-ignore
      const rest = await stored()
      const { batch } = await importing(kind, [one, other], given)
      expect((await stored()).length).toBeGreaterThan(rest.length)
      expect(await cast.admin.calls('recent_imports', { founder: cast.ana.id })).toHaveLength(2)
      expect(await undoing(batch, cast.admin)).toEqual({ removed: 2, kept: 0 })
      expect(await stored()).toEqual(rest)
      expect(await cast.admin.calls('recent_imports', { founder: cast.ana.id })).toHaveLength(1)
      await expect(undoing(batch, cast.admin)).rejects.toMatchObject({ code: 'P0002' })
    })

    test('leaves what was changed, commented on or linked to since', async () => {
      const { batch } = await importing(
        'goals',
        ['edited', 'ticked', 'commented', 'served', 'moved', 'same'].map((text) => goal(text, { period: 'monthly' })),
      )
      const id = Object.fromEntries((await cast.ana.sees('goals')).map((row) => [row['text'], String(row['id'])]))
      await cast.ana.changes('goals', { id: id['edited']! }, { text: 'edited since' })
      await cast.ana.changes('goals', { id: id['ticked']! }, { completed: true })
      await cast.ana.adds('squad_messages', {
        content: 'Hi',
        user_id: cast.ana.id,
        about_kind: 'goal',
        about_id: id['commented']!,
      })
      await cast.ana.adds('goals', { user_id: cast.ana.id, text: 'week', period: 'weekly', parent_id: id['served']! })
      await cast.ana.calls('move_goal', { goal: id['moved']! })
      expect(await undoing(batch)).toEqual({ removed: 2, kept: 4 })
      expect(await texts()).toEqual(['commented', 'edited since', 'served', 'ticked', 'week'])
    })

    test('a loop that was changed since stays with its history', async () => {
      const given = { as: cast.admin, for: cast.ana }
      const { batch } = await importing(
        'loops',
        [point('2025-03-03', 1), point('2025-03-10', 2), point('2025-03-10', 2, { loop: 'Ads' })],
        given,
      )
      await cast.admin.changes('traction_loops', { name: 'Cold mail' }, { conversions: 9 })
      expect(await undoing(batch, cast.admin)).toEqual({ removed: 1, kept: 2 })
      expect(await cast.ana.sees('traction_loops')).toMatchObject([{ name: 'Cold mail', conversions: 9 }])
      expect(await cast.ana.sees('traction_points')).toHaveLength(3)
    })

    test('a loop to which another import has added points stays with all of them', async () => {
      const given = { as: cast.admin, for: cast.ana }
      const one = await importing('loops', [point('2025-03-03', 5), point('2025-03-03', 2, { loop: 'Ads' })], given)
      const older = await importing('loops', [point('2025-02-03', 1), point('2025-02-10', 3)], given)
      expect(older.done).toEqual({ added: 2, skipped: 0 })
      expect(await undoing(one.batch, cast.admin)).toEqual({ removed: 1, kept: 1 })
      expect(await cast.ana.sees('traction_loops')).toMatchObject([{ name: 'Cold mail' }])
      expect(await cast.ana.sees('traction_points')).toHaveLength(4)
      expect(await undoing(older.batch, cast.admin)).toEqual({ removed: 2, kept: 0 })
      expect(await cast.ana.sees('traction_points')).toHaveLength(2)
    })

    test('of the later import first, both are removed whole', async () => {
      const given = { as: cast.admin, for: cast.ana }
      const one = await importing('loops', [point('2025-03-03', 5)], given)
      const older = await importing('loops', [point('2025-02-03', 1)], given)
      expect(await undoing(older.batch, cast.admin)).toEqual({ removed: 1, kept: 0 })
      expect(await undoing(one.batch, cast.admin)).toEqual({ removed: 1, kept: 0 })
      expect(await cast.ana.sees('traction_loops')).toEqual([])
    })

    test('is for who imported: founders for their own, any admin for an admin’s; and for a day', async () => {
      const own = await importing('goals', [goal('Own')])
      const admins = await importing('goals', [goal('From the squad')], { as: cast.admin, for: cast.ana })
      expect(await cast.ana.calls('recent_imports')).toMatchObject([{ batch: own.batch, kind: 'goals', added: 1 }])
      expect(await cast.admin.calls('recent_imports', { founder: cast.ana.id })).toMatchObject([
        { batch: admins.batch },
      ])
      await expect(cast.ben.calls('recent_imports', { founder: cast.ana.id })).rejects.toMatchObject({ code: '42501' })
      for (const as of [cast.ben, cast.exAdmin, cast.admin])
        await expect(undoing(own.batch, as)).rejects.toMatchObject({ code: 'P0002' })
      await expect(undoing(admins.batch)).rejects.toMatchObject({ code: 'P0002' })
      await owner.query(`update private.imports set created_at = now() - interval '25 hours'`)
      await expect(undoing(own.batch)).rejects.toMatchObject({ code: 'P0002' })
      expect(await cast.ana.calls('recent_imports')).toEqual([])
      expect(await texts()).toEqual(['From the squad', 'Own'])
    })

    test('eight days later the import is forgotten; its records stay', async () => {
      await importing('goals', [goal('Own')])
      await owner.query(`update private.imports set created_at = now() - interval '193 hours'`)
      await cast.service.calls('delete_expired', { max_rows: 1 })
      expect(await owner.query('select * from private.imports')).toEqual([])
      expect(await texts()).toEqual(['Own'])
    })
  })
})

describe.each(engines)('a long import through the API on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(engine)
  })
  afterAll(() => server.close())

  test('2,000 lines are previewed, imported, known and undone, each in one request', async () => {
    const { client, id } = await server.founder('ana')
    const count = Math.floor(2000 / slowness())
    const lines = Array.from({ length: count }, (_, n) =>
      goal(`Goal number ${n} of a long spreadsheet`, {
        created_on: '2025-03-03',
        completed: true,
        completed_on: '2025-03-05',
      }),
    )
    const batch = crypto.randomUUID()
    const given = { kind: 'goals', lines, founder: id }
    expect((await client.rpc('preview_import', given).throwOnError()).data).toEqual([])
    const stored = await client.rpc('import_records', { ...given, batch }).throwOnError()
    expect(stored.data).toEqual({ added: count, skipped: 0 })
    expect((await client.rpc('preview_import', given).throwOnError()).data).toHaveLength(count)
    expect((await client.rpc('undo_import', { batch }).throwOnError()).data).toEqual({ removed: count, kept: 0 })
  })

  test('what a request says of its time zone does not make rows look changed', async () => {
    const { client } = await server.founder('clara')
    const batch = crypto.randomUUID()
    const given = { batch, kind: 'goals', lines: [goal('Ten demos', { created_on: '2025-03-03' })] }
    await client.rpc('import_records', given).setHeader('Prefer', 'timezone=Asia/Tokyo').throwOnError()
    const undone = client.rpc('undo_import', { batch }).setHeader('Prefer', 'timezone=America/Lima')
    expect((await undone.throwOnError()).data).toEqual({ removed: 1, kept: 0 })
  })

  test('the twenty-first import of a day is refused with 429', async () => {
    const { client } = await server.founder('ben')
    const imports = (n: number) =>
      client.rpc('import_records', { batch: crypto.randomUUID(), kind: 'goals', lines: [goal(`Goal ${n}`)] })
    for (let n = 1; n <= 20; n++) await imports(n).throwOnError()
    expect(await imports(21)).toMatchObject({ status: 429, error: { code: 'over_request_rate_limit' } })
    expect((await client.from('goals').select('id').throwOnError()).data).toHaveLength(20)
  })
})
