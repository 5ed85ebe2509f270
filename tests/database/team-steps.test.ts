import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, Refused, type Cast } from '../permissions/actors.ts'

describe.each(engines)('the first steps of the team on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    // The founders are admins, too: there is none.
    await owner.query(
      `insert into public.user_roles (user_id, role) select id, 'admin' from public.profiles on conflict do nothing`,
    )
  })
  beforeEach(() => owner.query('update public.profiles set team_steps_done_at = null'))
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })

  const steps = async () => (await cast.admin.calls<Record<string, unknown> | null>('team_steps'))[0]
  const alone = () => owner.query('delete from public.user_roles where user_id <> $1', [cast.admin.id])

  test('each is done as its record is there; none is shown when all are', async () => {
    const before = await steps()
    expect(before).toEqual({ founder: false, invitation: false, admin: true, reply: false, thresholds: false })
    await cast.admin.adds('saved_replies', { title: 'Hello', content: 'Welcome' })
    await cast.admin.calls('invite_founders', { addresses: '{fay@acme.example}' })
    expect(await steps()).toMatchObject({ invitation: true, reply: true, thresholds: false })
    await cast.admin.changes('radar_thresholds', { id: true }, { message_hours: 48 })
    expect(await steps()).toMatchObject({ founder: false, thresholds: true })
    await alone()
    expect(await steps()).toEqual({ founder: true, invitation: true, admin: false, reply: true, thresholds: true })
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    expect(await steps()).toBeNull()
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
  })

  test('they are dismissed for the whole team', async () => {
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    await owner.query('delete from public.saved_replies')
    expect(await steps()).not.toBeNull()
    await cast.exAdmin.calls('dismiss_team_steps')
    expect(await steps()).toBeNull()
    await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
  })

  test('they are gone once a founder checks in; a check-in of an admin is none', async () => {
    const checkIn = { week_of: '2026-03-02', mood: 3, wins: 'One', next_priority: 'Two' }
    await cast.service.adds('weekly_checkins', { ...checkIn, user_id: cast.admin.id })
    expect(await steps()).not.toBeNull()
    await cast.service.adds('weekly_checkins', { ...checkIn, user_id: cast.ana.id })
    expect(await steps()).toBeNull()
  })

  test('only admins read and dismiss them', async () => {
    for (const person of [cast.ana, cast.exAdmin, cast.anonymous, cast.service])
      for (const name of ['team_steps', 'dismiss_team_steps'])
        await expect(person.calls(name)).rejects.toBeInstanceOf(Refused)
  })
})
