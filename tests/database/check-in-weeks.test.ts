import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import { dayOf, weekOf, type IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'

/** The zone where the day is furthest ahead. */
const FIRST_ZONE = 'Pacific/Kiritimati'

describe.each(engines)('the weeks of check-ins on %s', (engine) => {
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
  beforeEach(async () => {
    await cast.service.deletes('weekly_checkins', {})
    await owner.query('delete from public.admin_audit')
  })

  const monday = (weeksAgo = 0) => addDays(weekOf(new Date(), 'UTC'), -7 * weeksAgo)
  const checkIn = (week_of: string, { id }: Actor = cast.ana) => ({
    user_id: id,
    week_of,
    mood: 3,
    wins: 'Two demos',
    next_priority: 'Pricing',
  })
  /** As before there was a rule. */
  async function stored(week: IsoDate, { id }: Actor = cast.ana) {
    await owner.query('alter table public.weekly_checkins disable trigger check_week')
    await cast.service.adds('weekly_checkins', checkIn(week, { ...cast.ana, id }))
    await owner.query('alter table public.weekly_checkins enable trigger check_week')
  }
  const weeks = async () => (await cast.ana.sees('weekly_checkins')).map(({ week_of }) => week_of).sort()
  const lastCheckIn = async () =>
    (await cast.admin.sees('founder_figures', { user_id: cast.ana.id }))[0]?.['last_check_in']

  test.each(['2999-12-30', 'infinity', '-infinity'])(
    'a check-in of %s is refused in words, from a founder and from the service',
    async (week) => {
      const refused = { code: '23514', message: 'a check-in is for this week or an earlier one' }
      await expect(cast.ana.adds('weekly_checkins', checkIn(week))).rejects.toMatchObject(refused)
      await expect(cast.service.adds('weekly_checkins', checkIn(week))).rejects.toMatchObject(refused)
      await cast.ana.adds('weekly_checkins', checkIn(monday(1)))
      await expect(
        cast.service.changes('weekly_checkins', { user_id: cast.ana.id }, { week_of: week }),
      ).rejects.toMatchObject(refused)
      expect(await lastCheckIn()).toBe(monday(1))
    },
  )

  test('the week is the present one where the day is furthest ahead, and none after it', async () => {
    const first = weekOf(new Date(), FIRST_ZONE)
    await cast.ana.adds('weekly_checkins', checkIn(first))
    await expect(cast.ana.adds('weekly_checkins', checkIn(addDays(first, 7)))).rejects.toMatchObject({ code: '23514' })
  })

  test('a founder deletes their own of the last four weeks, and one that is ahead', async () => {
    const { ana, ben } = cast
    await stored('2999-12-30')
    for (const ago of [0, 3, 5]) await ana.adds('weekly_checkins', checkIn(monday(ago)))
    await ben.adds('weekly_checkins', checkIn(monday(), ben))
    expect(await lastCheckIn()).toBe('2999-12-30')
    expect(await ana.deletes('weekly_checkins', { week_of: '2999-12-30' })).toBe(1)
    expect(await lastCheckIn()).toBe(monday())
    expect(await ana.deletes('weekly_checkins', { week_of: monday() })).toBe(1)
    expect(await ana.deletes('weekly_checkins', { week_of: monday(3) })).toBe(1)
    expect(await ana.deletes('weekly_checkins', { week_of: monday(5) })).toBe(0)
    expect(await weeks()).toEqual([monday(5)])
    expect(await ben.sees('weekly_checkins')).toHaveLength(1)
    expect(await cast.admin.sees('admin_audit')).toEqual([])
    await ana.adds('weekly_checkins', checkIn(monday()))
  })

  test('the last day of the four weeks is the founder’s, who may be a day behind UTC', async () => {
    const deletable = async (daysAgo: number) => {
      const week = addDays(dayOf(new Date(), 'UTC'), -daysAgo)
      await owner.query('alter table public.weekly_checkins drop constraint if exists weekly_checkins_week_of_check')
      await cast.ana.adds('weekly_checkins', checkIn(week))
      return cast.ana.deletes('weekly_checkins', { week_of: week })
    }
    expect(await deletable(29)).toBe(1)
    expect(await deletable(30)).toBe(0)
  })

  test('an admin deletes any, and the audit log says which; a former admin deletes none', async () => {
    const { ana, admin, exAdmin } = cast
    await ana.adds('weekly_checkins', checkIn(monday(30)))
    expect(await exAdmin.deletes('weekly_checkins', { user_id: ana.id })).toBe(0)
    expect(await admin.deletes('weekly_checkins', { user_id: ana.id })).toBe(1)
    expect(await admin.sees('admin_audit')).toMatchObject([
      {
        admin_id: admin.id,
        user_id: ana.id,
        table_name: 'weekly_checkins',
        action: 'delete',
        before: { week_of: monday(30), wins: 'Two demos' },
        after: null,
      },
    ])
  })

  test('what depends on a deleted one follows: figures, streak, search and the summary that was due', async () => {
    const { ana, service } = cast
    for (const ago of [1, 0]) await ana.adds('weekly_checkins', checkIn(monday(ago)))
    const week = async () => (await ana.calls('this_week', { today: dayOf(new Date(), 'UTC') }))[0]
    const found = () => ana.calls('find_records', { search: 'pricing' })
    const due = () => owner.query('select from private.check_ins_to_summarize')
    expect(await week()).toMatchObject({ streak: 2 })
    expect([(await found()).length, (await due()).length]).toEqual([2, 2])
    await ana.deletes('weekly_checkins', { week_of: monday() })
    expect(await week()).toMatchObject({ streak: 1 })
    expect(await lastCheckIn()).toBe(monday(1))
    expect([(await found()).length, (await due()).length]).toEqual([1, 1])
    expect(await service.calls('claim_check_ins', { max_rows: 10 })).toMatchObject([{ week_of: monday(1) }])
  })

  test('what depends on a corrected one follows: figures, search, comments, the co-founder and the squad’s timeline', async () => {
    const { ana, admin } = cast
    await ana.adds('weekly_checkins', checkIn(monday()))
    const id = String((await ana.sees('weekly_checkins'))[0]?.['id'])
    await ana.adds('squad_messages', { user_id: ana.id, content: 'See this', about_kind: 'check-in', about_id: id })
    const found = async (search: string) => (await ana.calls('find_records', { search })).length
    expect([await found('pricing'), await found('hiring')]).toEqual([1, 0])
    const corrected = { mood: 5, next_priority: 'Hiring' }
    expect(await ana.changes('weekly_checkins', { week_of: monday() }, corrected)).toBe(1)
    expect([await found('pricing'), await found('hiring')]).toEqual([0, 1])
    expect(await admin.sees('founder_figures', { user_id: ana.id })).toMatchObject([{ mood: 5 }])
    expect(JSON.stringify(await ana.calls('founder_context'))).toMatch(/Hiring/)
    expect(await admin.calls('founder_timeline', { founder: ana.id, kinds: '{check-in}' })).toMatchObject([
      { record: { ...corrected, corrected_at: expect.any(String) } },
    ])
    expect(await admin.sees('squad_messages', { about_id: id })).toHaveLength(1)
    expect(await admin.sees('admin_audit')).toEqual([])
  })

  test('a founder corrects as long as they may delete', async () => {
    const correctable = async (daysAgo: number) => {
      const week = addDays(dayOf(new Date(), 'UTC'), -daysAgo)
      await owner.query('alter table public.weekly_checkins drop constraint if exists weekly_checkins_week_of_check')
      await cast.ana.adds('weekly_checkins', checkIn(week))
      return cast.ana.changes('weekly_checkins', { week_of: week }, { wins: 'One demo' })
    }
    expect(await correctable(29)).toBe(1)
    expect(await correctable(30)).toBe(0)
  })

  test('a session without its second factor deletes and corrects none', async () => {
    await cast.ana.adds('weekly_checkins', checkIn(monday()))
    await owner.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', 'sealed', now(), now())`,
      [cast.ana.id],
    )
    expect(await cast.ana.deletes('weekly_checkins', { user_id: cast.ana.id })).toBe(0)
    expect(await cast.ana.changes('weekly_checkins', { user_id: cast.ana.id }, { wins: 'One demo' })).toBe(0)
    await owner.query('delete from auth.mfa_factors')
  })
})

