import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

const LABEL = '00000000-0000-4000-8000-00000000000a'

describe.each(engines)('saved views on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  /** A colleague. */
  let maya: Actor
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    maya = cast.exAdmin
    await cast.service.adds('user_roles', { user_id: maya.id, role: 'admin' })
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(() => owner.query('delete from public.saved_views'))

  const save = (query: object, given: Row = {}) =>
    cast.admin.adds('saved_views', { name: 'Batch 7', query: JSON.stringify(query), ...given })
  const names = async (actor: Actor) => (await actor.sees('saved_views')).map(({ name }) => name).sort()

  test('are an admin’s own, or the team’s, which each admin may change and delete', async () => {
    const { admin, ana } = cast
    await save({})
    await save({}, { name: 'For all', admin_id: null })
    expect([await names(admin), await names(maya), await names(ana)]).toEqual([['Batch 7', 'For all'], ['For all'], []])
    expect(await maya.changes('saved_views', {}, { name: 'Ours' })).toBe(1)
    expect(await maya.deletes('saved_views', { name: 'Batch 7' })).toBe(0)
    expect(await maya.deletes('saved_views', {})).toBe(1)
    expect(await names(admin)).toEqual(['Batch 7'])
  })

  test('are shared with the team, and no one saves one for a colleague', async () => {
    const { admin } = cast
    await save({})
    expect(await admin.changes('saved_views', {}, { admin_id: null })).toBe(1)
    expect(await names(maya)).toEqual(['Batch 7'])
    await expect(save({}, { admin_id: maya.id })).rejects.toMatchObject({ code: '42501' })
    await expect(admin.changes('saved_views', {}, { admin_id: maya.id })).rejects.toMatchObject({ code: '42501' })
  })

  test('of the team become an admin’s own by name, once', async () => {
    const { admin } = cast
    await save({ sort: 'owner' }, { admin_id: null })
    await save({}, { name: 'Mine' })
    const [view] = (await admin.sees('saved_views', { name: 'Batch 7' })).map(({ id }) => String(id))
    const keep = (actor: Actor, name: string) => actor.calls<string | null>('keep_view', { view: view ?? '', name })
    await expect(keep(admin, 'Mine')).rejects.toMatchObject({ code: '23505' })
    await expect(keep(cast.ana, 'Hers')).rejects.toMatchObject({ code: '42501' })
    expect(await names(maya)).toEqual(['Batch 7'])
    const [kept] = await keep(admin, 'Owners')
    expect(await admin.sees('saved_views', { name: 'Owners' })).toMatchObject([
      { id: kept ?? '', admin_id: admin.id, query: { sort: 'owner' } },
    ])
    expect(await names(maya)).toEqual([])
    expect(await keep(maya, 'Hers')).toEqual([null])
    expect(await keep(admin, 'Again')).toEqual([null])
    expect(await names(admin)).toEqual(['Mine', 'Owners'])
  })

  test('go with their admin, the team’s stay', async () => {
    const id = crypto.randomUUID()
    await owner.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
      id,
      `${id}@x.y`,
    ])
    for (const admin_id of [id, null]) await cast.service.adds('saved_views', { admin_id, name: 'A', query: '{}' })
    await owner.query('delete from auth.users where id = $1', [id])
    expect(await cast.service.sees('saved_views')).toMatchObject([{ admin_id: null }])
  })

  test.each([
    [{}],
    [{ search: 'x'.repeat(200), sort: 'owner', descending: false, columns: ['owner', 'check_in'] }],
    [{ filters: { owner: 'mine', label: LABEL, mood: 'low', risk: 'any' } }],
    [{ filters: { owner: LABEL } }],
  ])('keep %j', async (query) => {
    await save(query)
    expect((await cast.admin.sees('saved_views'))[0]?.['query']).toEqual(query)
  })

  test.each([
    [[], '22023'],
    [{ rows: 5 }, '22023'],
    [{ search: 7 }, '22023'],
    [{ search: 'x'.repeat(201) }, '22023'],
    [{ filters: 'mine' }, '22023'],
    [{ filters: { mood: 'sad' } }, '22023'],
    [{ filters: { email: 'a' } }, '22023'],
    [{ filters: { owner: 'Maya' } }, '22023'],
    [{ filters: { label: 'Batch' } }, '22023'],
    [{ filters: { mood: null } }, '22023'],
    [{ sort: 'email' }, '22023'],
    [{ sort: null }, '22023'],
    [{ descending: 'no' }, '22023'],
    [{ columns: 'owner' }, '22023'],
    [{ columns: [1] }, '22023'],
    [{ columns: [null] }, '22023'],
    [{ columns: ['<b>'] }, '22023'],
    [{ columns: Array(21).fill('owner') }, '22023'],
  ])('reject %j, new and as a change', async (query, code) => {
    await expect(save(query)).rejects.toMatchObject({ code })
    await save({}, { name: 'Other' })
    const change = cast.admin.changes('saved_views', {}, { query: JSON.stringify(query) })
    await expect(change).rejects.toMatchObject({ code })
    expect((await cast.admin.sees('saved_views')).map(({ query }) => query)).toEqual([{}])
  })

  test.each([
    ['BATCH 7', '23505'],
    ['', '23514'],
    ['x'.repeat(41), '23514'],
  ])('beside “Batch 7”, the name %j: %s', async (name, code) => {
    for (const admin_id of [cast.admin.id, null]) {
      await save({}, { admin_id })
      await expect(save({}, { name, admin_id })).rejects.toMatchObject({ code })
    }
  })

  test('there are 12 of an admin and 20 of the team at most, however they become so', async () => {
    await owner.query(
      `insert into public.saved_views (admin_id, name, query)
       select $1::uuid, 'Mine ' || n, '{}'::jsonb from generate_series(1, 12) n
       union all select null, 'Ours ' || n, '{}' from generate_series(1, 20) n`,
      [cast.admin.id],
    )
    await expect(save({})).rejects.toMatchObject({ code: '54000' })
    await expect(save({}, { admin_id: null })).rejects.toMatchObject({ code: '54000' })
    const share = cast.admin.changes('saved_views', { name: 'Mine 1' }, { admin_id: null })
    await expect(share).rejects.toMatchObject({ code: '54000' })
    await maya.adds('saved_views', { name: 'Hers', query: '{}' })
    expect(await names(cast.admin)).toHaveLength(32)
  })

  test('the audit has the team’s views, and none of an admin’s own', async () => {
    const { admin } = cast
    const before = (await admin.sees('admin_audit')).length
    await save({})
    await admin.changes('saved_views', {}, { name: 'Batch 8' })
    await admin.changes('saved_views', {}, { admin_id: null })
    await admin.changes('saved_views', {}, { query: '{"sort": "owner"}' })
    await admin.deletes('saved_views', {})
    await save({})
    await admin.deletes('saved_views', {})
    expect((await admin.sees('admin_audit')).slice(before)).toMatchObject([
      { table_name: 'saved_views', action: 'update', user_id: null, after: { admin_id: null } },
      { action: 'update', before: { query: {} }, after: { query: { sort: 'owner' } } },
      { action: 'delete', before: { name: 'Batch 8' } },
    ])
  })
})
