import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayOf, weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

const WEEK_MS = 7 * 86_400_000
const today = () => new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe.each(engines)('history on %s', (engine) => {
  let cast: Cast
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(engine)
    about = { user_id: cast.ana.id }
  })
  afterAll(() => cast.close())
  beforeEach(async () => {
    for (const table of ['traction_loops', 'runway_data', 'runway_points']) await cast.service.deletes(table, about)
  })

  const points = async (table = 'traction_points'): Promise<Row[]> => {
    const rows = await cast.ana.sees(table)
    return rows.toSorted((one, other) => String(one['day']).localeCompare(String(other['day'])))
  }
  async function addLoop(counts: Row = {}): Promise<string> {
    await cast.admin.adds('traction_loops', { name: 'Cold mail', ...counts, ...about })
    const [loop] = await cast.service.sees('traction_loops', about)
    return String(loop?.['id'])
  }
  /** Moves today's point to the past, as if the days had gone by. */
  const age = (loop: string, days: number) =>
    cast.service.changes('traction_points', { loop_id: loop, day: today() }, { day: daysAgo(days) })

  test('a loop begins with a point, and later changes on that day replace it', async () => {
    const id = await addLoop({ messages: 10 })
    expect(await points()).toMatchObject([{ loop_id: id, day: today(), conversions: 0, demos: 0, messages: 10 }])
    await cast.admin.changes('traction_loops', { id }, { messages: 20 })
    await cast.admin.changes('traction_loops', { id }, { demos: 2 })
    expect(await points()).toMatchObject([{ day: today(), conversions: 0, demos: 2, messages: 20 }])
  })

  test('a change on another day is another point; the service leaves points too', async () => {
    const id = await addLoop({ messages: 10 })
    await age(id, 3)
    await cast.service.changes('traction_loops', { id }, { messages: 30, conversions: 1 })
    expect(await points()).toMatchObject([
      { day: daysAgo(3), messages: 10, conversions: 0 },
      { day: today(), messages: 30, conversions: 1 },
    ])
  })

  test('a new status leaves a point, a new name does not', async () => {
    const id = await addLoop()
    await age(id, 3)
    await cast.admin.changes('traction_loops', { id }, { name: 'Warm mail', demos: 0 })
    expect(await points()).toMatchObject([{ day: daysAgo(3), status: 'running' }])
    await cast.admin.changes('traction_loops', { id }, { status: 'scaling' })
    expect(await points()).toMatchObject([{ status: 'running' }, { day: today(), status: 'scaling' }])
  })

  test('each change of a runway leaves a point, one a day', async () => {
    await cast.admin.adds('runway_data', { bank_balance: 1000.5, monthly_burn: 20, ...about })
    await cast.admin.changes('runway_data', about, { bank_balance: 900 })
    expect(await points('runway_points')).toMatchObject([
      { day: today(), bank_balance: 900, monthly_revenue: 0, monthly_burn: 20 },
    ])
    await cast.service.changes('runway_points', about, { day: daysAgo(1) })
    await cast.admin.changes('runway_data', about, { bank_balance: 900 })
    await cast.admin.changes('runway_data', about, { monthly_burn: 30 })
    expect(await points('runway_points')).toMatchObject([
      { day: daysAgo(1), monthly_burn: 20 },
      { day: today(), bank_balance: 900, monthly_burn: 30 },
    ])
  })

  test('a point of a runway is for a day of the founder’s', async () => {
    // Of these zones one at least has another day than UTC.
    for (const timeZone of ['Etc/GMT-14', 'Etc/GMT+12']) {
      await cast.service.deletes('runway_data', about)
      await cast.service.deletes('runway_points', about)
      await cast.service.deletes('mail_settings', about)
      await cast.service.adds('mail_settings', { ...about, time_zone: timeZone })
      await cast.admin.adds('runway_data', { bank_balance: 1, ...about })
      expect(await points('runway_points')).toMatchObject([{ day: dayOf(new Date(), timeZone) }])
    }
    await cast.service.deletes('mail_settings', about)
  })

  test('traction_history says how a loop was at the end of each week, up to this one', async () => {
    const id = await addLoop()
    await cast.service.deletes('traction_points', about)
    const monday = weekOf(new Date(Date.now() - 3 * WEEK_MS), 'UTC')
    const day = (days: number) => new Date(Date.parse(monday) + days * 86_400_000).toISOString().slice(0, 10)
    const past = [
      { day: day(0), messages: 1, status: 'running' },
      { day: day(6), messages: 2, status: 'paused' },
      { day: day(14), messages: 3, status: 'running' },
    ].map((point) => ({ ...point, conversions: 0, demos: 0, loop_id: id, ...about }))
    for (const point of past) await cast.service.adds('traction_points', point)
    expect(await cast.ana.calls('traction_history', {})).toEqual([
      {
        loop_id: id,
        first_week: monday,
        statuses: ['paused', 'paused', 'running', 'running'],
        conversions: [0, 0, 0, 0],
        demos: [0, 0, 0, 0],
        messages: [2, 2, 3, 3],
        conversions_added: [0, 0, 0, 0],
        demos_added: [0, 0, 0, 0],
        // An imported history is counted from its first point.
        messages_added: [1, 0, 1, 0],
      },
    ])
    expect(await cast.ben.calls('traction_history', { founder: cast.ana.id })).toEqual([])
  })

  describe('weeks', () => {
    const thisWeek = weekOf(new Date(), 'UTC')
    const earlier = (weeks: number) => weekOf(new Date(Date.now() - weeks * WEEK_MS), 'UTC')
    const goal = async () => (await cast.service.sees('goals', about))[0]
    beforeEach(async () => {
      for (const table of ['goals', 'weekly_checkins']) await cast.service.deletes(table, about)
    })

    test('a goal records when it was completed, and forgets it when it is open again', async () => {
      await cast.ana.adds('goals', { text: 'Ten demos', period: 'weekly', ...about })
      expect(await goal()).toMatchObject({ completed: false, completed_at: null })
      await cast.ana.changes('goals', about, { completed: true })
      const { completed_at } = (await goal()) ?? {}
      expect(Math.abs(Date.now() - Date.parse(String(completed_at)))).toBeLessThan(60_000)
      await cast.ana.changes('goals', about, { completed: true })
      expect(await goal()).toMatchObject({ completed_at })
      await cast.ana.changes('goals', about, { completed: false })
      expect(await goal()).toMatchObject({ completed_at: null })
    })

    test('a founder cannot say when a goal was completed', async () => {
      const forged = { completed_at: '2026-03-02T10:00:00Z' }
      const goal = { text: 'Ten demos', period: 'weekly', ...about }
      await expect(cast.ana.adds('goals', { ...goal, ...forged })).rejects.toMatchObject({ code: '42501' })
      await cast.ana.adds('goals', goal)
      await expect(cast.ana.changes('goals', about, forged)).rejects.toMatchObject({ code: '42501' })
    })

    test('my_weeks has the mood and the completed goals of each week, and gaps where nothing is known', async () => {
      expect(await cast.ana.calls('my_weeks', {})).toEqual([{ week_of: thisWeek, mood: null, goals_completed: null }])
      const checkIn = { wins: 'Two demos', next_priority: 'Pricing', ...about }
      await cast.service.adds('weekly_checkins', { ...checkIn, week_of: earlier(3), mood: 2 })
      await cast.service.adds('weekly_checkins', { ...checkIn, week_of: earlier(1), mood: 4 })
      const done = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
      for (const day of [earlier(2), thisWeek, thisWeek])
        await cast.service.adds('goals', { ...done, completed_at: `${day}T00:00:00Z` })
      expect(await cast.ana.calls('my_weeks', {})).toEqual([
        { week_of: earlier(3), mood: 2, goals_completed: null },
        { week_of: earlier(2), mood: null, goals_completed: 1 },
        { week_of: earlier(1), mood: 4, goals_completed: 0 },
        { week_of: thisWeek, mood: null, goals_completed: 2 },
      ])
    })

    test.each([14, -8])('my_weeks begins on the Monday of who is %i hours ahead of UTC', async (ahead) => {
      const hour = (hours: number) => new Date(Date.parse(thisWeek) + (hours - ahead) * 3_600_000).toISOString()
      const begins_at = hour(0)
      await cast.service.adds('weekly_checkins', { wins: 'Two demos', next_priority: 'Pricing', mood: 2, week_of: earlier(1), ...about }) // prettier-ignore
      const done = { text: 'Ten demos', period: 'weekly', completed: true, ...about }
      for (const hours of [-1, 1]) await cast.service.adds('goals', { ...done, completed_at: hour(hours) })
      expect(await cast.ana.calls('my_weeks', { begins_at })).toEqual([
        { week_of: earlier(1), mood: 2, goals_completed: 1 },
        { week_of: thisWeek, mood: null, goals_completed: 1 },
      ])
    })

    test('my_weeks goes back half a year at most', async () => {
      const checkIn = { wins: 'Two demos', next_priority: 'Pricing', mood: 3, week_of: '2020-03-02', ...about }
      await cast.service.adds('weekly_checkins', checkIn)
      expect(await cast.ana.calls('my_weeks', {})).toHaveLength(26)
    })
  })

  test('the history of a loop goes with it', async () => {
    const id = await addLoop()
    await cast.admin.deletes('traction_loops', { id })
    expect(await cast.service.sees('traction_points', about)).toEqual([])
  })
})
