import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlineOf } from '../../supabase/functions/_shared/goal-deadline.ts'
import type { GoalPeriod } from '../../domain/goals.ts'
import { runwayMonths } from '../../domain/runway.ts'
import { addDays } from '../../domain/days.ts'
import { dayOf, weekOf } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

const DAY_MS = 86_400_000
const today = () => dayOf(new Date(), 'UTC')
const newest = (days: readonly string[]) => days.toSorted().at(-1) ?? null

/** The same numbers for each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <Value>(values: readonly Value[]): Value => values[below(values.length)]! }
}

describe.each(engines)('figures of founders on %s', (engine) => {
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

  const figures = async ({ id }: Actor) => (await cast.admin.sees('founder_figures', { user_id: id }))[0]

  /** The figures of a founder, computed from all records with the rules of `domain/`. */
  async function computed({ id: user_id }: Actor): Promise<Row> {
    const of = (table: string) => cast.service.sees(table, { user_id })
    const checkIns = (await of('weekly_checkins')).toSorted((a, b) => (String(a['week_of']) < String(b['week_of']) ? 1 : -1)) // prettier-ignore
    const goals = await of('goals')
    const open = goals.filter(({ completed }) => !completed)
    const loops = await of('traction_loops')
    const points = await of('traction_points')
    const moving = loops.filter(({ status }) => status !== 'paused')
    const [runway] = await of('runway_data')
    const months = runway && runwayMonths(runway as unknown as Parameters<typeof runwayMonths>[0])
    return {
      user_id,
      last_check_in: checkIns[0]?.['week_of'] ?? null,
      mood: checkIns[0]?.['mood'] ?? null,
      mood_before: checkIns[1]?.['mood'] ?? null,
      goals_open: open.length,
      goals_completed: goals.length - open.length,
      goals_due: newest(
        open.map(({ period, carried_at, created_at }) =>
          deadlineOf(period as GoalPeriod, new Date(String(carried_at ?? created_at)), 'UTC'),
        ),
      ),
      conversions: loops.reduce((sum, { conversions }) => sum + Number(conversions), 0),
      loops_changed_on: newest(
        moving.map(
          ({ id, created_at }) =>
            newest(points.filter(({ loop_id }) => loop_id === id).map(({ day }) => String(day))) ??
            dayOf(new Date(String(created_at)), 'UTC'),
        ),
      ),
      runway_months: months === undefined ? null : Math.round(months * 100) / 100,
    }
  }

  test('a new founder has a row without records', async () => {
    expect(await figures(cast.ana)).toEqual({
      user_id: cast.ana.id,
      last_check_in: null,
      mood: null,
      mood_before: null,
      goals_open: 0,
      goals_completed: 0,
      goals_due: null,
      conversions: 0,
      loops_changed_on: null,
      runway_months: null,
    })
  })

  test('a row with several loops and goals says the total, the latest deadline and the last day of a change', async () => {
    const user_id = cast.ben.id
    for (const [status, conversions] of [
      ['running', 3],
      ['scaling', 4],
      ['paused', 5],
    ] as const)
      // prettier-ignore
      await cast.admin.adds('traction_loops', { user_id, name: status, status, conversions })
    await cast.service.changes('traction_points', { user_id, conversions: 3 }, { day: '2026-03-05' })
    await cast.service.changes('traction_points', { user_id, conversions: 4 }, { day: '2026-03-04' })
    for (const period of ['weekly', 'quarterly'])
      await cast.service.adds('goals', { user_id, text: period, period, created_at: '2026-02-11T12:00:00Z' })
    await cast.admin.adds('runway_data', { user_id, bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 })
    expect(await figures(cast.ben)).toMatchObject({
      conversions: 12,
      loops_changed_on: '2026-03-05',
      goals_open: 2,
      goals_due: '2026-03-31',
      runway_months: 6,
    })
    await cast.service.changes('goals', { user_id, period: 'quarterly' }, { completed: true })
    await cast.service.changes('traction_loops', { user_id, status: 'running' }, { status: 'paused' })
    expect(await figures(cast.ben)).toMatchObject({
      loops_changed_on: '2026-03-04',
      goals_open: 1,
      goals_completed: 1,
      goals_due: '2026-02-15',
    })
  })

  /** A random change of the records of one founder. */
  async function change(random: ReturnType<typeof randomFrom>, founder: Actor, other: Actor): Promise<void> {
    const { service } = cast
    const user_id = founder.id
    const one = async (table: string) => {
      const rows = await service.sees(table, { user_id })
      return rows.length > 0 ? { id: random.of(rows)['id']! } : undefined
    }
    const update = async (table: string, changes: Row) => {
      const row = await one(table)
      if (row) await service.changes(table, row, changes)
    }
    const remove = async (table: string) => {
      const row = await one(table)
      if (row) await service.deletes(table, row)
    }
    const before = (days: number) => new Date(Date.now() - random.below(days) * DAY_MS).toISOString()
    const mood = 1 + random.below(5)
    const status = random.of(['running', 'paused', 'scaling'])
    const runway = { bank_balance: random.below(90_000) - 1000, monthly_burn: random.below(9000), monthly_revenue: random.below(5000) } // prettier-ignore
    const kinds = [
      async () => {
        const week_of = addDays(weekOf(new Date(), 'UTC'), -7 * random.below(300))
        await service.deletes('weekly_checkins', { user_id, week_of })
        await service.adds('weekly_checkins', { user_id, week_of, mood, wins: 'Won', next_priority: 'Sell' })
      },
      () => update('weekly_checkins', { mood }),
      () => remove('weekly_checkins'),
      () => service.adds('goals', { user_id, text: 'Sell', period: random.of(['weekly', 'monthly', 'quarterly', 'yearly']), created_at: before(400), completed: random.below(2) === 0 }), // prettier-ignore
      () => update('goals', { completed: random.below(2) === 0 }),
      () => update('goals', { carried_at: before(40) }),
      () => update('goals', { user_id: other.id }),
      () => remove('goals'),
      () => service.adds('traction_loops', { user_id, name: 'Mail', status, conversions: random.below(9), created_at: before(90) }), // prettier-ignore
      () => update('traction_loops', { conversions: random.below(50) }),
      () => update('traction_loops', { status }),
      () => remove('traction_loops'),
      () => update('traction_points', { day: addDays(today(), -1 - random.below(5000)) }),
      () => remove('traction_points'),
      async () => {
        await service.deletes('runway_data', { user_id })
        await service.adds('runway_data', { user_id, ...runway })
      },
      () => service.changes('runway_data', { user_id }, { monthly_burn: runway.monthly_burn }),
      () => service.deletes('runway_data', { user_id }),
    ]
    await random.of(kinds)()
  }

  test('after any change a row equals one that is computed from all records', async () => {
    const random = randomFrom(20_261_126)
    const both = [cast.ana, cast.ben]
    for (let step = 0; step < 300; step++) {
      const founder = random.of(both)
      await change(random, founder, founder === cast.ana ? cast.ben : cast.ana)
      if (step % 5 > 0) continue
      for (const one of both) expect([step, await figures(one)]).toEqual([step, await computed(one)])
    }
  }, 120_000)

  test('changes of the same founders at the same time neither deadlock nor are lost', async () => {
    const ids = [cast.ana.id, cast.ben.id, cast.exAdmin.id]
    const connections = await Promise.all(Array.from({ length: 12 }, () => ownerOf(cast.config, cast.database)))
    const add = ({ query }: Owner, order: readonly string[]) =>
      query(
        `insert into public.goals (user_id, text, period)
         select user_id::uuid, 'Sell', 'weekly' from unnest($1::text[]) as user_id, generate_series(1, 20)`,
        [order],
      )
    await Promise.all(connections.map((one, turn) => add(one, turn % 2 ? ids : ids.toReversed())))
    await Promise.all(connections.map((one) => one.end()))
    for (const one of [cast.ana, cast.ben, cast.exAdmin]) expect(await figures(one)).toEqual(await computed(one))
  })

  test('a profile that the service deletes takes its figures along, and a new one has them again', async () => {
    const { id } = cast.exAdmin
    await cast.service.deletes('profiles', { id })
    expect(await figures(cast.exAdmin)).toBeUndefined()
    await cast.service.adds('profiles', { id, first_name: 'emil' })
    expect(await figures(cast.exAdmin)).toEqual(await computed(cast.exAdmin))
    expect((await figures(cast.exAdmin))?.['goals_open']).toBe(240)
  })

  test.each([
    ['goals', { text: 'Sell', period: 'weekly' }, { goals_open: 1 }],
    ['runway_data', { bank_balance: 1000, monthly_revenue: 0, monthly_burn: 100 }, { runway_months: 10 }],
  ])('an account that has %s before its first use begins with their figures', async (table, row, expected) => {
    const [user] = await owner.query<{ id: string }>(
      `insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id`,
      [`${table}@example.com`],
    )
    const id = user?.id ?? ''
    await cast.service.adds(table, { ...row, user_id: id })
    await owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
    const [figures] = await owner.query<Row>(
      'select goals_open, runway_months::float8 from public.founder_figures where user_id = $1',
      [id],
    )
    expect(figures).toMatchObject(expected)
    await owner.query('delete from auth.users where id = $1', [id])
  })

  test('what was written while the triggers were off is filled in for rows that are missing', async () => {
    const wanted = await figures(cast.exAdmin)
    await owner.query('delete from public.founder_figures where user_id = $1', [cast.exAdmin.id])
    await owner.query('select private.complete_restored_data()')
    expect(await figures(cast.exAdmin)).toEqual(wanted)
  })
})
