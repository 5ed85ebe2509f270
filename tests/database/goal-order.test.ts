import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Cast } from '../permissions/actors.ts'

/** For a goal that is not the caller's, and for one before which there is no place. */
const [denied, refused] = [{ code: '42501' }, { code: '22023' }]

describe.each(engines)('the order of goals on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let about: { readonly user_id: string }
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    about = { user_id: cast.ana.id }
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(() => cast.service.deletes('goals', about))

  /** Adds goals a minute apart, A first. @returns their ids */
  async function addGoals(...texts: string[]): Promise<[string, string, string, string]> {
    const goals = texts.map((text, index) => ({
      id: crypto.randomUUID(),
      text,
      period: 'weekly',
      created_at: new Date(Date.now() - (texts.length - index) * 60_000).toISOString(),
    }))
    for (const goal of goals) await cast.service.adds('goals', { ...goal, ...about })
    return goals.map(({ id }) => id) as [string, string, string, string]
  }
  const inOrder = async () =>
    (await cast.ana.sees('goals', about)).toSorted((a, b) => Number(b['position']) - Number(a['position']))
  const order = async () => (await inOrder()).map(({ text }) => text).join('')
  const move = (goal = '', before?: string) => cast.ana.calls('move_goal', { goal, ...(before && { before }) })

  test('the newest goal is first', async () => {
    await addGoals('A', 'B')
    await cast.ana.adds('goals', { text: 'C', period: 'weekly', ...about })
    expect(await order()).toBe('CBA')
  })

  test('a goal is moved before another, to the top and to the end; a new one is first again', async () => {
    const [a, b, c, d] = await addGoals('A', 'B', 'C', 'D')
    await move(d, b)
    expect(await order()).toBe('CDBA')
    await move(a, c)
    expect(await order()).toBe('ACDB')
    await move(c)
    expect(await order()).toBe('ADBC')
    await move(c, b)
    expect(await order()).toBe('ADCB')
    await cast.ana.adds('goals', { text: 'E', period: 'weekly', ...about })
    expect(await order()).toBe('EADCB')
  })

  test('moves between the same two goals never run out of positions', async () => {
    const [a, b, c] = await addGoals('A', 'B', 'C')
    for (let time = 0; time < 60; time++) {
      await move(b, a)
      await move(c, b)
      await move(c, a)
    }
    expect(await order()).toBe('BCA')
    expect(new Set((await inOrder()).map(({ position }) => position)).size).toBe(3)
  })

  test('goals with the same position have one order', async () => {
    const created_at = '2026-03-02T10:00:00Z'
    for (const text of ['A', 'B', 'C']) {
      await cast.service.adds('goals', { text, period: 'weekly', created_at, ...about })
    }
    const [first, second, third] = (await inOrder()).map(({ id }) => String(id)).toSorted()
    await move(third, second)
    expect((await inOrder()).map(({ id }) => id)).toEqual([first, third, second])
  })

  test('completed goals, those of other periods and of other founders are neither moved nor passed', async () => {
    const [a, b] = await addGoals('A', 'B')
    const [ofBen, yearly] = [crypto.randomUUID(), crypto.randomUUID()]
    await cast.service.adds('goals', { id: ofBen, text: 'Z', period: 'weekly', user_id: cast.ben.id })
    await cast.service.adds('goals', { id: yearly, text: 'Y', period: 'yearly', ...about })
    for (const other of [ofBen, yearly, crypto.randomUUID()]) {
      await expect(move(a, other)).rejects.toMatchObject(refused)
    }
    await expect(move(ofBen)).rejects.toMatchObject(denied)
    await cast.ana.changes('goals', { id: b }, { completed: true })
    await expect(move(b)).rejects.toMatchObject(denied)
    await expect(move(a, b)).rejects.toMatchObject(refused)
    await cast.service.deletes('goals', { id: ofBen })
  })

  test('positions are bounded', async () => {
    for (const position of ['Infinity', 'NaN', 1e13]) {
      const goal = { text: 'A', period: 'weekly', position, ...about }
      await expect(cast.service.adds('goals', goal)).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('the tabs count the open goals', async () => {
    const [a] = await addGoals('A', 'B')
    await cast.ana.changes('goals', { id: a }, { completed: true })
    expect(await cast.ana.sees('goal_counts', about)).toMatchObject([{ period: 'weekly', goals: 2, open: 1 }])
  })

  describe('Undo of a deletion', () => {
    test('restores the same row, once', async () => {
      const [a, b] = await addGoals('A', 'B', 'C')
      await move(a, b)
      await cast.ana.changes('goals', { id: a }, { completed: true })
      const before = await cast.ana.sees('goals', { id: a })
      await cast.ana.deletes('goals', { id: a })
      await cast.ana.calls('restore_goal', { goal: a })
      expect(await cast.ana.sees('goals', { id: a })).toEqual(before)
      await expect(cast.ana.calls('restore_goal', { goal: a })).rejects.toMatchObject(denied)
    })

    test('leaves a goal without a moment of completion without one', async () => {
      const [a] = await addGoals('A')
      await cast.ana.changes('goals', { id: a }, { completed: true })
      await cast.service.changes('goals', { id: a }, { completed_at: null })
      await cast.ana.deletes('goals', { id: a })
      await cast.ana.calls('restore_goal', { goal: a })
      expect(await cast.ana.sees('goals', { id: a })).toMatchObject([{ completed: true, completed_at: null }])
    })

    test('is refused to others, after ten minutes, and of what the service has deleted', async () => {
      const [a, b] = await addGoals('A', 'B')
      await cast.ana.deletes('goals', { id: a })
      for (const other of [cast.ben, cast.admin]) {
        await expect(other.calls('restore_goal', { goal: a })).rejects.toMatchObject(denied)
      }
      await owner.query(`update private.deleted_goals set deleted_at = now() - interval '11 minutes'`)
      await expect(cast.ana.calls('restore_goal', { goal: a })).rejects.toMatchObject(denied)
      await cast.service.calls('delete_expired', { max_rows: 1 })
      expect(await owner.query('select id from private.deleted_goals')).toEqual([])
      await cast.service.deletes('goals', { id: b })
      await expect(cast.ana.calls('restore_goal', { goal: b })).rejects.toMatchObject(denied)
    })

    test('deleting the account deletes what was kept', async () => {
      const { id } = cast.exAdmin
      for (const text of ['A', 'B']) await cast.exAdmin.adds('goals', { text, period: 'weekly', user_id: id })
      await cast.exAdmin.deletes('goals', { text: 'A' })
      const kept = () => owner.query('select id from private.deleted_goals where user_id = $1', [id])
      expect(await kept()).toHaveLength(1)
      await cast.exAdmin.calls('delete_my_account', {})
      expect(await kept()).toEqual([])
    })
  })
})
