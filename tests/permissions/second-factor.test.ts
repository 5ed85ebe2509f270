import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFactor, gather, platforms, type Cast } from './actors.ts'

describe.each(platforms)('functions that require aal2 on %s', (platform) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(platform)
    // A second admin, so that the admin below is not the last one.
    await cast.service.adds('user_roles', { user_id: cast.ben.id, role: 'admin' })
  })
  afterAll(() => cast.close())

  test.each([
    ['my_data', {}],
    ['my_sessions', {}],
    ['delete_my_account', {}],
    ['new_calendar_feed', { time_zone: 'UTC' }],
    ['calendar_feed_state', {}],
    ['revoke_calendar_feed', {}],
  ])('%s is rejected at aal1 once a factor is verified', async (name, given) => {
    await addFactor(cast.database, cast.admin.id, 'verified')
    for (const claims of [{}, { aal: null }, { aal: 'aal1' }]) {
      await expect(cast.with(claims, cast.admin).calls(name, given)).rejects.toMatchObject({
        code: '42501',
        message: 'this takes a session that has passed the second factor',
      })
    }
    await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.admin.id])
  })

  test('account functions are available at aal2, and at aal1 with an unverified factor only', async () => {
    await addFactor(cast.database, cast.admin.id, 'unverified')
    expect(await cast.admin.calls('my_data')).toMatchObject([{ profile: { id: cast.admin.id } }])
    await addFactor(cast.database, cast.admin.id, 'verified')
    const proven = cast.with({ aal: 'aal2' }, cast.admin)
    expect(await proven.calls('my_data')).toMatchObject([{ profile: { id: cast.admin.id } }])
    expect(await proven.calls('my_sessions')).toMatchObject([{ is_current: true }])
    const sets = (aal: string) =>
      cast.database.query(`update auth.sessions set aal = '${aal}' where id = $1`, [cast.admin.id])
    // Another server has lowered the session.
    await sets('aal1')
    await expect(proven.calls('delete_my_account')).rejects.toMatchObject({ code: '42501' })
    await sets('aal2')
    await proven.calls('delete_my_account')
    expect(await cast.service.sees('profiles', { id: cast.admin.id })).toEqual([])
  })

  test('deleting the account and creating a calendar feed also require recent proof', async () => {
    const aged = (seconds: number) =>
      cast.database.query(
        `update auth.mfa_amr_claims set updated_at = now() - make_interval(secs => $2) where session_id = $1`,
        [cast.ben.id, seconds],
      )
    await aged(600)
    for (const [name, given] of [
      ['delete_my_account', {}],
      ['new_calendar_feed', { time_zone: 'UTC' }],
    ] as const) {
      await expect(cast.ben.calls(name, given)).rejects.toMatchObject({
        code: '42501',
        message: 'this takes a proof from the last 10 minutes that it is you',
      })
    }
    // A token without a session, or with an unknown one.
    const other = cast.with({ session_id: crypto.randomUUID() }, cast.ben)
    await aged(0)
    await expect(other.calls('new_calendar_feed', { time_zone: 'UTC' })).rejects.toMatchObject({ code: '42501' })
    await aged(590)
    expect(await cast.ben.calls('new_calendar_feed', { time_zone: 'UTC' })).toHaveLength(1)
  })

  test('delete_my_account deletes only the caller', async () => {
    await cast.ana.calls('delete_my_account')
    expect((await cast.service.sees('profiles')).map(({ id }) => id).sort()).toEqual(
      [cast.ben.id, cast.exAdmin.id].sort(),
    )
  })
})
