import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Reminder {
  readonly founder: string
  readonly friday: string
  readonly email: string
}

describe.each(engines)('the reminder on Friday on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(async () => {
    for (const table of ['public.mail_settings', 'public.weekly_checkins']) await owner.query(`delete from ${table}`)
    await owner.query('update auth.users set email_confirmed_at = now(), banned_until = null, deleted_at = null')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const wants = (founder: Actor, settings: Row = {}) =>
    founder.adds('mail_settings', { user_id: founder.id, reminder_hour: 16, ...settings })
  const claim = (max_rows = 10) => cast.service.calls<Reminder>('claim_check_in_reminders', { max_rows })
  const sent = ({ founder = '', friday = '' }: Partial<Reminder> = {}) =>
    cast.service.calls('check_in_reminder_sent', { founder, friday })
  const due = async ({ id }: Actor) =>
    (
      await owner.query<{ at: string | null }>(
        `select to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at
         from private.check_in_reminders where user_id = $1`,
        [id],
      )
    )[0]?.at
  /** Makes so many days ago, in the founder's time zone, the Friday that was planned. */
  const fridayCame = (founder: Actor, days = 0) =>
    owner.query(
      `update private.check_in_reminders r set
         friday = (now() at time zone s.time_zone)::date - $2::integer, due_at = now() - interval '1 minute'
       from public.mail_settings s where s.user_id = r.user_id and r.user_id = $1`,
      [founder.id, days],
    )
  const nextHour = async (moment: string, zone: string, hour: number) => {
    const [row] = await owner.query<{ at: string }>(
      `select to_char(
         (private.next_friday($1, $2, $3) + make_interval(hours => $3)) at time zone $2 at time zone 'utc', 'YYYY-MM-DD HH24:MI'
       ) as at`,
      [moment, zone, hour],
    )
    return row?.at
  }

  test.each([
    ['America/Los_Angeles', 16, '2026-03-04T12:00Z', '2026-03-07 00:00'],
    // After the clocks went forward.
    ['America/Los_Angeles', 16, '2026-03-11T12:00Z', '2026-03-13 23:00'],
    ['Pacific/Kiritimati', 0, '2026-03-04T12:00Z', '2026-03-05 10:00'],
    ['America/St_Johns', 9, '2026-03-04T12:00Z', '2026-03-06 12:30'],
    // A minute before, at, and after it.
    ['UTC', 16, '2026-03-06T15:59Z', '2026-03-06 16:00'],
    ['UTC', 16, '2026-03-06T16:00Z', '2026-03-13 16:00'],
    ['UTC', 23, '2026-03-08T23:59Z', '2026-03-13 23:00'],
  ])('in %s at %i:00 the next Friday after %s is %s UTC', async (zone, hour, moment, at) => {
    expect(await nextHour(moment, zone, hour)).toBe(at)
  })

  test('choosing it plans it, another hour or time zone moves it, and switching off ends it', async () => {
    const { ana } = cast
    const now = new Date().toISOString()
    const change = (changes: Row) => ana.changes('mail_settings', { user_id: ana.id }, changes)
    await ana.adds('mail_settings', { user_id: ana.id })
    expect(await due(ana)).toBeUndefined()
    await change({ reminder_hour: 9, time_zone: 'America/Los_Angeles' })
    expect(await due(ana)).toBe(await nextHour(now, 'America/Los_Angeles', 9))
    await change({ reminder_hour: 18 })
    expect(await due(ana)).toBe(await nextHour(now, 'America/Los_Angeles', 18))
    await change({ time_zone: 'Pacific/Auckland' })
    expect(await due(ana)).toBe(await nextHour(now, 'Pacific/Auckland', 18))
    await change({ reminder_hour: null })
    expect(await due(ana)).toBeNull()
  })

  test('a founder without a check-in is reminded once; whoever has checked in is not', async () => {
    const { ana, ben } = cast
    for (const founder of [ana, ben]) {
      await wants(founder)
      await fridayCame(founder)
    }
    await owner.query(
      `insert into public.weekly_checkins (user_id, week_of, mood, wins, next_priority)
       select user_id, date_trunc('week', friday), 3, 'One', 'Two' from private.check_in_reminders where user_id = $1`,
      [ben.id],
    )
    const [reminder, ...others] = await claim()
    expect(reminder).toMatchObject({ founder: ana.id, email: 'ana@example.com' })
    expect(others).toEqual([])
    await sent(reminder)
    await sent(reminder)
    expect(await claim()).toEqual([])
    const [row] = await owner.query<{ days: number }>(
      'select friday - mailed_for as days from private.check_in_reminders where user_id = $1',
      [ana.id],
    )
    expect(row?.days).toBeGreaterThanOrEqual(7)
    await ana.changes('mail_settings', { user_id: ana.id }, { reminder_hour: 23 })
    expect(await claim()).toEqual([])
  })

  test('from Saturday on, no one is reminded of the week', async () => {
    await wants(cast.ana)
    await fridayCame(cast.ana, 1)
    expect(await claim()).toEqual([])
    expect(await due(cast.ana)).toBe(await nextHour(new Date().toISOString(), 'UTC', 16))
  })

  test('it is claimed again after 5, 10 and 20 minutes until it was sent', async () => {
    await wants(cast.ana)
    await fridayCame(cast.ana)
    expect(await claim()).toHaveLength(1)
    const pass = (minutes: number) =>
      owner.query(`update private.check_in_reminders set due_at = due_at - interval '1 minute' * $1::integer`, [
        minutes,
      ])
    for (const minutes of [5, 10, 20]) {
      await pass(minutes - 1)
      expect(await claim()).toEqual([])
      await pass(1)
      expect(await claim()).toHaveLength(1)
    }
  })

  test.each([
    ['is banned', `update auth.users set banned_until = now() + interval '1 day' where id = $1`],
    ['has no confirmed address', 'update auth.users set email_confirmed_at = null where id = $1'],
    ['has stopped it', `select public.stop_mails($1, 'reminder')`],
  ])('a founder who %s gets none', async (_what, statement) => {
    await wants(cast.ana)
    await fridayCame(cast.ana)
    await owner.query(statement, [cast.ana.id])
    expect(await claim()).toEqual([])
  })

  test.each([24, -1])('there is no hour %i', async (reminder_hour) => {
    await expect(wants(cast.ana, { reminder_hour })).rejects.toMatchObject({ code: '23514' })
  })
})
