import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, connectionOf } from '../../server/database/connect.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Mail {
  readonly founder: string
  readonly monday: string
  readonly email: string
  readonly time_zone: string
  readonly week: Readonly<Record<string, unknown>> | null
}

describe.each(engines)('the mail on Monday on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(async () => {
    for (const table of ['public.mail_settings', 'server.proven_emails', 'public.goals', 'public.weekly_checkins']) {
      await owner.query(`delete from ${table}`)
    }
    await owner.query('update auth.users set email_confirmed_at = now(), banned_until = null, deleted_at = null')
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const wants = (founder: Actor, time_zone = 'UTC') =>
    founder.adds('mail_settings', { user_id: founder.id, weekly: true, time_zone })
  const claim = (max_rows = 10) => cast.service.calls<Mail>('claim_week_mails', { max_rows })
  const sent = ({ founder = '', monday = '' }: Partial<Mail> = {}) =>
    cast.service.calls('week_mail_sent', { founder, monday })
  const planned = async ({ id }: Actor) =>
    (
      await owner.query<{ monday: string; due: string | null }>(
        `select monday::text, to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as due
         from private.week_mails where user_id = $1`,
        [id],
      )
    )[0]
  /** Makes today, in the founder's time zone, the Monday that was planned; its 8:00 was so many minutes ago. */
  const mondayCame = (founder: Actor, minutes = 1, days = 0) =>
    owner.query(
      `update private.week_mails w set
         monday = (now() at time zone s.time_zone)::date - $3::integer, due_at = now() - interval '1 minute' * $2::integer
       from public.mail_settings s where s.user_id = w.user_id and w.user_id = $1`,
      [founder.id, minutes, days],
    )
  /** When a founder's next mail is due, seen from a moment. */
  const nextMorning = async (moment: string, zone: string) => {
    const [row] = await owner.query<{ at: string }>(
      `select to_char(private.morning(private.next_monday($1, $2), $2) at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at`,
      [moment, zone],
    )
    return row?.at
  }

  test.each([
    // Winter in Los Angeles, the Monday after clocks went forward, summer, and after they went back.
    ['America/Los_Angeles', '2026-03-01T00:00Z', '2026-03-02 16:00'],
    ['America/Los_Angeles', '2026-03-04T12:00Z', '2026-03-09 15:00'],
    ['America/Los_Angeles', '2026-07-01T00:00Z', '2026-07-06 15:00'],
    ['America/Los_Angeles', '2026-10-28T12:00Z', '2026-11-02 16:00'],
    // Auckland is a day ahead.
    ['Pacific/Auckland', '2026-04-01T00:00Z', '2026-04-05 20:00'],
    ['Pacific/Auckland', '2026-09-25T00:00Z', '2026-09-27 19:00'],
    // A quarter and half of an hour, and the ends of the world.
    ['Asia/Kathmandu', '2026-03-04T00:00Z', '2026-03-09 02:15'],
    ['Asia/Kolkata', '2026-03-04T00:00Z', '2026-03-09 02:30'],
    ['Pacific/Kiritimati', '2026-03-04T00:00Z', '2026-03-08 18:00'],
    ['Pacific/Pago_Pago', '2026-03-04T00:00Z', '2026-03-09 19:00'],
    // A minute before, at, and after 8:00.
    ['UTC', '2026-03-09T07:59Z', '2026-03-09 08:00'],
    ['UTC', '2026-03-09T08:00Z', '2026-03-16 08:00'],
    ['UTC', '2026-03-15T23:59Z', '2026-03-16 08:00'],
  ])('in %s at %s the next Monday’s 8:00 is %s UTC', async (zone, moment, due) => {
    expect(await nextMorning(moment, zone)).toBe(due)
  })

  test('choosing it plans the next Monday, another time zone another hour, and switching off none', async () => {
    const { ana } = cast
    const now = new Date().toISOString()
    await ana.adds('mail_settings', { user_id: ana.id })
    expect(await planned(ana)).toBeUndefined()
    const change = (changes: Row) => ana.changes('mail_settings', { user_id: ana.id }, changes)
    await change({ weekly: true, time_zone: 'America/Los_Angeles' })
    expect((await planned(ana))?.due).toBe(await nextMorning(now, 'America/Los_Angeles'))
    await change({ time_zone: 'Pacific/Auckland' })
    expect((await planned(ana))?.due).toBe(await nextMorning(now, 'Pacific/Auckland'))
    await change({ weekly: false })
    expect((await planned(ana))?.due).toBeNull()
    expect(await claim()).toEqual([])
  })

  test('the week is mailed once on its Monday', async () => {
    await wants(cast.ana, 'Pacific/Auckland')
    expect(await claim()).toEqual([])
    await mondayCame(cast.ana)
    const [mail] = await claim()
    expect(mail).toMatchObject({ founder: cast.ana.id, email: 'ana@example.com', time_zone: 'Pacific/Auckland' })
    expect(await claim()).toEqual([])
    await sent(mail)
    await sent(mail)
    const after = await planned(cast.ana)
    expect(Date.parse(after?.monday ?? '')).toBeGreaterThanOrEqual(Date.parse(mail?.monday ?? '') + 86_400_000 * 7)
    expect(await claim()).toEqual([])
  })

  test('late on Monday it is sent; from Tuesday on the next Monday is planned', async () => {
    await wants(cast.ana)
    await wants(cast.ben, 'America/Los_Angeles')
    // Not more than since the day began, so that it is still Monday.
    await mondayCame(cast.ana, 600)
    await mondayCame(cast.ben, 1440, 1)
    expect(await claim()).toMatchObject([{ founder: cast.ana.id }])
    expect((await planned(cast.ben))?.due).toBe(await nextMorning(new Date().toISOString(), 'America/Los_Angeles'))
    expect(await claim()).toEqual([])
  })

  test('a Monday that was mailed is not mailed again after a change of the time zone or the choice', async () => {
    const { ana } = cast
    await wants(ana)
    await mondayCame(ana)
    const [mail] = await claim()
    await sent(mail)
    // As if it were not 8:00 yet there.
    await owner.query('update private.week_mails set mailed_for = private.next_monday(now(), $1)', [
      'Pacific/Pago_Pago',
    ])
    await ana.changes('mail_settings', { user_id: ana.id }, { time_zone: 'Pacific/Pago_Pago' })
    await ana.changes('mail_settings', { user_id: ana.id }, { weekly: false })
    await ana.changes('mail_settings', { user_id: ana.id }, { weekly: true })
    const [row] = await owner.query<{ days: number }>('select monday - mailed_for as days from private.week_mails')
    expect(row).toEqual({ days: 7 })
  })

  test('a change of another setting does not move it', async () => {
    await wants(cast.ana)
    await mondayCame(cast.ana)
    await cast.ana.changes('mail_settings', { user_id: cast.ana.id }, { replies: false })
    expect(await claim()).toHaveLength(1)
  })

  test('it is claimed again after 5, 10 and 20 minutes until it was sent', async () => {
    await wants(cast.ana)
    await mondayCame(cast.ana)
    expect(await claim()).toHaveLength(1)
    const pass = (minutes: number) =>
      owner.query(`update private.week_mails set due_at = due_at - interval '1 minute' * $1::integer`, [minutes])
    for (const minutes of [5, 10, 20]) {
      await pass(minutes - 1)
      expect(await claim()).toEqual([])
      await pass(1)
      expect(await claim()).toHaveLength(1)
    }
  })

  test.each([
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['has no confirmed address', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['has become an admin', `insert into public.user_roles (user_id, role) values ($1, 'admin')`],
    ['has stopped it', `select public.stop_mails($1, 'weekly')`],
  ])('a founder who %s gets no mail', async (_what, statement) => {
    for (const founder of [cast.ana, cast.ben]) {
      await wants(founder)
      await mondayCame(founder)
    }
    await owner.query(statement, [cast.ben.id])
    expect(await claim()).toMatchObject([{ founder: cast.ana.id }])
    expect(await claim()).toEqual([])
    await owner.query('delete from public.user_roles where user_id = $1', [cast.ben.id])
  })

  test('an address that may be another person’s gets a mail without the week', async () => {
    await wants(cast.ana)
    await mondayCame(cast.ana)
    await owner.query('delete from server.proven_emails')
    expect(await claim()).toMatchObject([{ founder: cast.ana.id, week: null }])
  })

  test('the mail has the week before, in the founder’s time zone', async () => {
    const { id } = cast.ana
    const zone = 'Pacific/Auckland'
    const week = async (monday: string) => {
      const [row] = await owner.query<{ week: Row }>('select private.week_in_mail($1, $2, $3) as week', [
        id,
        monday,
        zone,
      ])
      return row?.week
    }
    expect(await week('2026-03-09')).toEqual({
      check_in: null,
      priority: null,
      goals: { done: 0, of: 0 },
      added: null,
      added_before: null,
      runway: null,
      call: null,
      next: { kind: 'goals' },
    })
    await owner.query(
      `insert into public.weekly_checkins (user_id, week_of, mood, wins, next_priority) values
         ($1, '2026-02-23', 3, 'One', 'Earlier'), ($1, '2026-03-02', 4, 'Two demos', 'Pricing'), ($1, '2026-03-09', 5, 'x', 'Later')`,
      [id],
    )
    // Sunday evening in Auckland is Sunday morning UTC; Monday there begins on Sunday here.
    await owner.query(
      `insert into public.goals (user_id, text, period, created_at, completed, completed_at) values
         ($1, 'Before', 'weekly', '2026-02-20Z', true, '2026-03-01 10:59Z'),
         ($1, 'First', 'weekly', '2026-02-20Z', true, '2026-03-01 11:00Z'),
         ($1, 'Last', 'weekly', '2026-03-03Z', true, '2026-03-08 10:59Z'),
         ($1, 'After', 'weekly', '2026-03-03Z', true, '2026-03-08 11:00Z'),
         ($1, 'Open', 'weekly', '2026-03-03Z', false, null),
         ($1, 'New', 'weekly', '2026-03-08 11:00Z', false, null),
         ($1, 'Year', 'yearly', '2026-03-03Z', false, null)`,
      [id],
    )
    await owner.query(
      'insert into public.runway_data (user_id, bank_balance, monthly_burn) values ($1, 90000, 12000)',
      [id],
    )
    const [loop] = await owner.query<{ id: string }>(
      `insert into public.traction_loops (user_id, name, conversions, demos, messages, created_at)
       values ($1, 'Cold mail', 9, 9, 9, '2026-01-01Z') returning id`,
      [id],
    )
    await owner.query('delete from public.traction_points')
    await owner.query(
      `insert into public.traction_points (user_id, loop_id, day, status, conversions, demos, messages)
       select $1, $2, day::date, 'running', conversions, demos, messages from (values
         ('2026-02-01', 0, 0, 0), ('2026-02-25', 1, 2, 3), ('2026-03-04', 4, 4, 4), ('2026-03-09', 9, 9, 9)) as p (day, conversions, demos, messages)`,
      [id, loop?.id],
    )
    const [call] = await owner.query<{ starts_at: Date }>(
      `insert into public.squad_bookings (user_id, member, starts_at, ends_at) values
         ($1, 'growth', date_trunc('day', now()) + interval '3 days 15 hours', date_trunc('day', now()) + interval '3 days 15.5 hours')
       returning starts_at`,
      [id],
    )
    expect(call).toBeDefined()
    const shown = await week('2026-03-09')
    expect(shown).toMatchObject({
      check_in: { mood: 4, wins: 'Two demos' },
      priority: 'Pricing',
      goals: { done: 2, of: 3 },
      added: { conversions: 3, demos: 2, messages: 1 },
      added_before: { conversions: 1, demos: 2, messages: 3 },
      runway: { months: 7.5 },
      call: { member: 'growth' },
      next: { kind: 'goal' },
    })
  })

  // The embedded engine has one session.
  test.each([engine].filter((one) => one === 'postgres'))(
    'servers that claim at the same moment get different founders (%s)',
    async () => {
      if (cast.config.kind !== 'postgres') throw new Error('not PostgreSQL')
      const { url } = cast.config
      for (const founder of [cast.ana, cast.ben]) {
        await wants(founder)
        await mondayCame(founder)
      }
      const [one, two] = await Promise.all([1, 2].map(() => connect(connectionOf(url))))
      if (!one || !two) throw new Error('not connected')
      try {
        await one.query('begin')
        const first = await one.query<Mail>('select * from public.claim_week_mails(1)')
        const second = await two.query<Mail>('select * from public.claim_week_mails(10)')
        await one.query('commit')
        expect([...first.rows, ...second.rows].map(({ founder }) => founder).sort()).toEqual(
          [cast.ana.id, cast.ben.id].sort(),
        )
        expect([first.rows.length, second.rows.length]).toEqual([1, 1])
      } finally {
        await Promise.all([one.end(), two.end()])
      }
    },
  )
})
