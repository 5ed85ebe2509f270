import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { weekOf, type IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, Refused, type Actor, type Cast } from '../permissions/actors.ts'

const weeksAgo = (weeks: number): IsoDate => addDays(weekOf(new Date(), 'UTC'), -7 * weeks)

type Figures = Readonly<Record<string, number | null>>
interface Named {
  readonly id: string | null
  readonly first_name: string
  readonly name: string | null
}
interface TeamWeek {
  readonly week: string
  readonly promised_hours: number | null
  readonly overdue_now: number
  readonly present: Figures & { readonly added: Figures | null }
  readonly before: Figures & { readonly added: Figures | null }
  readonly shortest_runways: readonly (Named & Figures)[]
  readonly colleagues: readonly (Named & Figures)[]
  readonly at_risk: Figures & { readonly became_names: readonly Named[]; readonly recovered_names: readonly Named[] }
  readonly labels: readonly (Named & Figures)[]
}

describe.each(engines)('the week of the team on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let label: string
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const report = async (week: string | null = null) => (await cast.admin.calls<TeamWeek>('team_week', { week }))[0]!
  const checkIn = ({ id }: Actor, weeks: number, mood: number) =>
    cast.service.adds('weekly_checkins', {
      user_id: id,
      week_of: weeksAgo(weeks),
      wins: 'Two',
      next_priority: 'One',
      mood,
    })
  const loop = async ({ id }: Actor, points: readonly (readonly [weeks: number, counts: number])[]) => {
    const [row] = await owner.query<{ id: string }>(
      `insert into public.traction_loops (user_id, name, conversions, demos, messages)
       values ($1, 'Calls', $2::integer, 2 * $2::integer, 3 * $2::integer) returning id`,
      [id, points.at(-1)?.[1]],
    )
    await owner.query('delete from public.traction_points where loop_id = $1', [row?.id])
    for (const [weeks, counts] of points)
      await owner.query(
        `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
         values ($1, $2, $3, 'running', $4::integer, 2 * $4::integer, 3 * $4::integer)`,
        [id, row?.id, addDays(weeksAgo(weeks), 2), counts],
      )
  }
  const runway = async (
    { id }: Actor,
    ...points: readonly (readonly [weeks: number, balance: number, revenue: number])[]
  ) => {
    const last = points.at(-1)
    await owner.query('insert into public.runway_data values ($1, $2, $3, 10000)', [id, last?.[1], last?.[2]])
    await owner.query('delete from public.runway_points where user_id = $1', [id])
    for (const [weeks, balance, revenue] of points)
      await owner.query(
        `insert into public.runway_points (user_id, day, bank_balance, monthly_revenue, monthly_burn) values ($1, $2, $3, $4, 10000)`,
        [id, addDays(weeksAgo(weeks), 6), balance, revenue],
      )
  }
  /** An answer on a Tuesday after so many minutes. */
  const answer = async (founder: Actor, weeks: number, minutes: number, author?: string) => {
    const at = new Date(`${addDays(weeksAgo(weeks), 1)}T15:00:00Z`)
    const write = async (sender: string, time: Date) =>
      (
        await owner.query<{ id: string }>(
          `insert into public.squad_messages (user_id, content, sender_type, sender_name, created_at)
           values ($1, 'Hello', $2, case $2 when 'squad' then 'Team' end, $3) returning id`,
          [founder.id, sender, time.toISOString()],
        )
      )[0]?.id
    await write('user', new Date(at.getTime() - 60_000 * minutes))
    const id = await write('squad', at)
    if (author !== undefined)
      await owner.query(
        'insert into public.squad_answers (message_id, user_id, author_id, created_at) values ($1, $2, $3, $4)',
        [id, founder.id, author, at.toISOString()],
      )
  }

  test('a product without founders has zeros', async () => {
    const { ana, ben, exAdmin, service } = cast
    for (const { id } of [ana, ben, exAdmin]) await service.adds('user_roles', { user_id: id, role: 'admin' })
    expect(await report()).toMatchObject({
      present: { founders: 0, active: 0, checked_in: 0, goals_done: 0, added: null, runways: 0, answers: 0 },
      before: { founders: 0 },
      labels: [],
    })
    for (const { id } of [ana, ben, exAdmin]) await service.deletes('user_roles', { user_id: id })
  })

  test('a product without records has zeros and gaps', async () => {
    expect(await report()).toMatchObject({
      week: weeksAgo(1),
      promised_hours: 24,
      overdue_now: 0,
      present: { founders: 0, active: 0, checked_in: 0, mood: null, goals_done: 0, added: null, answers: 0, late: 0 },
      before: { founders: 0, runways: 0, revenue: null, months_median: null },
      shortest_runways: [],
      colleagues: [],
      at_risk: { now: 0, at_end: null, became: null, recovered: null, became_names: [] },
      labels: [],
    })
  })

  describe('with records', () => {
    beforeAll(async () => {
      const { ana, ben, exAdmin, admin } = cast
      for (const [{ id }, weeks] of [
        [ana, 8],
        [ben, 1],
        [exAdmin, 8],
        [admin, 8],
      ] as const)
        await owner.query('update public.profiles set created_at = $2 where id = $1', [
          id,
          `${weeksAgo(weeks)}T12:00:00Z`,
        ])
      const rows = await owner.query<{ id: string }>(
        `insert into public.founder_labels (name) values ('Batch 7') returning id`,
      )
      label = rows[0]?.id ?? ''
      await owner.query('insert into public.labelled_founders (label, user_id) values ($1, $2)', [label, ben.id])
      await checkIn(ana, 2, 5)
      await checkIn(ana, 1, 4)
      await checkIn(ben, 1, 1)
      await checkIn(admin, 1, 5)
      await owner.query(
        `insert into public.goals (user_id, text, period, completed, created_at, completed_at) values
           ($1, 'Ship', 'weekly', true, $2, $3), ($1, 'Sell', 'weekly', true, $2, $4), ($5, 'Own', 'weekly', true, $2, $4)`,
        [ana.id, `${weeksAgo(5)}T12:00Z`, `${weeksAgo(0)}T00:00Z`, `${weeksAgo(1)}T00:00Z`, admin.id],
      )
      await loop(ana, [
        [4, 10],
        [2, 12],
        [1, 17],
      ])
      await runway(ana, [3, 60_000, 5000], [2, 50_000, 5000])
      await runway(ben, [1, 40_000, 6000])
      await answer(ana, 1, 30, admin.id)
      await answer(ana, 2, 40, admin.id)
      await answer(ben, 1, 90, admin.id)
      await answer(exAdmin, 1, 1500)
    })

    test('figures of the week that ended stand beside those of the week before; admins are no founders', async () => {
      const { present, before } = await report()
      expect(present).toEqual({
        // The former admin wrote a message.
        ...{ founders: 3, active: 3, checked_in: 2, mood: 2.5, goals_done: 1 },
        added: { conversions: 5, demos: 10, messages: 15 },
        ...{ runways: 2, revenue: 11_000, revenue_median: 5000, balance: 90_000, balance_median: 40_000 },
        ...{ ending: 2, months_median: 10 },
        ...{ answers: 3, minutes: 90, slow_minutes: 1500, late: 1 },
      })
      expect(before).toMatchObject({
        ...{
          founders: 2,
          active: 1,
          checked_in: 1,
          mood: 5,
          goals_done: 0,
          runways: 1,
          revenue: 5000,
          balance: 50_000,
        },
        added: { conversions: 2, demos: 4, messages: 6 },
        ...{ answers: 1, minutes: 40, late: 0 },
      })
    })

    test('they are those of the dashboard and the programme', async () => {
      for (const weeks of [1, 2, 3, 5]) {
        const { present } = await report(weeksAgo(weeks))
        const of = async (name: string) => (await cast.admin.calls(name, { weeks: weeks + 1 }))[0]
        const { founders, checked_in, mood } = present
        expect(await of('programme_check_ins')).toMatchObject({ week: weeksAgo(weeks), founders, checked_in, mood })
        expect(await of('programme_conversions')).toMatchObject({ added: present.added?.['conversions'] ?? null })
        expect(await of('programme_answers')).toMatchObject({
          answers: present['answers'],
          minutes: present['minutes'] ?? null,
        })
      }
      const { present, overdue_now, promised_hours, at_risk } = await report()
      const [dashboard] = await cast.admin.calls('admin_dashboard', { week: weeksAgo(1) })
      // It counts every check-in, that of the admin too.
      expect(dashboard).toMatchObject({
        founders: present['founders'],
        monthly_revenue: present['revenue'],
        check_ins: 3,
      })
      expect(await cast.admin.calls('overdue_conversations')).toMatchObject([
        { total: overdue_now, hours: promised_hours },
      ])
      const risks = await cast.admin.calls('founders_at_risk', { snoozed: false })
      expect(risks.length).toBeGreaterThan(0)
      expect(at_risk['now']).toBe(risks.length)
    })

    test('the shortest runways are named, with what they were; answers are counted by colleague', async () => {
      const { shortest_runways, colleagues } = await report()
      expect(shortest_runways).toMatchObject([
        { id: cast.ana.id, first_name: 'ana', months: 10, before: 10 },
        { id: cast.ben.id, first_name: 'ben', months: 10, before: null },
      ].toSorted((a, b) => a.id.localeCompare(b.id))) // prettier-ignore
      expect(colleagues).toEqual([
        {
          id: cast.admin.id,
          name: expect.stringContaining('adele') as string,
          answers: 2,
          minutes: 30,
          slow_minutes: 90,
          late: 0,
        },
        { id: null, name: null, answers: 1, minutes: 1500, slow_minutes: 1500, late: 1 },
      ])
    })

    test('without a promise no answer is late', async () => {
      await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: null })
      expect(await report()).toMatchObject({ promised_hours: null, overdue_now: 0, present: { answers: 3, late: 0 } })
      await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: 24 })
    })

    test('each label has its figures, and so have founders without one', async () => {
      const { labels } = await report()
      expect(labels).toMatchObject([
        { id: label, name: 'Batch 7', founders: 1, checked_in: 1, mood: 1, goals_done: 0, conversions: null, revenue: 6000, minutes: 90 },
        { id: null, name: null, founders: 2, checked_in: 1, mood: 4, goals_done: 1, conversions: 5, revenue: 5000, minutes: 30 },
      ]) // prettier-ignore
    })

    test('a runway that does not end is counted, and makes the median unknown', async () => {
      await owner.query('update public.runway_points set monthly_revenue = 20000 where user_id = $1', [cast.ben.id])
      await owner.query('update public.runway_points set monthly_revenue = 20000 where user_id = $1', [cast.ana.id])
      expect((await report()).present).toMatchObject({ runways: 2, ending: 0, months_median: null })
      expect((await report()).shortest_runways).toEqual([])
    })

    test('who became at risk or recovered is known once the ends of both weeks are recorded', async () => {
      const { ana, ben, exAdmin } = cast
      const record = (weeks: number, ...founders: readonly Actor[]) =>
        owner.query(
          `with week as (insert into private.recorded_weeks (week) values ($1) returning week)
           insert into private.week_risks (week, user_id) select week, unnest($2::uuid[]) from week`,
          [weeksAgo(weeks), founders.map(({ id }) => id)],
        )
      await record(1, ana, exAdmin)
      expect((await report()).at_risk).toMatchObject({ at_end: 2, at_end_before: null, became: null, recovered: null })
      await record(2, ana, ben)
      expect((await report()).at_risk).toMatchObject({
        ...{ at_end: 2, at_end_before: 2, became: 1, recovered: 1 },
        became_names: [{ id: exAdmin.id }],
        recovered_names: [{ id: ben.id }],
      })
      await owner.query('delete from private.recorded_weeks')
    })
  })

  describe('who is at risk is recorded when a week has ended', () => {
    beforeEach(() => owner.query('delete from private.recorded_weeks'))
    const record = (moment: string, zone = 'UTC') =>
      owner.query(`select set_config('TimeZone', $2, true), private.record_week($1)`, [moment, zone])
    const recorded = () => owner.query<{ week: string; founders: number }>(
      `select w.week::text, count(r.user_id)::integer as founders from private.recorded_weeks w
       left join private.week_risks r using (week) group by w.week order by w.week`,
    ) // prettier-ignore

    test.each([
      ['2026-03-08T23:59:59Z', 'UTC', []],
      ['2026-03-09T00:00:00Z', 'UTC', ['2026-03-02']],
      // Monday in Auckland, and Sunday in New York.
      ['2026-03-08T23:59:59Z', 'Pacific/Auckland', []],
      ['2026-03-09T00:00:00Z', 'America/New_York', ['2026-03-02']],
      // Tuesday in Auckland, and Monday in New York.
      ['2026-03-09T23:59:59Z', 'Pacific/Auckland', ['2026-03-02']],
      ['2026-03-10T00:00:00Z', 'America/New_York', []],
      // Across a year, and a leap day.
      ['2029-01-01T12:00:00Z', 'UTC', ['2028-12-25']],
      ['2028-03-06T12:00:00Z', 'UTC', ['2028-02-28']],
    ])('at %s, in a database session in %s', async (moment, zone, weeks) => {
      await record(moment, zone)
      expect((await recorded()).map(({ week }) => week)).toEqual(weeks)
    })

    test('by each claim of the mails, which may come on any day', async () => {
      const isMonday = weeksAgo(0) === new Date().toISOString().slice(0, 10)
      await cast.service.calls('claim_team_week_mails', { max_rows: 1 })
      const { at_risk } = await report()
      expect(await recorded()).toEqual(isMonday ? [{ week: weeksAgo(1), founders: at_risk['now'] }] : [])
    })

    test('once: who becomes at risk later on that Monday is not added', async () => {
      const founders = (await report()).at_risk['now']
      expect(founders).toBeGreaterThan(0)
      await owner.query(
        `update public.radar_thresholds set check_in_weeks = null, mood_low = null, mood_fall = null, runway_months = null,
           runway_shrink_percent = null, loop_days = null, message_hours = null, unseen_days = null, goals_overdue_days = null`,
      )
      await record('2026-03-09T00:00:00Z')
      await owner.query('delete from public.radar_thresholds')
      await owner.query('insert into public.radar_thresholds default values')
      await record('2026-03-09T23:59:59Z')
      expect(await recorded()).toEqual([{ week: '2026-03-02', founders: 0 }])
      await record('2026-03-16T00:00:00Z')
      expect(await recorded()).toEqual([
        { week: '2026-03-02', founders: 0 },
        { week: '2026-03-09', founders },
      ])
    })

    test('a Monday without a server is a gap, also for the week after it', async () => {
      await record(`${weeksAgo(3)}T08:00:00Z`)
      await record(`${addDays(weeksAgo(2), 1)}T08:00:00Z`)
      await record(`${weeksAgo(1)}T08:00:00Z`)
      await record(`${weeksAgo(0)}T08:00:00Z`)
      expect((await recorded()).map(({ week }) => week)).toEqual([weeksAgo(4), weeksAgo(2), weeksAgo(1)])
      const of = async (weeks: number) => (await report(weeksAgo(weeks))).at_risk
      const known = expect.any(Number) as number
      expect(await of(4)).toMatchObject({ at_end: known, at_end_before: null, became: null, recovered: null })
      expect(await of(3)).toMatchObject({ at_end: null, at_end_before: known, became: null, recovered: null })
      expect(await of(2)).toMatchObject({ at_end: known, at_end_before: null, became: null, recovered: null })
      expect(await of(1)).toMatchObject({ at_end: known, at_end_before: known, became: 0, recovered: 0 })
    })

    test('after two years it is forgotten', async () => {
      await record(`${weeksAgo(104)}T08:00:00Z`)
      await record(`${weeksAgo(105)}T08:00:00Z`)
      await cast.service.calls('delete_expired', { max_rows: 10 })
      expect(await recorded()).toMatchObject([{ week: weeksAgo(105) }])
    })
  })

  test('only weeks that have ended, within two years, and only admins', async () => {
    expect(await report(weeksAgo(104))).toMatchObject({ week: weeksAgo(104) })
    for (const week of [weeksAgo(0), weeksAgo(-1), weeksAgo(105), addDays(weeksAgo(2), 1), 'infinity', '-infinity'])
      await expect(report(week)).rejects.toMatchObject({ code: '22023' })
    for (const person of [cast.ana, cast.exAdmin, cast.anonymous, cast.service])
      await expect(person.calls('team_week')).rejects.toBeInstanceOf(Refused)
  })
})
