import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Cast } from '../permissions/actors.ts'

describe.each(engines)('admin_dashboard on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
  })
  afterAll(() => cast.close())

  const numbers = async (week: string) => (await cast.admin.calls('admin_dashboard', { week }))[0]

  test('admin_dashboard returns zeros on a new database, except for the founders, without admins', async () => {
    expect(await numbers('2026-03-02')).toEqual({ founders: 3, running_loops: 0, monthly_revenue: 0, check_ins: 0 })
  })

  test('admin_dashboard counts running loops, total revenue and the check-ins of the week', async () => {
    for (const status of ['running', 'running', 'paused', 'scaling']) {
      await cast.admin.adds('traction_loops', { name: 'Cold mail', status, user_id: cast.ana.id })
    }
    await cast.admin.adds('runway_data', { monthly_revenue: 5000.25, user_id: cast.ana.id })
    await cast.admin.adds('runway_data', { monthly_revenue: 0.5, user_id: cast.ben.id })
    const checkIn = { mood: 3, wins: 'One', next_priority: 'Two' }
    for (const week_of of ['2026-03-02', '2026-03-09']) {
      await cast.ana.adds('weekly_checkins', { ...checkIn, week_of, user_id: cast.ana.id })
    }
    await cast.ben.adds('weekly_checkins', { ...checkIn, week_of: '2026-03-09', user_id: cast.ben.id })
    expect(await numbers('2026-03-09')).toEqual({
      founders: 3,
      running_loops: 2,
      monthly_revenue: 5000.75,
      check_ins: 2,
    })
    expect(await numbers('2026-03-02')).toMatchObject({ check_ins: 1 })
  })
})
