import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/days.ts'
import type { IsoDate } from '../../domain/week.ts'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast } from '../permissions/actors.ts'

interface Mail {
  readonly member: string
  readonly monday: string
  readonly email: string
  readonly week: Readonly<Record<string, unknown>> | null
  readonly failure: string | null
}

describe.each(engines)('the mail with the week of the team on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
  })
  beforeEach(async () => {
    for (const table of ['public.mail_settings', 'server.proven_emails']) await owner.query(`delete from ${table}`)
    await owner.query('update auth.users set banned_until = null')
    await owner.query('insert into server.proven_emails (user_id, email, at) select id, email, now() from auth.users')
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const wants = (member: Actor, team_week_hour = 8, time_zone = 'UTC') =>
    member.adds('mail_settings', { user_id: member.id, team_week_hour, time_zone })
  const claim = () => cast.service.calls<Mail>('claim_team_week_mails', { max_rows: 10 })
  const sent = ({ member = '', monday = '' }: Partial<Mail> = {}) =>
    cast.service.calls('team_week_mail_sent', { member, monday })
  const planned = async ({ id }: Actor) =>
    (
      await owner.query<{ monday: string; due: string | null }>(
        `select monday::text, to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as due
         from private.team_week_mails where user_id = $1`,
        [id],
      )
    )[0]
  /** Makes today, in the admin's time zone, the Monday that was planned, and its hour now. */
  const mondayCame = (member: Actor, days = 0) =>
    owner.query(
      `update private.team_week_mails w set
         monday = (now() at time zone s.time_zone)::date - $2::integer, due_at = now() - interval '1 minute'
       from public.mail_settings s where s.user_id = w.user_id and w.user_id = $1`,
      [member.id, days],
    )

  test.each([
    ['UTC', 8, '2026-03-02', '2026-03-02 08:00'],
    ['America/New_York', 7, '2026-03-09', '2026-03-09 11:00'],
    ['America/New_York', 7, '2026-03-02', '2026-03-02 12:00'],
    ['Asia/Kathmandu', 8, '2026-03-09', '2026-03-09 02:15'],
    // The week has not ended before: it is UTC's.
    ['Pacific/Auckland', 8, '2026-03-09', '2026-03-09 00:00'],
    ['Pacific/Auckland', 15, '2026-03-09', '2026-03-09 02:00'],
    ['Europe/Berlin', 0, '2026-03-09', '2026-03-09 00:00'],
  ])('in %s at %i on %s it is due at %s UTC', async (zone, hour, monday, due) => {
    const [row] = await owner.query<{ at: string }>(
      `select to_char(private.team_week_at($1, $2, $3) at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at`,
      [monday, hour, zone],
    )
    expect(row?.at).toBe(due)
  })

  test('it is planned when an admin chooses an hour, and again for another one; off by default', async () => {
    await cast.admin.adds('mail_settings', { user_id: cast.admin.id })
    expect(await planned(cast.admin)).toBeUndefined()
    await cast.admin.changes('mail_settings', {}, { team_week_hour: 8 })
    const { monday, due } = (await planned(cast.admin)) ?? {}
    expect(new Date(`${monday}T00:00Z`).getUTCDay()).toBe(1)
    expect(due).toBe(`${monday} 08:00`)
    await cast.admin.changes('mail_settings', {}, { team_week_hour: null })
    expect(await planned(cast.admin)).toMatchObject({ due: null })
    await expect(cast.admin.changes('mail_settings', {}, { team_week_hour: 24 })).rejects.toMatchObject({
      code: '23514',
    })
  })

  test('it is handed out once, with the week before its Monday, and again until it is confirmed', async () => {
    await wants(cast.admin)
    await mondayCame(cast.admin)
    const [mail] = await claim()
    const monday = new Date().toISOString().slice(0, 10)
    const week = new Date(Date.parse(monday) - 7 * 86_400_000).toISOString().slice(0, 10)
    expect(mail).toMatchObject({
      member: cast.admin.id,
      email: 'adele@example.com',
      monday,
      failure: null,
      week: { week },
    })
    expect(await claim()).toEqual([])
    await owner.query('update private.team_week_mails set due_at = now()')
    expect(await claim()).toHaveLength(1)
    await sent(mail)
    expect(await claim()).toEqual([])
  })

  test('a Monday that was mailed is not planned again, also not at another hour or when it is confirmed twice or late', async () => {
    await wants(cast.admin)
    const { monday = '' } = (await planned(cast.admin)) ?? {}
    const next = addDays(monday as IsoDate, 7)
    const mail = { member: cast.admin.id, monday }
    await sent(mail)
    expect(await planned(cast.admin)).toEqual({ monday: next, due: `${next} 08:00` })
    await cast.admin.changes('mail_settings', {}, { team_week_hour: 23 })
    expect(await planned(cast.admin)).toEqual({ monday: next, due: `${next} 23:00` })
    for (const late of [monday, addDays(monday as IsoDate, -7)]) await sent({ ...mail, monday: late })
    expect(await planned(cast.admin)).toEqual({ monday: next, due: `${next} 23:00` })
  })

  test('a mail of a Monday that is over is planned for the next one', async () => {
    await wants(cast.admin)
    const plan = await planned(cast.admin)
    await mondayCame(cast.admin, 1)
    expect(await claim()).toEqual([])
    expect(await planned(cast.admin)).toEqual(plan)
  })

  describe('of two admins who want it on this Monday', () => {
    const revoke = () => cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    const grant = () => cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    beforeEach(async () => {
      await grant()
      for (const member of [cast.admin, cast.exAdmin]) {
        await wants(member)
        await mondayCame(member)
      }
    })
    afterEach(revoke)
    const mailed = async () => (await claim()).map(({ member }) => member).toSorted()

    test('each gets one', async () => {
      expect(await mailed()).toEqual([cast.admin.id, cast.exAdmin.id].toSorted())
      expect(await mailed()).toEqual([])
    })

    test.each<[string, () => Promise<unknown>]>([
      [
        'whose address is not proven',
        () => owner.query('delete from server.proven_emails where user_id = $1', [cast.exAdmin.id]),
      ],
      [
        'who is banned',
        () =>
          owner.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
            cast.exAdmin.id,
          ]),
      ],
      [
        'who chose no mail',
        () => cast.exAdmin.changes('mail_settings', { user_id: cast.exAdmin.id }, { team_week_hour: null }),
      ],
      [
        'who used the link that ends it',
        () => cast.service.calls('stop_mails', { founder: cast.exAdmin.id, kind: 'team_week' }),
      ],
      ['whose Monday is over', () => mondayCame(cast.exAdmin, 1)],
      ['who lost the role', revoke],
      [
        'who got the role again',
        async () => {
          await revoke()
          await grant()
        },
      ],
      [
        'who is a founder with this setting',
        async () => {
          await revoke()
          await cast.exAdmin.changes('mail_settings', { user_id: cast.exAdmin.id }, { team_week_hour: 8 })
          await mondayCame(cast.exAdmin)
        },
      ],
    ])('one %s gets none', async (_, happens) => {
      await happens()
      expect(await mailed()).toEqual([cast.admin.id])
    })

    test('losing the role ends this mail alone', async () => {
      await revoke()
      expect(await planned(cast.exAdmin)).toMatchObject({ due: null })
      expect(await cast.exAdmin.sees('mail_settings')).toMatchObject([{ team_week_hour: null, promises: true }])
    })
  })

  test('figures that cannot be computed are a failure of that mail, and it is tried again', async () => {
    await wants(cast.admin)
    await mondayCame(cast.admin)

    await owner.query('alter function private.founder_weeks(date) rename to founder_weeks_away')
    expect(await claim()).toMatchObject([{ member: cast.admin.id, week: null, failure: expect.any(String) as string }])

    await owner.query('alter function private.founder_weeks_away(date) rename to founder_weeks')
    await owner.query('update private.team_week_mails set due_at = now()')
    expect(await claim()).toMatchObject([{ failure: null }])
  })

  test('a plan from a clock that was ahead is planned again', async () => {
    await wants(cast.admin)
    const plan = await planned(cast.admin)
    await owner.query(
      `update private.team_week_mails
       set mailed_for = monday + 14, monday = monday + 21, due_at = due_at + interval '21 days'`,
    )
    await cast.service.calls('delete_expired', { max_rows: 10 })
    expect(await planned(cast.admin)).toEqual(plan)
  })
})
