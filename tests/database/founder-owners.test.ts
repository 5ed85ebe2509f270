import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { addSession, gather, type Actor, type Cast } from '../permissions/actors.ts'

const NO_ONE = '00000000-0000-4000-8000-000000000000'

describe.each(engines)('owners of founders on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  /** A colleague; an admin in each test. */
  let maya: Actor
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    maya = cast.exAdmin
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    await owner.query('delete from public.founder_owners')
    await owner.query('delete from public.squad_messages')
    await owner.query('delete from private.push_devices')
    await owner.query(`insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [
      maya.id,
    ])
  })

  const listOf = (...actors: Pick<Actor, 'id'>[]) => `{${actors.map(({ id }) => id).join(',')}}`
  const set = (member: Actor | null, ...founders: Pick<Actor, 'id'>[]) =>
    cast.admin.calls<{ former: string | null; changed: string[] }>('set_owner', {
      founders: listOf(...founders),
      member: member?.id ?? null,
    })
  const owned = async () =>
    Object.fromEntries((await cast.admin.sees('founder_owners')).map((row) => [row['user_id'], row['owner']]))
  const conversationOf = async ({ id }: Actor) =>
    (await cast.admin.sees('squad_conversations', { user_id: id }))[0]?.['assigned_to']
  const write = (founder: Actor) => founder.adds('squad_messages', { user_id: founder.id, content: 'Help' })
  const audit = async (founder: Actor) =>
    (await cast.admin.sees('admin_audit', { user_id: founder.id, table_name: 'founder_owners' })).map(
      ({ admin_id, before, after }) => ({ admin_id, before, after }),
    )

  test('founders get an owner, another one, and none; those who changed are returned by their former owner', async () => {
    const { ana, ben, admin } = cast
    expect(await set(maya, ana)).toEqual([{ former: null, changed: [ana.id] }])
    expect(await set(maya, ana)).toEqual([])
    const changed = await set(admin, ana, ben, ben)
    expect(changed.toSorted((a, b) => (a.former === null ? -1 : b.former === null ? 1 : 0))).toEqual([
      { former: null, changed: [ben.id] },
      { former: maya.id, changed: [ana.id] },
    ])
    expect(await owned()).toEqual({ [ana.id]: admin.id, [ben.id]: admin.id })
    expect(await set(null, ana)).toEqual([{ former: admin.id, changed: [ana.id] }])
    expect(await owned()).toEqual({ [ben.id]: admin.id })
  })

  test.each([
    ['a founder as the owner', { member: 'ben' }, '22023'],
    ['an unknown owner', { member: NO_ONE }, '22023'],
    ['no founders', { founders: '{}' }, '22023'],
    ['null for founders', { founders: null }, '22023'],
    ['more than 10,000 founders', { founders: `{${`${NO_ONE},`.repeat(10_000)}${NO_ONE}}` }, '22023'],
  ])('rejects %s and changes nothing', async (_, given, code) => {
    await set(maya, cast.ana)
    const { member = cast.admin.id, founders = listOf(cast.ana) } = given as { member?: string; founders?: string }
    const asked = cast.admin.calls('set_owner', { founders, member: member === 'ben' ? cast.ben.id : member })
    await expect(asked).rejects.toMatchObject({ code })
    expect(await owned()).toEqual({ [cast.ana.id]: maya.id })
  })

  test('leaves out accounts that no longer exist', async () => {
    expect(await set(maya, { id: NO_ONE })).toEqual([])
  })

  test('the audit names both owners', async () => {
    const { ana, admin } = cast
    const before = (await audit(ana)).length
    await set(maya, ana)
    await set(admin, ana)
    await set(admin, ana)
    await set(null, ana)
    expect((await audit(ana)).slice(before)).toEqual([
      { admin_id: admin.id, before: { owner: null }, after: { owner: 'emil' } },
      { admin_id: admin.id, before: { owner: 'emil' }, after: { owner: 'adele' } },
      { admin_id: admin.id, before: { owner: 'adele' }, after: { owner: null } },
    ])
  })

  test('a former admin looks after no one, and gets no message', async () => {
    const { ana, ben, admin, service } = cast
    await set(maya, ana)
    await set(admin, ben)
    await service.deletes('user_roles', { user_id: maya.id })
    expect(await owned()).toEqual({ [ben.id]: admin.id })
    await write(ana)
    expect(await conversationOf(ana)).toBeNull()
  })

  test('a deleted admin looks after no one, and a deleted founder has no owner', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
    for (const id of ids)
      await owner.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
        id,
        `${id}@x.y`,
      ])
    await owner.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ids[0]])
    await cast.admin.calls('set_owner', { founders: listOf(cast.ana), member: ids[0] })
    await cast.admin.calls('set_owner', { founders: `{${ids[1]}}`, member: maya.id })
    await owner.query('delete from auth.users where id = any($1)', [ids])
    expect(await owned()).toEqual({})
  })

  describe('a founder’s message', () => {
    test('is assigned to the owner, unless it is assigned already', async () => {
      const { ana, ben, admin } = cast
      await set(maya, ana, ben)
      await write(ana)
      expect(await conversationOf(ana)).toBe(maya.id)
      await write(ben)
      await admin.calls('assign_conversation', { founder: ben.id, member: admin.id })
      await write(ben)
      expect(await conversationOf(ben)).toBe(admin.id)
    })

    test.runIf(engine === 'postgres')('does not wait for a role that is being revoked: that waits for it', async () => {
      const { ana } = cast
      await set(maya, ana)
      await owner.query('begin')
      await owner.query('delete from public.user_roles where user_id = $1', [maya.id])
      try {
        await write(ana)
        expect(await conversationOf(ana)).toBeNull()
      } finally {
        await owner.query('commit')
      }
    })

    test('stays unassigned without an owner, and so does what the squad writes', async () => {
      const { ana, ben, admin } = cast
      await write(ana)
      expect(await conversationOf(ana)).toBeNull()
      await set(maya, ben)
      const hello = { content: 'Hello', sender_type: 'squad', sender_name: 'Maya' }
      await admin.adds('squad_messages', { user_id: ben.id, ...hello })
      expect(await conversationOf(ben)).toBeNull()
    })

    test('notifies the owner alone, once', async () => {
      const { ana, admin } = cast
      for (const { id } of [maya, admin]) {
        const session = await addSession(cast.database, id)
        await owner.query(
          `insert into private.push_devices (user_id, session_id, endpoint, p256dh, auth)
           values ($1, $2, $3, repeat('B', 87), repeat('a', 22))`,
          [id, session, `https://push.example/${session}`],
        )
      }
      await set(maya, ana)
      await write(ana)
      expect(
        await owner.query(
          `select d.user_id, p.kind from private.pushes p join private.push_devices d on d.id = p.device`,
        ),
      ).toEqual([{ user_id: maya.id, kind: 'message' }])
    })

    test('that was assigned to the owner follows the founder to the next one; another assignee stays', async () => {
      const { ana, ben, admin } = cast
      await set(maya, ana, ben)
      await write(ana)
      await write(ben)
      await admin.calls('assign_conversation', { founder: ben.id, member: null })
      await set(admin, ana, ben)
      expect([await conversationOf(ana), await conversationOf(ben)]).toEqual([admin.id, null])
      const [entry] = (await admin.sees('admin_audit', { user_id: ana.id, table_name: 'squad_conversations' })).slice(
        -1,
      )
      expect(entry).toMatchObject({ before: { assigned_to: 'emil' }, after: { assigned_to: 'adele' } })
      await set(null, ana)
      expect(await conversationOf(ana)).toBe(admin.id)
    })
  })

  describe('lists of founders', () => {
    const names = async (given: Record<string, string | boolean> = {}, by: Actor = cast.admin) =>
      (await by.calls<{ first_name: string }>('find_cohort', { sort: 'name', descending: false, ...given })).map(
        ({ first_name }) => first_name,
      )
    const filtered = (value: string, by?: Actor) => names({ filters: JSON.stringify({ owner: value }) }, by)
    beforeEach(() => set(maya, cast.ana))

    test('of the caller, of no one and of a colleague', async () => {
      expect(await filtered('mine')).toEqual([])
      expect(await filtered('mine', maya)).toEqual(['ana'])
      expect(await filtered('none')).toEqual(['ben'])
      expect(await filtered(maya.id)).toEqual(['ana'])
      await expect(filtered('Maya')).rejects.toMatchObject({ code: '22P02' })
      await expect(names({ filters: '{"owner": null}' })).resolves.toEqual(['ana', 'ben'])
    })

    test('sorted by the owner’s name, those without one last', async () => {
      await set(cast.admin, cast.ben)
      expect(await names({ sort: 'owner' })).toEqual(['ben', 'ana'])
      expect(await names({ sort: 'owner', descending: true })).toEqual(['ana', 'ben'])
      await set(null, cast.ben)
      expect(await names({ sort: 'owner', descending: true })).toEqual(['ana', 'ben'])
    })

    test('say whose they are: the table, the list, the radar and the summary', async () => {
      const { admin, ana } = cast
      const row = { owner: 'emil' }
      expect((await admin.calls('find_cohort', { search: 'ana' }))[0]).toMatchObject(row)
      expect((await admin.calls('find_founders', { search: 'ana' }))[0]).toMatchObject(row)
      const listed = await admin.calls<{ first_name: string; owner: string | null }>('find_founders')
      expect(listed.map(({ first_name, owner }) => [first_name, owner])).toContainEqual(['ben', null])
      const [summary] = await admin.calls<{ owner: object }>('founder_summary', { founder: ana.id })
      expect(summary?.owner).toEqual({ id: maya.id, name: 'emil' })
    })

    test('the radar knows the caller’s own', async () => {
      const { ana, ben } = cast
      const runway = { bank_balance: 30_000, monthly_revenue: 0, monthly_burn: 10_000 }
      for (const { id } of [ana, ben]) await cast.service.adds('runway_data', { user_id: id, ...runway })
      const atRisk = async (by: Actor, given: Record<string, boolean>) =>
        (await by.calls<{ first_name: string; owner: string | null; total: number }>('founders_at_risk', given)).map(
          ({ first_name, owner, total }) => [first_name, owner, total],
        )
      expect(await atRisk(maya, { mine: true })).toEqual([['ana', 'emil', 1]])
      expect(await atRisk(cast.admin, { mine: true })).toEqual([])
      expect(await atRisk(maya, { mine: false })).toHaveLength(2)
      const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
      for (const { id } of [ana, ben]) await cast.admin.calls('snooze_founder', { founder: id, until, reason: 'Away' })
      expect(await atRisk(maya, { mine: true, snoozed: true })).toEqual([['ana', 'emil', 1]])
      await owner.query('delete from public.radar_snoozes')
    })
  })
})
