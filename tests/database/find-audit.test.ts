import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Entry {
  readonly id: number
  readonly created_at: string
  readonly admin_name: string | null
  readonly founder_name: string | null
  readonly table_name: string
  readonly action: string
}

type Named = Pick<Actor, 'id'>

describe.each(engines)('reading and keeping the audit log on %s', (engine) => {
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
  beforeEach(() => owner.query('delete from public.admin_audit'))

  const find = (given: Row = {}) => cast.admin.calls<Entry>('find_audit', given)
  const kinds = async (given: Row = {}) => (await find(given)).map(({ table_name }) => table_name)
  /** Entries of some days ago, one of each kind for each founder; the later ones are newer. */
  const entry = (days: number, table: string, founder: Named = cast.ana, admin: Named = cast.admin) =>
    owner.query(
      `insert into public.admin_audit (created_at, admin_id, user_id, table_name, row_id, action, after)
       values (now() - make_interval(days => $1), $2, $3, $4, gen_random_uuid(), 'insert', '{"title": "Buyers"}')`,
      [days, admin.id, founder.id, table],
    )
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

  test('an entry says who did what for whom, with names', async () => {
    const { admin, ana } = cast
    await admin.adds('runway_data', { bank_balance: 10, monthly_burn: 20_000, user_id: ana.id })
    await admin.changes('runway_data', { user_id: ana.id }, { monthly_burn: 18_000 })
    await cast.service.deletes('runway_data', { user_id: ana.id })
    const about = { admin_id: admin.id, admin_name: 'adele', user_id: ana.id, founder_name: 'ana' }
    const [newest, ...others] = await find()
    expect(newest).toMatchObject({
      ...about,
      table_name: 'runway_data',
      action: 'update',
      before: { monthly_burn: 20_000 },
      after: { monthly_burn: 18_000 },
    })
    expect(others).toMatchObject([{ ...about, action: 'insert' }])
  })

  test('what the team shares is about no founder', async () => {
    const { admin } = cast
    await admin.adds('saved_replies', { title: 'Price', content: 'Raise it' })
    await admin.changes('saved_replies', { title: 'Price' }, { content: 'Raise it again' })
    await admin.changes('radar_thresholds', { id: true }, { message_hours: 48 })
    await admin.changes('radar_thresholds', { id: true }, { message_hours: 48 })
    await admin.deletes('saved_replies', { title: 'Price' })
    await admin.changes('radar_thresholds', { id: true }, { message_hours: 24 })
    const about = { admin_id: admin.id, user_id: null, founder_name: null }
    expect((await find()).slice(0, 5)).toMatchObject([
      { ...about, table_name: 'radar_thresholds', before: { message_hours: 48 }, after: { message_hours: 24 } },
      { ...about, table_name: 'saved_replies', action: 'delete', before: { title: 'Price' } },
      { ...about, table_name: 'radar_thresholds', before: { message_hours: 24 }, after: { message_hours: 48 } },
      { ...about, table_name: 'saved_replies', action: 'update', after: { content: 'Raise it again' } },
      { ...about, table_name: 'saved_replies', action: 'insert', after: { title: 'Price', content: 'Raise it' } },
    ])
    await owner.query(`delete from public.admin_audit`)
  })

  test('an entry of an account that is gone has no name; one without a name has the address', async () => {
    const gone = { id: crypto.randomUUID() }
    await entry(0, 'notes', cast.ana, gone)
    await cast.service.changes('profiles', { id: cast.ana.id }, { first_name: '' })
    expect(await find()).toMatchObject([
      { admin_id: gone.id, admin_name: null, founder_name: 'ana@example.com', user_id: cast.ana.id },
    ])
    await cast.service.changes('profiles', { id: cast.ana.id }, { first_name: 'ana' })
  })

  test('the log is filtered by admin, founder, kind and time, and by all of them', async () => {
    const { admin, exAdmin, ana, ben } = cast
    await entry(9, 'notes', ana, admin)
    await entry(8, 'goals', ben, admin)
    await entry(7, 'runway_data', ana, exAdmin)
    await entry(1, 'decisions', ben, exAdmin)
    expect(await kinds()).toEqual(['decisions', 'runway_data', 'goals', 'notes'])
    expect(await kinds({ admin: exAdmin.id })).toEqual(['decisions', 'runway_data'])
    expect(await kinds({ founder: ana.id })).toEqual(['runway_data', 'notes'])
    expect(await kinds({ kind: 'goals' })).toEqual(['goals'])
    expect(await kinds({ since: daysAgo(8.5) })).toEqual(['decisions', 'runway_data', 'goals'])
    expect(await kinds({ until: daysAgo(7.5) })).toEqual(['goals', 'notes'])
    expect(await kinds({ since: daysAgo(8.5), until: daysAgo(0), admin: admin.id, founder: ben.id })).toEqual(['goals'])
    expect(await kinds({ kind: 'goals', founder: ana.id })).toEqual([])
  })

  test('pages are consistent, also where entries have the same time', async () => {
    await owner.query(
      `insert into public.admin_audit (created_at, admin_id, user_id, table_name, row_id, action)
       select timestamptz '2026-01-01Z' + (n / 3) * interval '1 minute', $1, $2, 'notes', gen_random_uuid(), 'delete'
       from generate_series(1, 20) n`,
      [cast.admin.id, cast.ana.id],
    )
    const all = await find()
    expect(all).toHaveLength(20)
    const paged: Entry[] = []
    for (;;) {
      const last = paged.at(-1)
      const page = await find({ page_size: 3, ...(last && { after_at: last.created_at, after_id: last.id }) })
      if (page.length === 0) break
      paged.push(...page)
    }
    expect(paged).toEqual(all)
  })

  test('a page has 50 entries if nothing else is asked, and 200 at most', async () => {
    await owner.query(
      `insert into public.admin_audit (admin_id, user_id, table_name, row_id, action)
       select $1, $2, 'notes', gen_random_uuid(), 'delete' from generate_series(1, 210) n`,
      [cast.admin.id, cast.ana.id],
    )
    expect(await find()).toHaveLength(50)
    expect(await find({ page_size: 9999 })).toHaveLength(200)
    expect(await find({ page_size: 0 })).toHaveLength(1)
  })

  test('everyone of whom there is an entry is listed, also who is no admin any more', async () => {
    const gone = { id: '00000000-0000-4000-8000-000000000001' }
    for (const admin of [cast.admin, cast.exAdmin, gone, cast.admin]) await entry(0, 'notes', cast.ana, admin)
    await owner.query(`update public.admin_audit set admin_id = null where admin_id = $1`, [gone.id])
    await entry(0, 'notes', cast.ana, gone)
    expect(await cast.admin.calls('audited_admins')).toEqual([
      { id: cast.admin.id, name: 'adele' },
      { id: cast.exAdmin.id, name: 'emil' },
      { id: gone.id, name: null },
    ])
    await owner.query('delete from public.admin_audit')
    expect(await cast.admin.calls('audited_admins')).toEqual([])
  })

  test('entries are kept for 400 days, and deleted in parts', async () => {
    for (const days of [0, 399, 401, 402, 403]) await entry(days, `of ${days}`)
    const clean = () => cast.service.calls('delete_expired', { max_rows: 2 })
    expect(await clean()).toEqual([2])
    expect(await kinds()).toEqual(['of 0', 'of 399', 'of 401'])
    expect(await clean()).toEqual([1])
    expect(await clean()).toEqual([0])
    expect(await kinds()).toEqual(['of 0', 'of 399'])
  })

  test('batches of notes are kept as long as their entries, or until they are finished', async () => {
    const batch = (days: number, left: string) =>
      owner.query(
        `insert into private.note_batches (id, admin_id, title, category, content, founders_left, created_at)
         values (gen_random_uuid(), $1, $2, 'x', 'x', $3, now() - make_interval(days => $4))`,
        [cast.admin.id, `${days} ${left}`, left, days],
      )
    for (const days of [399, 401]) for (const left of ['{}', `{${cast.ana.id}}`]) await batch(days, left)
    await cast.service.calls('delete_expired', { max_rows: 1 })
    const kept = await owner.query<{ title: string }>('select title from private.note_batches')
    expect(new Set(kept.map(({ title }) => title))).toEqual(
      new Set(['399 {}', `399 {${cast.ana.id}}`, `401 {${cast.ana.id}}`]),
    )
  })
})
