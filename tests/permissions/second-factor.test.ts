import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Cast } from './actors.ts'

describe.each(engines)('what takes a second factor on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
    // So that the one below is not the last admin.
    await cast.service.adds('user_roles', { user_id: cast.ben.id, role: 'admin' })
  })
  afterAll(() => cast.close())

  const addFactor = (status: 'verified' | 'unverified') =>
    cast.database.query(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2)`, [
      cast.admin.id,
      status,
    ])

  test.each([
    ['my_data', {}],
    ['my_sessions', {}],
    ['delete_my_account', {}],
    ['new_calendar_feed', { time_zone: 'UTC' }],
    ['calendar_feed_state', {}],
    ['revoke_calendar_feed', {}],
  ])('%s is refused below it, once a factor is verified', async (name, given) => {
    await addFactor('verified')
    for (const claims of [{}, { aal: null }, { aal: 'aal1' }]) {
      await expect(cast.with(claims, cast.admin).calls(name, given)).rejects.toMatchObject({
        code: '42501',
        message: 'this takes a session that has passed the second factor',
      })
    }
    await cast.database.query('delete from auth.mfa_factors where user_id = $1', [cast.admin.id])
  })

  test('they are there for a session that has passed it, and for who has only begun to add one', async () => {
    await addFactor('unverified')
    expect(await cast.admin.calls('my_data')).toMatchObject([{ profile: { id: cast.admin.id } }])
    await addFactor('verified')
    const proven = cast.with({ aal: 'aal2' }, cast.admin)
    expect(await proven.calls('my_data')).toMatchObject([{ profile: { id: cast.admin.id } }])
    expect(await proven.calls('my_sessions')).toMatchObject([{ is_current: true }])
    await proven.calls('delete_my_account')
    expect(await cast.service.sees('profiles', { id: cast.admin.id })).toEqual([])
  })

  test('deleting the account and making a calendar address take a proof from the last ten minutes besides', async () => {
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
    // Of a session that the token does not name, or that is not there.
    const other = cast.with({ session_id: crypto.randomUUID() }, cast.ben)
    await aged(0)
    await expect(other.calls('new_calendar_feed', { time_zone: 'UTC' })).rejects.toMatchObject({ code: '42501' })
    await aged(590)
    expect(await cast.ben.calls('new_calendar_feed', { time_zone: 'UTC' })).toHaveLength(1)
  })

  test('deletes only the caller', async () => {
    await cast.ana.calls('delete_my_account')
    expect((await cast.service.sees('profiles')).map(({ id }) => id).sort()).toEqual(
      [cast.ben.id, cast.exAdmin.id].sort(),
    )
  })
})
