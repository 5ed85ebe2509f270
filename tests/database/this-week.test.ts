import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

const DAY_MS = 86_400_000
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const moment = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString()

describe.each(engines)('this week on %s', (engine) => {
  let cast: Cast
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(engine)
    about = { user_id: cast.ana.id }
  })
  afterAll(() => cast.close())
  beforeEach(async () => {
    for (const table of ['goals', 'traction_loops', 'weekly_checkins', 'squad_messages', 'notes', 'decisions'])
      await cast.service.deletes(table, about)
    await cast.ana.calls('mark_board_seen', { seen: moment(0) })
  })

  const thisWeek = async <Answer = Row>(given: Row = {}, who = cast.ana): Promise<Answer> => {
    const [row] = await who.calls<Answer>('this_week', { today: day(0), ...given })
    return row!
  }
  /** A loop with its counts after each of the last fortnight's ends. */
  async function addLoop(counts: readonly Row[], ages: readonly number[] = [14, 7, 0]) {
    await cast.admin.adds('traction_loops', { name: 'Cold mail', ...about })
    const [loop] = await cast.service.sees('traction_loops', about)
    await cast.service.deletes('traction_points', about)
    for (const [index, count] of counts.entries()) {
      const nothing = { status: 'running', conversions: 0, demos: 0, messages: 0 }
      const where = { loop_id: loop!['id']!, day: day(ages[index] ?? 0), ...about }
      await cast.service.adds('traction_points', { ...nothing, ...count, ...where })
    }
  }
  const verdict = async () => (await thisWeek())['verdict']

  test('a founder without records has no verdict, no goals and no changes', async () => {
    expect(await thisWeek()).toMatchObject({
      verdict: null,
      goals: { done: 0, of: 0 },
      changes: { replies: 0, notes: 0, ratings: 0, loops: 0 },
    })
  })

  test('better: more conversions this week than in the week before up to the same day', async () => {
    await addLoop([{ conversions: 1 }, { conversions: 3, messages: 90 }, { conversions: 8, messages: 91 }])
    expect(await verdict()).toEqual({ direction: 'better', reason: 'conversions', now: 5, before: 2 })
  })

  test('worse: conversions are equal, and fewer demos', async () => {
    await addLoop([
      { conversions: 1, demos: 1 },
      { conversions: 2, demos: 6 },
      { conversions: 3, demos: 8 },
    ])
    expect(await verdict()).toEqual({ direction: 'worse', reason: 'demos', now: 2, before: 5 })
  })

  test('a loop whose earlier counts are unknown is left out; goals decide', async () => {
    await addLoop([{ conversions: 50 }], [3])
    await cast.service.changes('traction_loops', about, { created_at: moment(400) })
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    for (const days of [0, 0, 7]) await cast.service.adds('goals', { ...goal, completed_at: moment(days) })
    expect(await verdict()).toEqual({ direction: 'better', reason: 'goals', now: 2, before: 1 })
  })

  test('a loop created this week counts from nothing', async () => {
    await addLoop([{ conversions: 2 }], [0])
    expect(await verdict()).toEqual({ direction: 'better', reason: 'conversions', now: 2, before: 0 })
  })

  const week = (ago: number) => weekOf(new Date(Date.now() - 7 * ago * DAY_MS), 'UTC')
  const checkIn = { wins: 'Two demos', next_priority: 'Pricing' }

  test('mood decides when nothing else is known, and equal moods are the same', async () => {
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(9), mood: 4 })
    expect(await verdict()).toBeNull()
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(0), mood: 2 })
    expect(await verdict()).toEqual({ direction: 'worse', reason: 'mood', now: 2, before: 4 })
    await cast.service.changes('weekly_checkins', { ...about, week_of: week(0) }, { mood: 4 })
    expect(await verdict()).toEqual({ direction: 'same' })
  })

  test('until the week has something the verdict is on last week', async () => {
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(2), mood: 4 })
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(1), mood: 2 })
    expect(await verdict()).toEqual({ week: 'last', direction: 'worse', reason: 'mood', now: 2, before: 4 })
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    const sunday = (ago: number) => `${day(new Date().getUTCDay() + 7 * ago)}T12:00:00Z`
    for (const ago of [0, 0, 1, 2].map((ago) => (new Date().getUTCDay() === 0 ? ago + 1 : ago)))
      await cast.service.adds('goals', { ...goal, completed_at: sunday(ago) })
    expect(await verdict()).toEqual({ week: 'last', direction: 'better', reason: 'goals', now: 2, before: 1 })
    await cast.service.adds('goals', { ...goal, completed_at: moment(0) })
    expect(await verdict()).toMatchObject({ reason: 'goals', now: 1 })
    expect(await verdict()).not.toHaveProperty('week')
  })

  test('the mood of last week says nothing of this one', async () => {
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(2), mood: 2 })
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about, week_of: week(1), mood: 4 })
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    for (const days of [0, 7, 30]) await cast.service.adds('goals', { ...goal, completed_at: moment(days) })
    expect(await verdict()).toEqual({ direction: 'same' })
  })

  test('the first weekly goal, done this week, is compared with nothing', async () => {
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    await cast.service.adds('goals', { ...goal, completed_at: moment(0) })
    expect(await thisWeek()).toMatchObject({
      verdict: null,
      figures: { goals: { now: 1, before: null, weeks: [null, null, null, null, null, null, null, 1] } },
    })
  })

  test('figures: what eight weeks added, this one last, and the one before up to the same day; goals too', async () => {
    await addLoop(
      [
        { conversions: 1, demos: 4 },
        { conversions: 3, demos: 4 },
        { conversions: 8, demos: 3 },
      ],
      [14, 7, 0],
    )
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    for (const days of [0, 0, 7, 28]) await cast.service.adds('goals', { ...goal, completed_at: moment(days) })
    await cast.service.adds('goals', { ...goal, period: 'monthly', completed_at: moment(0) })
    expect((await thisWeek())['figures']).toEqual({
      conversions: { now: 5, before: 2, weeks: [null, null, null, null, null, null, 2, 5] },
      demos: { now: -1, before: 0, weeks: [null, null, null, null, null, null, 0, -1] },
      messages: { now: 0, before: 0, weeks: [null, null, null, null, null, null, 0, 0] },
      goals: { now: 2, before: 1, weeks: [null, null, null, 1, 0, 0, 1, 2] },
    })
  })

  test('priority: that of the last check-in, unless it is long ago', async () => {
    const checkIn = { mood: 3, wins: 'Two demos', ...about }
    await cast.service.adds('weekly_checkins', { ...checkIn, week_of: week(5), next_priority: 'Pricing' })
    expect((await thisWeek())['priority']).toBeNull()
    await cast.service.adds('weekly_checkins', { ...checkIn, week_of: week(4), next_priority: 'x'.repeat(400) })
    expect(await thisWeek()).toMatchObject({ priority: 'x'.repeat(300), is_checked_in: false })
    await cast.service.adds('weekly_checkins', { ...checkIn, week_of: week(0), next_priority: 'Pricing' })
    expect(await thisWeek()).toMatchObject({ priority: 'Pricing', is_checked_in: true })
  })

  test('goals: those completed this week, of these and the open ones', async () => {
    const goal = { text: 'Ten demos', period: 'weekly', ...about }
    await cast.service.adds('goals', {
      ...goal,
      completed: true,
      completed_at: `${weekOf(new Date(), 'UTC')}T00:00:00Z`,
    })
    await cast.service.adds('goals', { ...goal, completed: true, completed_at: moment(8) })
    await cast.service.adds('goals', goal)
    await cast.service.adds('goals', { ...goal, period: 'monthly' })
    expect((await thisWeek())['goals']).toEqual({ done: 1, of: 2 })
  })

  test('a week begins on the founder’s own Monday', async () => {
    const monday = Date.parse(`${weekOf(new Date(), 'UTC')}T00:00:00Z`)
    const hours = (count: number) => new Date(monday + count * 3_600_000).toISOString()
    const goal = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
    for (const at of [-11, -5, 1]) await cast.service.adds('goals', { ...goal, completed_at: hours(at) })
    const done = async (given?: Row) => (await thisWeek<{ goals: Row }>(given)).goals['done']
    // In Auckland, UTC and New York.
    expect([await done({ begins_at: hours(-13) }), await done(), await done({ begins_at: hours(5) })]).toEqual([
      3, 1, 0,
    ])
    await expect(thisWeek({ begins_at: hours(25) })).rejects.toMatchObject({ code: '22023' })
  })

  test('replies are counted until they are read, and not until the board was seen', async () => {
    const reply = { sender_type: 'squad', sender_name: 'Upswing Team', ...about }
    await cast.admin.adds('squad_messages', { content: 'Hi', ...reply })
    await cast.ana.calls('mark_board_seen', { seen: moment(0) })
    const unread = async () => {
      const { changes, next } = await thisWeek<{ changes: Row; next: Row }>()
      return [changes['replies'], next['kind'] === 'reply']
    }
    expect(await unread()).toEqual([1, true])
    await cast.ana.calls('mark_replies_read', { until: moment(-1) })
    expect(await unread()).toEqual([0, false])
  })

  test('three loops at the most that one counts are added up', async () => {
    const most = { conversions: 1e9, demos: 1e9, messages: 1e9 }
    for (const name of ['Cold mail', 'Fairs', 'Referrals'])
      await cast.admin.adds('traction_loops', { name, ...most, ...about })
    expect(await verdict()).toEqual({ direction: 'better', reason: 'conversions', now: 3e9, before: 0 })
    const week = { week_of: weekOf(new Date(), 'UTC'), begins_at: `${weekOf(new Date(), 'UTC')}T00:00:00Z` }
    const [soFar] = await cast.ana.calls('week_so_far', week)
    expect(soFar?.['added']).toEqual({ conversions: 3e9, demos: 3e9, messages: 3e9 })
  })

  test('changes are counted until the board was seen, on every device', async () => {
    await cast.ana.adds('decisions', { title: 'Hire', reason: 'Churn', ...about })
    await cast.ana.adds('squad_messages', { content: 'Hello', ...about })
    await cast.admin.adds('squad_messages', {
      content: 'Hi',
      sender_type: 'squad',
      sender_name: 'Upswing Team',
      ...about,
    })
    await cast.admin.adds('notes', { title: 'Buyers', content: 'SSO', ...about })
    await cast.admin.changes('decisions', about, { impact: 'positive' })
    await cast.admin.changes('decisions', about, { result: 'It worked' })
    await cast.admin.adds('traction_loops', { name: 'Cold mail', ...about })
    const seen = await thisWeek()
    expect(seen['changes']).toEqual({ replies: 1, notes: 1, ratings: 1, loops: 1 })
    expect(seen['next']).toEqual({ kind: 'reply' })
    await cast.ana.calls('mark_board_seen', { seen: String(seen['until']) })
    expect((await thisWeek())['changes']).toEqual({ replies: 1, notes: 0, ratings: 0, loops: 0 })
    // The page that has shown them still does.
    const same = await thisWeek({ since: String(seen['since']) })
    expect(same['changes']).toEqual({ replies: 1, notes: 1, ratings: 1, loops: 1 })
  })

  test('the next step is the first open goal of the week as the board lists them, or to set one', async () => {
    // From Friday on a missing check-in comes first.
    const checkIn = { week_of: weekOf(new Date(), 'UTC'), mood: 3, wins: 'Two demos', next_priority: 'Pricing' }
    await cast.service.adds('weekly_checkins', { ...checkIn, ...about })
    expect((await thisWeek())['next']).toEqual({ kind: 'goals' })
    await cast.service.adds('goals', { text: 'Newer', period: 'weekly', ...about })
    await cast.service.adds('goals', { text: 'Older', period: 'weekly', created_at: moment(3), ...about })
    const [older] = await cast.service.sees('goals', { text: 'Older' })
    const [newer] = await cast.service.sees('goals', { text: 'Newer' })
    expect((await thisWeek())['next']).toEqual({ kind: 'goal', id: newer?.['id'], text: 'Newer' })
    await cast.ana.calls('move_goal', { goal: older!['id']!, before: newer!['id']! })
    expect((await thisWeek())['next']).toEqual({ kind: 'goal', id: older?.['id'], text: 'Older' })
  })

  test('a day that is not today is refused', async () => {
    for (const today of [day(2), day(-2)])
      await expect(cast.ana.calls('this_week', { today })).rejects.toMatchObject({ code: '22023' })
  })

  test('the moment of the last look never goes back or into the future, and only its owner sets it', async () => {
    const seenAt = async () => (await cast.service.sees('profiles', { id: cast.ana.id }))[0]?.['board_seen_at']
    const before = await seenAt()
    await cast.ana.calls('mark_board_seen', { seen: moment(5) })
    expect(await seenAt()).toBe(before)
    await cast.ana.calls('mark_board_seen', { seen: moment(-5) })
    expect(Date.parse(String(await seenAt()))).toBeLessThanOrEqual(Date.now() + 1000)
    const own = { id: cast.ana.id }
    await expect(cast.ana.changes('profiles', own, { board_seen_at: moment(3) })).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('records of others do not count', async () => {
    await addLoop([{ conversions: 1 }, { conversions: 3 }, { conversions: 8 }])
    await cast.admin.adds('notes', { title: 'Buyers', content: 'SSO', ...about })
    expect(await thisWeek({}, cast.ben)).toMatchObject({ verdict: null, changes: { notes: 0, loops: 0 } })
  })
})
