import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COHORT_FILTERS } from '../../web/src/features/admin/cohort/cohort-filters.ts'
import { addDays } from '../../domain/days.ts'
import { dayOf, weekOf, type IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, Refused, type Cast, type Row } from '../permissions/actors.ts'

interface Listed {
  readonly id: string
  readonly first_name: string
  readonly last_check_in: string | null
  readonly mood: number | null
  readonly moods: readonly (number | null)[]
  readonly goals_open: number
  readonly goals_completed: number
  readonly conversions: number
  readonly conversions_change: number | null
  readonly runway_months: number | null
  readonly risks: readonly { readonly code: string }[]
  readonly labels: readonly string[]
  readonly total: number
}

const today = () => dayOf(new Date(), 'UTC')
const daysAgo = (days: number): IsoDate => addDays(today(), -days)
const weeksAgo = (weeks: number): IsoDate => addDays(weekOf(new Date(), 'UTC'), -7 * weeks)

describe.each(engines)('the cohort on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const { ana, ben, service } = cast
    await service.changes('profiles', { id: ana.id }, { created_at: `${daysAgo(200)}T00:00:00Z`, last_name: 'Álvarez' })
    await service.changes('profiles', { id: ben.id }, { created_at: `${daysAgo(100)}T00:00:00Z` })
    await service.changes('profiles', { id: cast.exAdmin.id }, { created_at: `${daysAgo(5)}T00:00:00Z` })
    for (const [weeks, mood] of [
      [0, 4],
      [2, 5],
      [11, 1],
      [12, 3],
    ] as const)
      await addCheckIn(ana.id, weeks, mood)
    await addCheckIn(ben.id, 3, 2)
    for (const completed of [true, true, false])
      await service.adds('goals', { user_id: ana.id, text: 'Call ten', period: 'weekly', completed })
    for (const [conversions, weekBefore] of [
      [10, 4],
      [6, 6],
    ] as const)
      await addLoop(ana.id, conversions, weekBefore)
    const runway = { bank_balance: 80_000, monthly_revenue: 0, monthly_burn: 10_000 }
    await service.adds('runway_data', { user_id: ana.id, ...runway })
    await service.adds('runway_data', { user_id: ben.id, ...runway, bank_balance: 30_000 })
    await ben.adds('squad_messages', { user_id: ben.id, content: 'Help', sender_type: 'user' })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const addCheckIn = (user_id: string, weeks: number, mood: number) =>
    cast.service.adds('weekly_checkins', { user_id, week_of: weeksAgo(weeks), mood, wins: 'x', next_priority: 'x' })

  /** A loop whose count was another a week ago. */
  async function addLoop(user_id: string, conversions: number, weekBefore: number): Promise<string> {
    const id = crypto.randomUUID()
    await cast.service.adds('traction_loops', { id, user_id, name: id, status: 'running', conversions })
    const counts = { demos: 0, messages: 0, status: 'running' }
    await cast.service.adds('traction_points', {
      user_id,
      loop_id: id,
      day: daysAgo(7),
      conversions: weekBefore,
      ...counts,
    })
    return id
  }

  const list = (given: Row = {}) => cast.admin.calls<Listed>('find_cohort', given)
  const names = async (given: Row = {}) => (await list(given)).map(({ first_name }) => first_name)
  const filtered = (filters: object, given: Row = {}) => names({ filters: JSON.stringify(filters), ...given })

  test('has every founder with figures, newest first, and no admin', async () => {
    const rows = await list()
    expect(rows.map(({ first_name, total }) => [first_name, total])).toEqual([
      ['emil', 3],
      ['ben', 3],
      ['ana', 3],
    ])
    expect(rows[2]).toMatchObject({
      last_check_in: weeksAgo(0),
      mood: 4,
      moods: [1, ...Array<null>(8).fill(null), 5, null, 4],
      goals_open: 1,
      goals_completed: 2,
      conversions: 16,
      conversions_change: 6,
      runway_months: 8,
      labels: [],
    })
    expect(rows[1]).toMatchObject({ conversions: 0, conversions_change: null, runway_months: 3 })
    expect(rows[1]?.risks[0]?.code).toBe('runway_short')
  })

  test.each([
    ['name', false, ['ana', 'ben', 'emil']],
    ['name', true, ['emil', 'ben', 'ana']],
    ['joined', false, ['ana', 'ben', 'emil']],
    ['mood', true, ['ana', 'ben', 'emil']],
    ['mood', false, ['ben', 'ana', 'emil']],
    ['check_in', true, ['ana', 'ben', 'emil']],
    ['goals', true, ['ana', 'ben', 'emil']],
    ['conversions', false, ['ben', 'emil', 'ana']],
    ['change', true, ['ana', 'ben', 'emil']],
    ['runway', false, ['ben', 'ana', 'emil']],
    ['message', false, ['ben', 'ana', 'emil']],
  ])('sorted by %s, descending: %s; founders without a value come last', async (sort, descending, expected) => {
    expect(await names({ sort, descending })).toEqual(expected)
  })

  test('sorted by risk, the founder with the most reasons first', async () => {
    const [first] = await list({ sort: 'risk' })
    expect(first?.first_name).toBe('ben')
  })

  test.each([
    [{ check_in: 'this_week' }, ['ana']],
    [{ check_in: 'last_week' }, []],
    [{ check_in: 'older' }, ['ben']],
    [{ check_in: 'never' }, ['emil']],
    [{ mood: 'high' }, ['ana']],
    [{ mood: 'low' }, ['ben']],
    [{ mood: 'middle' }, []],
    [{ mood: 'fell' }, ['ana']],
    [{ goals: 'open' }, ['ana']],
    [{ goals: 'none' }, ['emil', 'ben']],
    [{ conversions: 'growing' }, ['ana']],
    [{ conversions: 'still' }, []],
    [{ runway: 'short' }, ['ben']],
    [{ runway: 'year' }, ['ana']],
    [{ runway: 'unknown' }, ['emil']],
    [{ message: 'waiting' }, ['ben']],
    [{ message: 'none' }, ['emil', 'ana']],
    [{ risk: 'runway_short' }, ['ben']],
    [{ risk: 'runway_short', mood: 'high' }, []],
  ])('filtered by %j', async (filters, expected) => {
    expect(await filtered(filters)).toEqual(expected)
  })

  test('filtered by a label', async () => {
    const { ana, admin } = cast
    const label = crypto.randomUUID()
    await owner.query(`insert into public.founder_labels (id, name) values ($1, 'Autumn')`, [label])
    await owner.query('insert into public.labelled_founders (label, user_id) values ($1, $2)', [label, ana.id])
    const [row] = await list({ filters: JSON.stringify({ label }) })
    expect(row).toMatchObject({ first_name: 'ana', labels: [label], total: 1 })
    expect(await filtered({ label: crypto.randomUUID() })).toEqual([])
    await expect(admin.calls('find_cohort', { filters: '{"label": "Autumn"}' })).rejects.toThrow(Refused)
  })

  test('each filter has its words', async () => {
    const [row] = await owner.query<{ filters: object }>('select private.cohort_filters() as filters')
    const named = COHORT_FILTERS.map(({ name, options }) => [name, options.map(({ id }) => id)])
    expect(row?.filters).toEqual(Object.fromEntries(named))
  })

  test('founders at risk and the others are all founders', async () => {
    const both = [...(await filtered({ risk: 'any' })), ...(await filtered({ risk: 'none' }))]
    expect(both.toSorted()).toEqual(['ana', 'ben', 'emil'])
  })

  test('the search finds names, whatever their accents', async () => {
    expect(await names({ search: 'alvarez' })).toEqual(['ana'])
    expect(await names({ search: 'ALV an' })).toEqual(['ana'])
    expect(await filtered({ mood: 'low' }, { search: 'alvarez' })).toEqual([])
  })

  test('page by page, each with the total', async () => {
    const given = { sort: 'name', descending: false, page_size: 2 }
    expect(await names(given)).toEqual(['ana', 'ben'])
    expect(await names({ ...given, skip: 2 })).toEqual(['emil'])
    expect(await names({ ...given, skip: 4 })).toEqual([])
    expect(await names({ ...given, skip: -1, page_size: -5 })).toEqual(['ana'])
  })

  test.each([
    { sort: 'email' },
    { filters: '{"mood": "sad"}' },
    { filters: '{"email": "a"}' },
    { filters: '{"mood": null}' },
  ])('refuses %j', async (given) => {
    await expect(list(given)).rejects.toMatchObject({ code: '22023' })
  })

  test('the ids of all that match', async () => {
    const ids = async (given: Row) => (await cast.admin.calls<{ cohort_ids: string[] }>('cohort_ids', given))[0]
    expect(JSON.stringify(await ids({ filters: '{"mood": "low"}' }))).toContain(cast.ben.id)
    expect(JSON.stringify(await ids({ filters: '{"mood": "low"}' }))).not.toContain(cast.ana.id)
    expect(JSON.stringify(await ids({ search: 'no such name' }))).not.toContain('-')
  })

  test('an export is in the audit', async () => {
    const { admin } = cast
    await admin.calls('log_export', { founders: 3, columns: '{name,mood}' })
    const [row] = await admin.sees('admin_audit', { action: 'export' })
    expect(row).toMatchObject({ admin_id: admin.id, after: { founders: 3, columns: ['name', 'mood'] } })
    await expect(admin.calls('log_export', { founders: 3, columns: `{${'a'.repeat(501)}}` })).rejects.toThrow(Refused)
  })

  describe('conversions by day', () => {
    const points = (user_id: string) =>
      owner.query('select day::text, added::integer from private.conversion_points where user_id = $1 order by day', [
        user_id,
      ])

    test('are what the loops gained on each day with a change', async () => {
      expect(await points(cast.ana.id)).toEqual([
        { day: daysAgo(7), added: 0 },
        { day: today(), added: 6 },
      ])
    })

    test('forget a deleted loop', async () => {
      const { ben, service } = cast
      const gone = await addLoop(ben.id, 50, 20)
      await addLoop(ben.id, 3, 1)
      await service.deletes('traction_loops', { id: gone })
      expect(await points(ben.id)).toEqual([
        { day: daysAgo(7), added: 0 },
        { day: today(), added: 2 },
      ])
      await service.deletes('traction_loops', { user_id: ben.id })
      expect(await points(ben.id)).toEqual([])
    })

    test('are filled in where they are missing', async () => {
      const { ana } = cast
      const before = await points(ana.id)
      await owner.query('delete from private.conversion_points')
      await owner.query('select private.fill_conversion_points()')
      expect(await points(ana.id)).toEqual(before)
    })

    test('are deleted with the account', async () => {
      const id = crypto.randomUUID()
      await owner.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
        id,
        `${id}@example.com`,
      ])
      await addLoop(id, 5, 2)
      await addLoop(id, 5, 2)
      await owner.query('delete from auth.users where id = $1', [id])
      expect(await points(id)).toEqual([])
    })
  })

  test('founders and former admins get none of it', async () => {
    for (const person of [cast.ana, cast.exAdmin, cast.anonymous])
      for (const [name, given] of [
        ['find_cohort', {}],
        ['cohort_ids', {}],
        ['log_export', { founders: 0, columns: '{}' }],
      ] as const)
        await expect(person.calls(name, given)).rejects.toMatchObject({ code: '42501' })
  })
})
