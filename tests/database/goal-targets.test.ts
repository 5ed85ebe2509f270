import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gather, platforms, type Cast, type Row } from '../permissions/actors.ts'

const [denied, refused, notAllowed, missing] = ['42501', 'P0001', '23514', '23503'].map((code) => ({ code }))

describe.each(platforms)('targets of goals and their links on %s', (platform) => {
  let cast: Cast
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(platform)
    about = { user_id: cast.ana.id }
  })
  afterAll(() => cast.close())
  beforeEach(() => cast.service.deletes('goals', {}))

  /** Adds a goal of ana's. @returns its id */
  async function add(period: string, more: Row = {}): Promise<string> {
    const id = crypto.randomUUID()
    await cast.ana.adds('goals', { id, text: 'Ten demos', period, ...about, ...more })
    return id
  }
  const seen = async (id: string) => (await cast.ana.sees('goals', { id }))[0]
  const change = (id: string, to: Row) => cast.ana.changes('goals', { id }, to)
  const sums = async (caller = cast.ana) => {
    const rows = await caller.calls('goal_sums', { founder: cast.ana.id })
    return new Map(rows.map(({ goal, total, ...row }) => [goal, { ...row, total: total === null ? null : Number(total) }])) // prettier-ignore
  }

  describe('a target', () => {
    test('is a number with or without a unit, which its founder changes, types the number of and takes away', async () => {
      const id = await add('weekly', { target: 17, unit: 'demos' })
      expect(await change(id, { progress: 11 })).toBe(1)
      expect(await seen(id)).toMatchObject({ unit: 'demos' })
      expect([Number((await seen(id))?.['target']), Number((await seen(id))?.['progress'])]).toEqual([17, 11])
      for (const other of [cast.ben, cast.admin]) expect(await other.changes('goals', { id }, { progress: 1 })).toBe(0)
      await change(id, { target: null, progress: null, unit: null })
      expect(await seen(id)).toMatchObject({ target: null, progress: null, unit: null })
    })

    test.each<Row>([
      { target: 0 },
      { target: -1 },
      { target: 'NaN' },
      { target: 1_000_000_001 },
      { target: 1, progress: -1 },
      { target: 1, progress: 'NaN' },
      { target: 1, progress: 1_000_000_001 },
      { target: 1, unit: ' ' },
      { target: 1, unit: 'x'.repeat(31) },
      { progress: 1 },
      { unit: 'demos' },
    ])('cannot be %j', async (invalid) => {
      await expect(add('weekly', invalid)).rejects.toMatchObject(notAllowed!)
      const id = await add('weekly')
      await expect(change(id, invalid)).rejects.toMatchObject(notAllowed!)
    })

    test('has a unit of one line', async () => {
      expect(await seen(await add('weekly', { target: 1, unit: 'paying\ncustomers\u202E' }))).toMatchObject({
        unit: 'paying customers',
      })
    })
  })

  describe('a link', () => {
    test('leads to a goal of a longer period alone', async () => {
      const [weekly, monthly, yearly] = [await add('weekly'), await add('monthly'), await add('yearly')]
      for (const parent_id of [monthly, yearly]) expect(await change(weekly, { parent_id })).toBe(1)
      expect(await change(monthly, { parent_id: yearly })).toBe(1)
      for (const [id, parent_id] of [
        [monthly, weekly],
        [yearly, monthly],
        [weekly, weekly],
        [weekly, await add('weekly')],
      ] as const) {
        await expect(change(id, { parent_id })).rejects.toMatchObject(refused!)
      }
      expect(await change(weekly, { parent_id: null })).toBe(1)
    })

    test('stays right when the service changes a period', async () => {
      const yearly = await add('yearly')
      const monthly = await add('monthly', { parent_id: yearly })
      for (const [id, period] of [
        [monthly, 'yearly'],
        [yearly, 'weekly'],
      ] as const) {
        await expect(cast.service.changes('goals', { id }, { period })).rejects.toMatchObject(refused!)
      }
      expect(await cast.service.changes('goals', { id: monthly }, { period: 'quarterly' })).toBe(1)
    })

    test('leads to a goal of the same founder, and tells nothing about others', async () => {
      const ofBen = crypto.randomUUID()
      await cast.ben.adds('goals', { id: ofBen, text: 'Z', period: 'yearly', user_id: cast.ben.id })
      const weekly = await add('weekly')
      for (const parent_id of [ofBen, crypto.randomUUID()]) {
        await expect(change(weekly, { parent_id })).rejects.toMatchObject(missing!)
        await expect(add('weekly', { parent_id })).rejects.toMatchObject(missing!)
      }
    })

    test('ends with the goal that is served, and comes back with Undo', async () => {
      const parent = await add('monthly', { target: 40, unit: 'demos', progress: 3 })
      const [first, second, moved] = [
        await add('weekly', { parent_id: parent }),
        await add('weekly', { parent_id: parent }),
        await add('weekly', { parent_id: parent }),
      ]
      const before = await seen(parent)
      await cast.ana.deletes('goals', { id: parent })
      for (const id of [first, second]) expect(await seen(id)).toMatchObject({ parent_id: null })
      const other = await add('monthly')
      await change(moved, { parent_id: other })
      await cast.ana.calls('restore_goal', { goal: parent })
      expect(await seen(parent)).toEqual(before)
      for (const id of [first, second]) expect(await seen(id)).toMatchObject({ parent_id: parent })
      expect(await seen(moved)).toMatchObject({ parent_id: other })
    })

    test('is kept by Undo, unless the goal that was served is gone', async () => {
      const parent = await add('monthly')
      const [kept, lost] = [await add('weekly', { parent_id: parent }), await add('weekly', { parent_id: parent })]
      await cast.ana.deletes('goals', { id: kept })
      await cast.ana.calls('restore_goal', { goal: kept })
      expect(await seen(kept)).toMatchObject({ parent_id: parent })
      await cast.ana.deletes('goals', { id: lost })
      await cast.ana.deletes('goals', { id: parent })
      await cast.ana.calls('restore_goal', { goal: lost })
      expect(await seen(lost)).toMatchObject({ parent_id: null })
    })

    test('does not keep an account from being deleted', async () => {
      const own = { user_id: cast.exAdmin.id }
      const yearly = crypto.randomUUID()
      await cast.exAdmin.adds('goals', { id: yearly, text: 'A', period: 'yearly', ...own })
      await cast.exAdmin.adds('goals', { text: 'B', period: 'weekly', parent_id: yearly, ...own })
      await cast.exAdmin.calls('delete_my_account', {})
      expect(await cast.service.sees('goals', own)).toEqual([])
    })
  })

  describe('the sums', () => {
    test('are of the goals that serve one: how many, how many done, and their numbers of its unit', async () => {
      const parent = await add('monthly', { target: 40, unit: 'demos' })
      await add('weekly', { parent_id: parent, target: 10, progress: 7, unit: 'Demo' })
      await add('weekly', { parent_id: parent, target: 10, progress: 4.5, unit: 'demos' })
      await add('weekly', { parent_id: parent, target: 10, progress: 100, unit: 'calls' })
      await change(await add('weekly', { parent_id: parent }), { completed: true })
      await add('yearly')
      expect(await sums()).toEqual(new Map([[parent, { goals: 4, done: 1, total: 11.5, unit: 'demos' }]]))
    })

    test('of a goal without a target need one unit', async () => {
      const parent = await add('monthly')
      await add('weekly', { parent_id: parent, target: 10, progress: 7, unit: 'demos' })
      expect((await sums()).get(parent)).toMatchObject({ total: 7, unit: 'demos' })
      await add('weekly', { parent_id: parent, target: 10, progress: 4, unit: 'calls' })
      expect((await sums()).get(parent)).toEqual({ goals: 2, done: 0, total: null, unit: null })
    })

    test('add up to a year; a typed number stands for its goals, a done goal for its target', async () => {
      const yearly = await add('yearly', { target: 500, unit: 'demos' })
      const quarterly = await add('quarterly', { parent_id: yearly })
      const monthly = await add('monthly', { parent_id: quarterly, target: 40, unit: 'demos' })
      const weekly = await add('weekly', { parent_id: monthly, target: 10, progress: 7, unit: 'demos' })
      await add('weekly', { parent_id: yearly, target: 3, progress: 2, unit: 'demos' })
      const totals = async () => [yearly, quarterly, monthly].map((id) => sums().then((all) => all.get(id)?.total))
      expect(await Promise.all(await totals())).toEqual([9, 7, 7])
      await change(monthly, { progress: 20 })
      expect(await Promise.all(await totals())).toEqual([22, 20, 7])
      await change(monthly, { progress: null })
      await change(weekly, { progress: null, completed: true })
      expect(await Promise.all(await totals())).toEqual([12, 10, 10])
    })

    test('are read by their founder and by admins', async () => {
      const parent = await add('monthly')
      await add('weekly', { parent_id: parent })
      for (const reader of [cast.ana, cast.admin]) expect((await sums(reader)).size).toBe(1)
      for (const other of [cast.ben, cast.exAdmin]) expect((await sums(other)).size).toBe(0)
      await expect(sums(cast.anonymous)).rejects.toMatchObject(denied!)
    })
  })
})
