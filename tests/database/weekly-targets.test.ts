import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { gather, type Cast } from '../permissions/actors.ts'

describe.each(engines)('weekly targets on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
  })
  afterAll(() => cast.close())

  const monday = weekOf(new Date(), 'UTC')
  const points = async () => {
    const rows = await cast.ana.sees('weekly_target_points', { user_id: cast.ana.id })
    return rows
      .map(({ week, conversions, demos, messages }) => [week, conversions, demos, messages] as const)
      .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
  }

  test('count from the week in which they are set, and change no week before it', async () => {
    const own = { user_id: cast.ana.id }
    const before = addDays(monday, -21)
    await cast.service.adds('weekly_target_points', { ...own, week: before, demos: 4 })
    await cast.ana.adds('weekly_targets', { ...own, demos: 8 })
    expect(await points()).toEqual([
      [before, null, 4, null],
      [monday, null, 8, null],
    ])
    // The last ones of a week count.
    await cast.ana.changes('weekly_targets', own, { demos: null, messages: 40 })
    expect(await points()).toEqual([
      [before, null, 4, null],
      [monday, null, null, 40],
    ])
  })

  test('a week is the founder’s own', async () => {
    // 25 hours apart: for most of a Sunday and a Monday the two are in different weeks.
    for (const [who, time_zone] of [
      [cast.ben, 'Pacific/Kiritimati'],
      [cast.exAdmin, 'Pacific/Pago_Pago'],
    ] as const) {
      await who.adds('mail_settings', { user_id: who.id, time_zone })
      await who.adds('weekly_targets', { user_id: who.id, demos: 8 })
      const [point] = await who.sees('weekly_target_points', { user_id: who.id })
      expect(point?.['week']).toBe(weekOf(new Date(), time_zone))
    }
  })

  test('a point is of a Monday', async () => {
    const point = { user_id: cast.ana.id, week: addDays(monday, -6), demos: 4 }
    await expect(cast.service.adds('weekly_target_points', point)).rejects.toMatchObject({ code: '23514' })
  })
})
