import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { gather, type Cast, type Row } from '../permissions/actors.ts'

const DAY_MS = 86_400_000
const moment = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString()
const monday = weekOf(new Date(), 'UTC')
/** The Monday that many weeks ago. */
const week = (ago: number) => weekOf(new Date(Date.parse(monday) - ago * 7 * DAY_MS), 'UTC')
const NOBODYS = '4f0c9e0e-6c3f-4d7c-9a64-0d4b8ab7a001'
/** As PostgreSQL writes an array. */
const array = (ids: readonly string[]) => `{${ids.join()}}`
const starts = { week: `${monday}T00:00:00Z`, month: moment(20), quarter: moment(60), year: moment(200) }

describe.each(engines)('closing a week on %s', (engine) => {
  let cast: Cast
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(engine)
    about = { user_id: cast.ana.id }
  })
  afterAll(() => cast.close())
  beforeEach(async () => {
    for (const table of ['goals', 'weekly_checkins', 'decisions', 'traction_loops'])
      await cast.service.deletes(table, about)
  })

  /** Adds a goal of that age. @returns its id */
  async function addGoal(text: string, days: number, more: Row = {}): Promise<string> {
    await cast.service.adds('goals', { text, period: 'weekly', created_at: moment(days), ...about, ...more })
    const [goal] = await cast.service.sees('goals', { text, ...about })
    return String(goal?.['id'])
  }
  const leftOver = async (who = cast.ana) => (await who.calls('goals_left_over', starts)).map(({ text }) => text)
  const goals = () => cast.service.sees('goals', about)

  describe('goals whose period has ended', () => {
    test('open goals planned before the present period are left over', async () => {
      await addGoal('Last week', 8)
      await addGoal('Long ago', 90)
      await addGoal('Completed', 9, { completed: true })
      await addGoal('This week', 0)
      await addGoal('This month', 8, { period: 'monthly' })
      await addGoal('Last month', 30, { period: 'monthly' })
      await addGoal('Last quarter', 70, { period: 'quarterly' })
      await addGoal('Last year', 300, { period: 'yearly' })
      expect((await leftOver()).sort()).toEqual(['Last month', 'Last quarter', 'Last week', 'Last year', 'Long ago'])
      expect(await leftOver(cast.ben)).toEqual([])
    })

    test('goals left over are in the founder’s own order, as on the board', async () => {
      await addGoal('Long ago', 90)
      const second = await addGoal('Second', 9)
      const moved = await addGoal('Moved up', 60)
      await addGoal('Newest', 8)
      expect(await leftOver()).toEqual(['Newest', 'Second', 'Moved up', 'Long ago'])
      await cast.ana.calls('move_goal', { goal: moved, before: second })
      expect(await leftOver()).toEqual(['Newest', 'Moved up', 'Second', 'Long ago'])
    })

    test('at most 50 of each period are listed', async () => {
      for (let goal = 0; goal < 52; goal++) await addGoal(`Goal ${goal}`, 100 - goal)
      expect(await leftOver()).toHaveLength(50)
      expect((await leftOver())[0]).toBe('Goal 51')
    })

    test('carried over, a goal belongs to the present period', async () => {
      const id = await addGoal('Ten demos', 8)
      await cast.ana.calls('settle_goals', { ids: array([id]), outcome: 'carried' })
      expect(await leftOver()).toEqual([])
      expect(await goals()).toMatchObject([{ text: 'Ten demos', completed: false }])
    })

    test('done counts in the period that it was planned for', async () => {
      const id = await addGoal('Ten demos', 8)
      await cast.ana.calls('settle_goals', { ids: array([id]), outcome: 'done' })
      const [goal] = await goals()
      expect(goal?.['completed']).toBe(true)
      expect(weekOf(new Date(String(goal?.['completed_at'])), 'UTC')).toBe(weekOf(new Date(moment(8)), 'UTC'))
      const [row] = await cast.ana.calls('this_week', { today: new Date().toISOString().slice(0, 10) })
      expect(row?.['goals']).toEqual({ done: 0, of: 0 })
    })

    test('a goal of the present period that is done is done now, not at the end of the period', async () => {
      const id = await addGoal('Ten demos', 0, { period: 'yearly' })
      await cast.ana.calls('settle_goals', { ids: array([id]), outcome: 'done' })
      const [goal] = await goals()
      expect(Date.parse(String(goal?.['completed_at']))).toBeLessThanOrEqual(Date.now() + 1000)
    })

    describe.each([
      ['Kiritimati', 14],
      ['Tokyo', 9],
      ['Kolkata', 5.5],
      ['London in winter', 0],
      ['Los Angeles in winter', -8],
      ['Baker Island', -12],
    ])('done, as seen from %s', (_, hoursAhead) => {
      /** Midnight of that day there, moved by so many minutes. */
      const midnight = (date: string, minutes = 0) =>
        new Date(Date.parse(date) - hoursAhead * 3_600_000 + minutes * 60_000).toISOString()
      const present = midnight(monday)
      const settle = (id: string) =>
        cast.ana.calls('settle_goals', { ids: array([id]), outcome: 'done', week: present })

      test.each([
        ['in the first minute of last week', midnight(week(1)), 1],
        ['in the last minute of last week', midnight(monday, -1), 1],
        ['in the last minute of the week before', midnight(week(1), -1), 2],
      ])('planned %s, it counts in that week, and is no win of this one', async (_, created_at, ago) => {
        await settle(await addGoal('Ten demos', 0, { created_at }))
        await cast.ana.adds('weekly_checkins', {
          week_of: week(4),
          mood: 3,
          wins: 'Two',
          next_priority: 'One',
          ...about,
        })
        const weeks = await cast.ana.calls('my_weeks')
        expect(weeks.find(({ week_of }) => week_of === week(ago))).toMatchObject({ goals_completed: 1 })
        const [soFar] = await cast.ana.calls('week_so_far', { week_of: monday, begins_at: present })
        expect(soFar?.['goals']).toEqual([])
        const [board] = await cast.ana.calls('this_week', { today: new Date().toISOString().slice(0, 10) })
        expect(board?.['goals']).toEqual({ done: 0, of: 0 })
        const [goal] = await goals()
        const doneAt = String(goal?.['completed_at'])
        expect(doneAt >= midnight(week(ago)) && doneAt < midnight(week(ago - 1))).toBe(true)
      })

      test.each([
        ['monthly', 'month', '2026-02-01', '2026-03-01'],
        ['quarterly', 'quarter', '2026-01-01', '2026-04-01'],
        ['yearly', 'year', '2025-01-01', '2026-01-01'],
      ])('%s goals count in the %s that they were planned for', async (period, _, begins, ends) => {
        for (const created_at of [midnight(begins), midnight(ends, -1)]) {
          await settle(await addGoal(created_at, 0, { created_at, period }))
          const [goal] = await cast.service.sees('goals', { text: created_at, ...about })
          const doneAt = Date.parse(String(goal?.['completed_at']))
          const last = Math.min(Date.parse(ends), Date.parse(midnight(ends))) - 1000
          expect(new Date(doneAt).toISOString()).toBe(new Date(last).toISOString())
        }
      })
    })

    test('without the founder’s week, periods end as in UTC', async () => {
      const id = await addGoal('Ten demos', 0, { created_at: `${week(1)}T12:00:00Z` })
      await cast.ana.calls('settle_goals', { ids: array([id]), outcome: 'done' })
      const [goal] = await goals()
      expect(Date.parse(String(goal?.['completed_at']))).toBe(Date.parse(monday) - 1000)
    })

    test('dropped goals are deleted, several at once; completed ones stay', async () => {
      const ids = [await addGoal('One', 8), await addGoal('Two', 9), await addGoal('Three', 9, { completed: true })]
      await cast.ana.calls('settle_goals', { ids: array(ids), outcome: 'dropped' })
      expect(await goals()).toMatchObject([{ text: 'Three' }])
    })

    test.each(['carried', 'done', 'dropped'])('another user’s goals are not %s', async (outcome) => {
      const id = await addGoal('Ten demos', 8)
      const before = await goals()
      await cast.ben.calls('settle_goals', { ids: array([id]), outcome })
      await cast.admin.calls('settle_goals', { ids: array([id]), outcome })
      expect(await goals()).toEqual(before)
    })

    test.each([
      ['another outcome', { ids: array([NOBODYS]), outcome: 'forgotten' }],
      ['no goal', { ids: array([]), outcome: 'done' }],
      ['no list', { ids: null, outcome: 'done' }],
      ['more than 200', { ids: array(Array<string>(201).fill(NOBODYS)), outcome: 'done' }],
      ['a moment at which no week begins', { ids: array([NOBODYS]), outcome: 'done', week: '2026-03-04T00:00:00Z' }],
    ])('is refused: %s', async (_, given) => {
      await expect(cast.ana.calls('settle_goals', given)).rejects.toMatchObject({ code: '22023' })
    })

    test('founders cannot set the moment themselves', async () => {
      await addGoal('Ten demos', 8)
      await expect(cast.ana.changes('goals', about, { carried_at: moment(0) })).rejects.toMatchObject({ code: '42501' })
    })
  })

  describe('the check-in', () => {
    const answers = { wins: 'Two demos', next_priority: 'Pricing' }
    const soFar = async () =>
      (await cast.ana.calls('week_so_far', { week_of: monday, begins_at: `${monday}T00:00:00Z` }))[0]

    test('a founder without records has nothing to show', async () => {
      expect(await soFar()).toEqual({ priority: null, goals: [], decisions: [], added: null, streak: 0 })
    })

    test('shows the last priority, what was completed, decided and added', async () => {
      await cast.ana.adds('weekly_checkins', { ...answers, week_of: week(3), next_priority: 'Hiring', ...about })
      await cast.ana.adds('weekly_checkins', { ...answers, week_of: week(1), ...about })
      await addGoal('Shipped', 20, { completed: true })
      await addGoal('Shipped earlier', 20, { completed: true, completed_at: moment(15) })
      await cast.ana.adds('decisions', { title: 'Hire', reason: 'Churn', ...about })
      await cast.admin.adds('traction_loops', { name: 'Cold mail', ...about })
      await cast.admin.changes('traction_loops', about, { conversions: 3, messages: 40 })
      const found = await soFar()
      expect(found).toMatchObject({ goals: ['Shipped'], decisions: ['Hire'], streak: 2 })
      expect(found?.['priority']).toEqual({ week_of: week(1), text: 'Pricing' })
      expect(found?.['added']).toEqual({ conversions: 3, demos: 0, messages: 40 })
    })

    test('of a week that has ended, shows what was in it, and nothing later', async () => {
      const ended = week(1)
      await addGoal('In it', 20, { completed: true, completed_at: `${ended}T12:00:00Z` })
      await addGoal('After it', 20, { completed: true, completed_at: `${monday}T02:00:00Z` })
      const decision = { reason: 'Churn', ...about }
      await cast.service.adds('decisions', { ...decision, title: 'Hire', created_at: `${ended}T12:00:00Z` })
      await cast.service.adds('decisions', { ...decision, title: 'Move', created_at: `${monday}T02:00:00Z` })
      const [found] = await cast.ana.calls('week_so_far', { week_of: ended, begins_at: `${ended}T00:00:00Z` })
      expect(found).toMatchObject({ goals: ['In it'], decisions: ['Hire'] })
    })

    test.each([
      ['a day that is no Monday', { week_of: '2026-03-03', begins_at: '2026-03-03T00:00:00Z' }],
      ['a beginning far from the week', { week_of: '2026-03-02', begins_at: '2026-01-02T00:00:00Z' }],
      ['no week', { week_of: null, begins_at: '2026-01-02T00:00:00Z' }],
    ])('is refused: %s', async (_, given) => {
      await expect(cast.ana.calls('week_so_far', given)).rejects.toMatchObject({ code: '22023' })
    })

    test('stores whether the last priority happened: yes, partly or no', async () => {
      for (const [ago, priority_outcome] of ['yes', 'partly', 'no'].entries())
        await cast.ana.adds('weekly_checkins', { ...answers, week_of: week(ago), priority_outcome, ...about })
      await expect(
        cast.ana.adds('weekly_checkins', { ...answers, week_of: week(9), priority_outcome: 'maybe', ...about }),
      ).rejects.toMatchObject({ code: '23514' })
    })

    test.each<[string, readonly number[], number]>([
      ['nothing', [], 0],
      ['this week alone', [0], 1],
      ['last week, this one still open', [1], 1],
      ['three in a row', [0, 1, 2], 3],
      ['last week was missed', [0, 2, 3], 3],
      ['last week was missed and this one is open', [2, 3], 2],
      ['two weeks were missed', [0, 3, 4], 1],
      ['a second week was missed seven weeks before the first', [0, 2, 3, 4, 5, 6, 7, 9], 7],
      ['a second week was missed eight weeks before the first', [0, 2, 3, 4, 5, 6, 7, 8, 10, 11], 10],
    ])('weeks in a row: %s', async (_, ago, streak) => {
      for (const weeks of ago) await cast.ana.adds('weekly_checkins', { ...answers, week_of: week(weeks), ...about })
      const [row] = await cast.ana.calls('this_week', { today: new Date().toISOString().slice(0, 10) })
      expect(row?.['streak']).toBe(streak)
    })
  })
})
