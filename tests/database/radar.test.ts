import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { dayOf, weekOf, type IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface AtRisk {
  readonly user_id: string
  readonly first_name: string
  readonly reasons: readonly Row[]
  readonly severity: number
  readonly waiting_since: string | null
  readonly assigned_to: string | null
  readonly assignee: string | null
  readonly snoozed_until: string | null
  readonly snooze_reason: string | null
  readonly total: number
}

const HOUR_MS = 3_600_000
const today = () => dayOf(new Date(), 'UTC')
const daysAgo = (days: number): IsoDate => addDays(today(), -days)
const weeksAgo = (weeks: number): IsoDate => addDays(weekOf(new Date(), 'UTC'), -7 * weeks)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** 1 on Mondays: so long ago was the last Sunday. */
const weekday = () => new Date(`${today()}T00:00:00Z`).getUTCDay() || 7

describe.each(engines)('the radar on %s', (engine) => {
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

  const founders = () => [cast.ana, cast.ben, cast.exAdmin]
  const defaults = {
    check_in_weeks: 2,
    mood_low: 2,
    mood_fall: 2,
    runway_months: 6,
    runway_shrink_percent: 25,
    loop_days: 21,
    message_hours: 24,
    unseen_days: 14,
    goals_overdue_days: 1,
  }

  // No one is at risk: each has checked in this week and looked at the board just now.
  beforeEach(async () => {
    const { service, admin } = cast
    await admin.changes('radar_thresholds', { id: true }, defaults)
    for (const { id: user_id } of founders()) {
      await admin.calls('end_snooze', { founder: user_id })
      for (const table of [
        'weekly_checkins',
        'goals',
        'traction_loops',
        'runway_data',
        'runway_points',
        'squad_messages',
      ])
        // prettier-ignore
        await service.deletes(table, { user_id })
      await service.changes(
        'profiles',
        { id: user_id },
        { created_at: `${daysAgo(300)}T00:00:00Z`, board_seen_at: hoursAgo(0) },
      )
      await checkIn(user_id, 0)
    }
  })

  const list = (given: Row = {}) => cast.admin.calls<AtRisk>('founders_at_risk', given)
  const names = async (given: Row = {}) => (await list(given)).map(({ first_name }) => first_name)
  const dated = async ({ id }: Actor = cast.ana) => (await list()).find(({ user_id }) => user_id === id)?.reasons ?? []
  const reasons = async () =>
    (await dated()).map((reason) => Object.fromEntries(Object.entries(reason).filter(([name]) => name !== 'since')))
  const codes = async () => (await reasons()).map(({ code }) => code)
  const checkIn = (user_id: string, weeks: number, mood = 4) =>
    cast.service.adds('weekly_checkins', {
      user_id,
      week_of: weeksAgo(weeks),
      mood,
      wins: 'Won',
      next_priority: 'Sell',
    })
  const moods = async (before: number, last: number) => {
    await cast.service.deletes('weekly_checkins', { user_id: cast.ana.id })
    await checkIn(cast.ana.id, 1, before)
    await checkIn(cast.ana.id, 0, last)
  }
  const threshold = (changes: Row) => cast.admin.changes('radar_thresholds', { id: true }, changes)
  const profile = (changes: Row) => cast.service.changes('profiles', { id: cast.ana.id }, changes)
  const anaAdds = (table: string, row: Row) => cast.service.adds(table, { user_id: cast.ana.id, ...row })
  const anaChanges = (table: string, row: Row) => cast.service.changes(table, { user_id: cast.ana.id }, row)
  const runway = async (months: number) => {
    const row = { bank_balance: months * 10_000, monthly_burn: 15_000, monthly_revenue: 5000 }
    if ((await anaChanges('runway_data', row)) === 0) await anaAdds('runway_data', row)
  }

  test('a founder who checks in, looks at the board and has an answer is not at risk', async () => {
    await anaAdds('traction_loops', { name: 'Mail' })
    await anaAdds('goals', { text: 'Sell', period: 'weekly' })
    await runway(12)
    expect(await list()).toEqual([])
  })

  test('no check-in for two whole weeks, the present one not counted', async () => {
    await anaChanges('weekly_checkins', { week_of: weeksAgo(2) })
    expect(await reasons()).toEqual([])
    await anaChanges('weekly_checkins', { week_of: weeksAgo(3) })
    expect(await reasons()).toEqual([{ code: 'no_check_in', weeks: 2, never: false }])
    await threshold({ check_in_weeks: 3 })
    expect(await reasons()).toEqual([])
  })

  test('a founder without a check-in is reported from 14 days after joining', async () => {
    await cast.service.deletes('weekly_checkins', { user_id: cast.ana.id })
    await profile({ created_at: `${daysAgo(13)}T00:00:00Z` })
    expect(await reasons()).toEqual([])
    await profile({ created_at: `${daysAgo(14)}T23:59:59Z` })
    expect(await reasons()).toEqual([{ code: 'no_check_in', weeks: 2, never: true }])
  })

  test.each([
    [4, 3, []],
    [5, 3, [{ code: 'mood_fell', mood: 3, before: 5 }]],
    [4, 2, [{ code: 'mood_fell', mood: 2, before: 4 }]],
    [3, 2, [{ code: 'mood_low', mood: 2 }]],
    [1, 1, [{ code: 'mood_low', mood: 1 }]],
    [1, 3, []],
  ])('after mood %i a mood of %i gives %j', async (before, last, expected) => {
    await moods(before, last)
    expect(await reasons()).toEqual(expected)
  })

  test('a runway under six months', async () => {
    await runway(6)
    expect(await reasons()).toEqual([])
    await runway(5.99)
    expect(await reasons()).toEqual([{ code: 'runway_short', months: 5.99, before: null }])
    await runway(-1)
    expect(await reasons()).toMatchObject([{ code: 'runway_short', months: 0 }])
    await anaChanges('runway_data', { monthly_burn: 5000 })
    expect(await reasons()).toEqual([])
  })

  test('a runway that lost a quarter of its months in four weeks', async () => {
    await runway(12)
    await anaChanges('runway_points', { day: daysAgo(27) })
    await runway(9)
    expect(await reasons()).toEqual([])
    await cast.service.changes('runway_points', { day: daysAgo(27) }, { day: daysAgo(28) })
    expect(await reasons()).toEqual([{ code: 'runway_shrinks', months: 9, before: 12 }])
    await runway(9.01)
    expect(await reasons()).toEqual([])
    await runway(5)
    expect(await reasons()).toEqual([{ code: 'runway_short', months: 5, before: 12 }])
  })

  test('loops that stand still for three weeks, all that are running or scaling', async () => {
    await anaAdds('traction_loops', { name: 'Mail' })
    await anaChanges('traction_points', { day: daysAgo(20) })
    expect(await reasons()).toEqual([])
    await anaChanges('traction_points', { day: daysAgo(21) })
    expect(await reasons()).toEqual([{ code: 'loops_still', days: 21 }])
    await anaAdds('traction_loops', { name: 'Ads', status: 'scaling' })
    expect(await reasons()).toEqual([])
    await cast.service.changes('traction_loops', { user_id: cast.ana.id, name: 'Ads' }, { status: 'paused' })
    expect(await reasons()).toEqual([{ code: 'loops_still', days: 21 }])
    await cast.service.changes('traction_loops', { user_id: cast.ana.id, name: 'Mail' }, { demos: 1 })
    expect(await reasons()).toEqual([])
  })

  test('a message that waits for 24 hours', async () => {
    await anaAdds('squad_messages', { content: 'Hello', created_at: hoursAgo(23.9) })
    expect(await reasons()).toEqual([])
    await anaChanges('squad_messages', { created_at: hoursAgo(24.1) })
    expect(await reasons()).toEqual([{ code: 'message_waiting', hours: 24 }])
    expect((await list())[0]).toMatchObject({ waiting_since: expect.any(String), assigned_to: null })
    await cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: cast.admin.id })
    expect((await list())[0]).toMatchObject({ assigned_to: cast.admin.id })
    await anaAdds('squad_messages', { content: 'Hi', sender_type: 'squad', sender_name: 'Upswing Team' })
    expect(await reasons()).toEqual([])
  })

  test('a founder of whom there has been no trace for 14 days, or none since joining', async () => {
    await threshold({ check_in_weeks: null })
    await cast.service.deletes('weekly_checkins', { user_id: cast.ana.id })
    await profile({ board_seen_at: hoursAgo(14 * 24 - 1) })
    expect(await reasons()).toEqual([])
    await profile({ board_seen_at: hoursAgo(14 * 24 + 1) })
    expect(await reasons()).toEqual([{ code: 'not_seen', days: 14 }])
    await profile({ board_seen_at: null, created_at: hoursAgo(13 * 24) })
    expect(await reasons()).toEqual([])
    await profile({ created_at: hoursAgo(20 * 24 + 1) })
    expect(await reasons()).toEqual([{ code: 'not_seen', days: 20 }])
    await anaAdds('squad_messages', { content: 'Hello', created_at: hoursAgo(16 * 24) })
    await threshold({ message_hours: null })
    expect(await reasons()).toEqual([{ code: 'not_seen', days: 16 }])
    await checkIn(cast.ana.id, 0)
    expect(await reasons()).toEqual([])
  })

  test('open goals that are all overdue', async () => {
    await anaAdds('goals', { text: 'Sell', period: 'weekly', created_at: `${weeksAgo(1)}T12:00:00Z` })
    await anaAdds('goals', { text: 'Sold', period: 'weekly', created_at: hoursAgo(0), completed: true })
    expect(await reasons()).toEqual([{ code: 'goals_overdue', days: weekday(), goals: 1 }])
    await threshold({ goals_overdue_days: weekday() + 1 })
    expect(await reasons()).toEqual([])
    await threshold({ goals_overdue_days: weekday() })
    expect(await codes()).toEqual(['goals_overdue'])
    await anaAdds('goals', { text: 'Write', period: 'yearly' })
    expect(await reasons()).toEqual([])
  })

  test('each rule is switched off by an empty threshold', async () => {
    const { id } = cast.ana
    await everything(id)
    expect(await codes()).toEqual([
      'runway_short', 'message_waiting', 'mood_low', 'no_check_in', 'not_seen', 'loops_still', 'goals_overdue',
    ]) // prettier-ignore
    for (const [name, code] of [
      ['runway_months', 'runway_short'],
      ['message_hours', 'message_waiting'],
      ['mood_low', 'mood_low'],
      ['check_in_weeks', 'no_check_in'],
      ['unseen_days', 'not_seen'],
      ['loop_days', 'loops_still'],
      ['goals_overdue_days', 'goals_overdue'],
    ] as const) {
      expect(await codes()).toContain(code)
      await threshold({ [name]: null })
      expect(await codes()).not.toContain(code)
    }
    expect(await list()).toEqual([])
  })

  /** All that a founder can be at risk of. */
  async function everything(user_id: string): Promise<void> {
    const { service } = cast
    await service.changes('profiles', { id: user_id }, { board_seen_at: hoursAgo(30 * 24) })
    await service.changes('weekly_checkins', { user_id }, { week_of: weeksAgo(4), mood: 1 })
    await service.adds('squad_messages', { user_id, content: 'Hello', created_at: hoursAgo(20 * 24) })
    await service.adds('goals', { user_id, text: 'Sell', period: 'weekly', created_at: `${weeksAgo(1)}T12:00:00Z` })
    await service.adds('traction_loops', { user_id, name: 'Mail' })
    await service.changes('traction_points', { user_id }, { day: daysAgo(30) })
    await service.adds('runway_data', { user_id, bank_balance: 1, monthly_burn: 10 })
  }

  test('an admin is no founder, and a former one is', async () => {
    const { id: user_id } = cast.exAdmin
    await everything(user_id)
    expect(await names()).toEqual(['emil'])
    await cast.service.adds('user_roles', { user_id, role: 'admin' })
    expect(await names()).toEqual([])
    await cast.service.deletes('user_roles', { user_id })
    expect(await names()).toEqual(['emil'])
  })

  const severity = async () => (await list()).find(({ user_id }) => user_id === cast.ana.id)?.severity

  test('the points of all reasons come first; pages are consistent', async () => {
    await everything(cast.ben.id)
    await runway(3)
    await cast.service.changes('weekly_checkins', { user_id: cast.exAdmin.id }, { mood: 1 })
    const all = await list()
    expect(all.map(({ first_name }) => first_name)).toEqual(['ben', 'ana', 'emil'])
    expect(all.map(({ total }) => total)).toEqual([3, 3, 3])
    expect(await inPages()).toEqual(all)
    expect(all[1]?.reasons).toMatchObject([{ code: 'runway_short', months: 3, before: null }])
  })

  async function inPages(): Promise<AtRisk[]> {
    const paged: AtRisk[] = []
    for (;;) {
      const last = paged.at(-1)
      const after = last && { after_severity: last.severity, after_waiting: last.waiting_since, after_id: last.user_id }
      const page = await list({ page_size: 1, ...after })
      if (page.length === 0) return paged
      paged.push(...page)
    }
  }

  test.each([
    ['a runway of half the threshold', () => runway(3), 60],
    ['a runway that has ended', () => runway(0), 80],
    ['a mood that is low', () => moods(2, 2), 20],
    ['a mood that is lower', () => moods(1, 1), 30],
    ['a mood that fell by as much as the threshold', () => moods(5, 3), 20],
    ['a mood that fell by half as much again', () => moods(5, 2), 30],
    ['no check-in for as long as the threshold', () => anaChanges('weekly_checkins', { week_of: weeksAgo(3) }), 15],
    ['no check-in for one and a half times as long', () => anaChanges('weekly_checkins', { week_of: weeksAgo(4) }), 23],
    ['no check-in for ten times as long', () => anaChanges('weekly_checkins', { week_of: weeksAgo(21) }), 30],
  ])('%s has its points, and more for how far it is beyond', async (_, happens, points) => {
    await happens()
    expect(await severity()).toBe(points)
  })

  test('points of several reasons add up: two small ones may weigh more than a greater one', async () => {
    await cast.service.changes('weekly_checkins', { user_id: cast.ben.id }, { mood: 2 })
    await anaChanges('weekly_checkins', { week_of: weeksAgo(3) })
    expect(await names()).toEqual(['ben', 'ana'])
    await profile({ board_seen_at: hoursAgo(24 * 21) })
    expect(await names()).toEqual(['ana', 'ben'])
    expect(await severity()).toBe(15 + 23)
  })

  test('of equals, who has waited longest for an answer is first, then those who do not wait', async () => {
    // The promise is off, so that waiting is no reason of its own.
    await threshold({ message_hours: null })
    for (const { id } of founders()) await cast.service.changes('weekly_checkins', { user_id: id }, { mood: 2 })
    const write = (user_id: string, hours: number) =>
      cast.service.adds('squad_messages', {
        user_id,
        content: 'Hello',
        sender_type: 'user',
        created_at: hoursAgo(hours),
      })
    await write(cast.exAdmin.id, 5)
    await write(cast.ben.id, 2)
    expect(await names()).toEqual(['emil', 'ben', 'ana'])
    expect(await inPages()).toEqual(await list())
  })

  test('each row says who answers the founder', async () => {
    await moods(2, 2)
    expect(await list()).toMatchObject([{ assigned_to: null, assignee: null }])
    await anaAdds('squad_messages', { content: 'Hello', sender_type: 'user' })
    await cast.admin.calls('assign_conversation', { founder: cast.ana.id, member: cast.admin.id })
    expect(await list()).toMatchObject([{ assigned_to: cast.admin.id, assignee: expect.stringMatching(/./) }])
  })

  test('each reason has the day since when it holds, where that is known', async () => {
    const since = async () => Object.fromEntries((await dated()).map(({ code, since }) => [code, since]))
    await everything(cast.ana.id)
    expect(await since()).toMatchObject({ mood_low: expect.any(String), loops_still: expect.any(String) })
    await cast.service.deletes('weekly_checkins', { user_id: cast.ana.id })
    await checkIn(cast.ana.id, 3)
    expect(await since()).toMatchObject({ no_check_in: weeksAgo(2) })
    // Recorded as long, then as short twice.
    await cast.service.deletes('runway_data', { user_id: cast.ana.id })
    await cast.service.deletes('runway_points', { user_id: cast.ana.id })
    await runway(3)
    const amounts = { bank_balance: 30_000, monthly_burn: 15_000, monthly_revenue: 5000 }
    await anaAdds('runway_points', { ...amounts, day: daysAgo(20), bank_balance: 90_000 })
    await anaAdds('runway_points', { ...amounts, day: daysAgo(8) })
    expect(await since()).toMatchObject({ runway_short: daysAgo(8) })
  })

  test('founder_summary has the same reasons', async () => {
    await everything(cast.ana.id)
    const summary = async ({ id }: Actor) =>
      (await cast.admin.calls<{ risks: unknown }>('founder_summary', { founder: id }))[0]?.risks
    expect(await summary(cast.ana)).toEqual(await dated())
    expect(await summary(cast.ben)).toEqual([])
  })

  describe('a snooze', () => {
    const snooze = (given: Row) =>
      cast.admin.calls('snooze_founder', { founder: cast.ana.id, until: daysAgo(-7), reason: 'On holiday', ...given })
    beforeEach(() => everything(cast.ana.id))

    test('leaves a founder out of the list until its date, and in the list of the snoozed', async () => {
      await snooze({ reason: '  On holiday ' })
      expect(await names()).toEqual([])
      const [row] = await list({ snoozed: true })
      expect(row).toMatchObject({
        first_name: 'ana',
        snoozed_until: daysAgo(-7),
        snooze_reason: 'On holiday',
        total: 1,
        reasons: [{ code: 'runway_short' }, {}, {}, {}, {}, {}, {}],
      })
      expect(await cast.admin.sees('radar_snoozes')).toMatchObject([{ snoozed_by: cast.admin.id }])
      await owner.query('update public.radar_snoozes set until = $1', [today()])
      expect(await names()).toEqual(['ana'])
      expect(await names({ snoozed: true })).toEqual([])
    })

    test('is replaced by another one, and ended', async () => {
      await snooze({})
      await snooze({ until: daysAgo(-30), reason: 'Parental leave' })
      expect(await list({ snoozed: true })).toMatchObject([{ snooze_reason: 'Parental leave' }])
      await cast.admin.calls('end_snooze', { founder: cast.ana.id })
      expect(await names()).toEqual(['ana'])
      const audit = await cast.admin.sees('admin_audit', { table_name: 'radar_snoozes', user_id: cast.ana.id })
      expect(audit.slice(-3).map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
    })

    test('has a reason of 500 characters at most', async () => {
      await snooze({ reason: 'x'.repeat(500) })
      await expect(snooze({ reason: 'x'.repeat(501) })).rejects.toMatchObject({ code: '23514' })
    })

    test('is listed while the founder is not at risk', async () => {
      await cast.admin.calls('snooze_founder', { founder: cast.ben.id, until: daysAgo(-1), reason: 'Moves house' })
      expect(await list({ snoozed: true })).toMatchObject([{ first_name: 'ben', reasons: [], severity: 0 }])
    })

    test.each([
      [{ until: daysAgo(0) }, '22023'],
      [{ until: daysAgo(-180) }, undefined],
      [{ until: daysAgo(-181) }, '22023'],
      [{ until: 'infinity' }, '22023'],
      [{ until: null }, '22023'],
      [{ reason: ' ' }, '23514'],
      [{ reason: null }, '23502'],
      [{ founder: '00000000-0000-4000-8000-000000000000' }, '23503'],
    ] as const)('%j: %s', async (given, code) => {
      if (code === undefined) await snooze(given)
      else await expect(snooze(given)).rejects.toMatchObject({ code })
    })
  })

  test.each([
    { check_in_weeks: 0 },
    { mood_low: 5 },
    { mood_fall: 0 },
    { runway_months: 37 },
    { runway_shrink_percent: 96 },
    { loop_days: 6 },
    { message_hours: 0 },
    { unseen_days: 181 },
    { goals_overdue_days: 0 },
  ])('the threshold %j is refused', async (changes) => {
    await expect(threshold(changes as Row)).rejects.toMatchObject({ code: '23514' })
  })

  test('a changed threshold says who changed it; the rest is not written', async () => {
    await threshold({ loop_days: 30 })
    expect(await cast.admin.sees('radar_thresholds')).toMatchObject([{ loop_days: 30, changed_by: cast.admin.id }])
    await expect(threshold({ changed_by: cast.ana.id })).rejects.toMatchObject({ code: '42501' })
  })
})