describe.each(engines)('a moment that is infinite, on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const { ana, admin } = cast
    await ana.adds('squad_messages', { user_id: ana.id, content: 'Hello' })
    await admin.adds('squad_messages', { user_id: ana.id, content: 'Hi', sender_type: 'squad', sender_name: 'Adele' })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const infinities = ['-infinity', 'infinity']
  /** Each column of the schemas that has an infinite value. */
  async function stored() {
    const columns = await owner.query<{ at: string; name: string }>(`
      select attrelid::regclass::text as at, quote_ident(attname) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private')
        and a.atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype) and not a.attisdropped`)
    const rows = await Promise.all(
      columns.map(async ({ at, name }) =>
        (await owner.query(`select from ${at} where not isfinite(${name}) limit 1`)).map(() => `${at}.${name}`),
      ),
    )
    return rows.flat()
  }

  test.each(infinities)('is refused in words where it would be stored (%s)', async (at) => {
    const { ana, admin } = cast
    const refused = { code: '22008', message: 'a moment is a date and a time, not infinity' }
    const founder = ana.id
    await expect(ana.calls('mark_board_seen', { seen: at })).rejects.toMatchObject(refused)
    await expect(ana.calls('mark_replies_read', { until: at })).rejects.toMatchObject(refused)
    await expect(admin.calls('mark_conversation_read', { founder, until: at })).rejects.toMatchObject(refused)
    await expect(admin.calls('mark_conversation_done', { founder, until: at })).rejects.toMatchObject(refused)
    const day = { code: '23514', message: 'a decision is looked at again on a day' }
    const decision = { id: crypto.randomUUID(), user_id: founder, title: 'Raise prices', reason: 'Churn is low' }
    await expect(ana.adds('decisions', { ...decision, review_on: at })).rejects.toMatchObject(day)
    await ana.adds('decisions', decision)
    const postponed = ana.calls('postpone_review', { decision: decision.id, review_on: at })
    await expect(postponed).rejects.toMatchObject(day)
    await expect(admin.calls('snooze_founder', { founder, until: at, reason: 'Away' })).rejects.toMatchObject({
      code: '22023',
    })
  })

  test('no function that a client calls stores one, whichever of its arguments it is', async () => {
    const functions = await owner.query<{ name: string; moments: string[]; others: Record<string, string> }>(`
      select p.proname as name,
        array_agg(argument.name) filter (where argument.type in ('date'::regtype, 'timestamptz'::regtype)) as moments,
        jsonb_object_agg(argument.name, argument.type::regtype::text)
          filter (where argument.place <= p.pronargs - p.pronargdefaults) as others
      from pg_proc p cross join lateral unnest(p.proargtypes::oid[], p.proargnames[1:p.pronargs])
        with ordinality as argument (type, name, place)
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      group by p.oid, p.proname
      having bool_or(argument.type in ('date'::regtype, 'timestamptz'::regtype))`)
    expect(functions.length).toBeGreaterThan(10)
    const given: Record<string, string> = { uuid: cast.ana.id, text: 'x', 'uuid[]': `{${cast.ana.id}}`, integer: '1' }
    for (const { name, moments, others } of functions) {
      for (const at of infinities) {
        const all = Object.entries(others ?? {}).map(([argument, type]) => [argument, given[type] ?? ''])
        const call = { ...Object.fromEntries(all), ...Object.fromEntries(moments.map((one) => [one, at])) }
        for (const who of [cast.ana, cast.admin]) await who.calls(name, call).catch(() => undefined)
      }
    }
    expect(await stored()).toEqual([])
  })
})
