import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

describe.each(engines)('labels of founders on %s', (engine) => {
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
  beforeEach(() => owner.query('delete from public.founder_labels'))

  const add = async (name: string) => {
    await cast.admin.adds('founder_labels', { name })
    const [label] = await cast.admin.sees('founder_labels', { name })
    return String(label?.['id'])
  }
  const listOf = (...actors: Pick<Actor, 'id'>[]) => `{${actors.map(({ id }) => id).join(',')}}`
  const label = async (given: Row) => (await cast.admin.calls<string[]>('label_founders', given))[0] ?? []
  const labelled = async () => (await cast.admin.sees('labelled_founders')).map(({ user_id }) => user_id).sort()
  const audit = async (founder: Actor | null) =>
    (await cast.admin.sees('admin_audit')).filter(({ user_id }) => user_id === (founder?.id ?? null))

  test('founders get and lose a label; those who changed are returned, so that it can be undone', async () => {
    const { ana, ben, exAdmin } = cast
    const id = await add('Batch 7')
    expect(await label({ label: id, founders: listOf(ana), is_on: true })).toEqual([ana.id])
    const all = listOf(ana, ben, ben, exAdmin)
    const changed = await label({ label: id, founders: all, is_on: true })
    expect([...changed].sort()).toEqual([ben.id, exAdmin.id].sort())
    await label({ label: id, founders: `{${changed.join(',')}}`, is_on: false })
    expect(await labelled()).toEqual([ana.id])
    expect(await label({ label: id, founders: all, is_on: false })).toEqual([ana.id])
    expect(await label({ label: id, founders: all, is_on: false })).toEqual([])
  })

  test('labels are listed by name with how many founders have them', async () => {
    const [two, one] = [await add('b two'), await add('A one')]
    await label({ label: two, founders: listOf(cast.ana, cast.ben), is_on: true })
    expect(await cast.admin.calls('list_labels')).toEqual([
      { id: one, name: 'A one', founders: 0 },
      { id: two, name: 'b two', founders: 2 },
    ])
  })

  test.each([
    ['batch 7', '23505'],
    [' Batch', '23514'],
    ['', '23514'],
    ['x'.repeat(41), '23514'],
    ['x'.repeat(40), undefined],
  ])('beside “Batch 7”, the name %j: %s', async (name, code) => {
    await add('Batch 7')
    if (code === undefined) await add(name)
    else await expect(add(name)).rejects.toMatchObject({ code })
  })

  test('there are 100 labels at most', async () => {
    await owner.query(`insert into public.founder_labels (name) select 'Label ' || n from generate_series(1, 99) n`)
    await add('The last one')
    await expect(add('One more')).rejects.toMatchObject({ code: '54000' })
  })

  test('a founder has 20 labels at most; then no founder gets another one', async () => {
    await owner.query(`insert into public.founder_labels (name) select 'Label ' || n from generate_series(1, 20) n`)
    await owner.query(`insert into public.labelled_founders select id, $1 from public.founder_labels`, [cast.ana.id])
    const more = { label: await add('One more'), founders: listOf(cast.ana, cast.ben), is_on: true }
    await expect(label(more)).rejects.toMatchObject({ code: '54000' })
    expect(await labelled()).toHaveLength(20)
  })

  test.each([
    [{ founders: '{}' }, '22023'],
    [{ founders: null }, '22023'],
    [{ founders: `{${'00000000-0000-4000-8000-000000000000,'.repeat(10_000)}00000000-0000-4000-8000-000000000000}` }, '22023'],
    [{ is_on: null }, '22023'],
    [{ label: '00000000-0000-4000-8000-000000000000' }, 'P0002'],
    [{ label: null }, 'P0002'],
    [{ founders: '{00000000-0000-4000-8000-000000000000}' }, undefined],
  ] as const)('case %#: %s', async (given, code) => {
    const full = { label: await add('Batch 7'), founders: listOf(cast.ana), is_on: true, ...given }
    if (code === undefined) expect(await label(full)).toEqual([])
    else await expect(label(full)).rejects.toMatchObject({ code })
  }) // prettier-ignore

  test('the audit has each change: the labels’, and one for each founder', async () => {
    const { ana, admin } = cast
    const before = { team: (await audit(null)).length, ana: (await audit(ana)).length }
    const id = await add('Batch 7')
    await admin.changes('founder_labels', { id }, { name: 'Batch 8' })
    await admin.changes('founder_labels', { id }, { name: 'Batch 8' })
    await label({ label: id, founders: listOf(ana, admin), is_on: true })
    await label({ label: id, founders: listOf(ana), is_on: false })
    await label({ label: id, founders: listOf(ana), is_on: true })
    await admin.deletes('founder_labels', { id })
    const about = { admin_id: admin.id, row_id: id }
    expect((await audit(null)).slice(before.team)).toMatchObject([
      { ...about, table_name: 'founder_labels', action: 'insert', before: null, after: { name: 'Batch 7' } },
      { ...about, action: 'update', before: { name: 'Batch 7' }, after: { name: 'Batch 8' } },
      { ...about, action: 'delete', before: { name: 'Batch 8', founders: 2 }, after: null },
    ])
    expect((await audit(ana)).slice(before.ana)).toMatchObject([
      { ...about, table_name: 'labelled_founders', action: 'insert', before: null, after: { label: 'Batch 8' } },
      { ...about, action: 'delete', before: { label: 'Batch 8' }, after: null },
      { ...about, action: 'insert' },
    ])
  })

  test('the database alone says who has a label: no one writes it beside the function', async () => {
    const id = await add('Batch 7')
    const row = { label: id, user_id: cast.ana.id }
    await expect(cast.admin.adds('labelled_founders', row)).rejects.toMatchObject({ code: '42501' })
    await label({ label: id, founders: listOf(cast.ana), is_on: true })
    await expect(cast.admin.deletes('labelled_founders', row)).rejects.toMatchObject({ code: '42501' })
  })

  test('a former admin sees and does nothing at once', async () => {
    const { admin, exAdmin, service } = cast
    const id = await add('Batch 7')
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    await exAdmin.calls('label_founders', { label: id, founders: listOf(cast.ana), is_on: true })
    expect(await exAdmin.sees('labelled_founders')).toHaveLength(1)
    await service.deletes('user_roles', { user_id: exAdmin.id })
    expect(await exAdmin.sees('labelled_founders')).toEqual([])
    expect(await exAdmin.sees('founder_labels')).toEqual([])
    await expect(exAdmin.calls('list_labels')).rejects.toMatchObject({ code: '42501' })
    expect(await admin.sees('founder_labels')).toHaveLength(1)
  })

  test('an account takes its labels along, and leaves no audit entry of them', async () => {
    const id = await add('Batch 7')
    const gone = crypto.randomUUID()
    await owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
      gone,
      'gone@example.com',
    ])
    await label({ label: id, founders: `{${gone}}`, is_on: true })
    await owner.query('delete from auth.users where id = $1', [gone])
    expect(await labelled()).toEqual([])
    expect((await cast.admin.sees('admin_audit')).filter(({ user_id }) => user_id === gone)).toEqual([])
  })
})
