import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { weekOf } from '../../domain/week.ts'
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
      },
    ])
    expect(await cast.ben.calls('traction_history', { founder: cast.ana.id })).toEqual([])
  })

  test('the history of a loop goes with it', async () => {
    const id = await addLoop()
    await cast.admin.deletes('traction_loops', { id })
    expect(await cast.service.sees('traction_points', about)).toEqual([])
  })
})
