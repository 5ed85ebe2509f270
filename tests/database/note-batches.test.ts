import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

describe.each(engines)('a note for many founders on %s', (engine) => {
  let cast: Cast
  let owner: Owner
  let cohort: readonly string[]
  beforeAll(async () => {
    cast = await gather(engine)
    owner = await ownerOf(cast.config, cast.database)
    const ids: string[] = []
    // In parts, because a statement times out.
    for (let part = 0; part < 6; part++) {
      const added = await owner.query<{ id: string }>(
        `insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), $1 || n || '@example.com', now()
         from generate_series(1, 100) n returning id`,
        [`founder-${part}-`],
      )
      ids.push(...added.map(({ id }) => id))
    }
    cohort = ids
  })
  afterAll(async () => {
    await owner.end()
    await cast.close()
  })
  beforeEach(async () => {
    for (const table of ['public.notes', 'public.admin_audit', 'private.note_batches'])
      await owner.query(`delete from ${table}`)
  })

  const two = () => [cast.ana.id, cast.ben.id]
  const note = { title: 'Buyers', content: 'They ask for SSO' }
  const add = async (founders: readonly string[], given: Row = {}, admin: Actor = cast.admin) => {
    const batch = String(given['batch'] ?? crypto.randomUUID())
    const [answer] = await admin.calls('add_note_for', {
      ...note,
      ...given,
      batch,
      founders: `{${founders.join(',')}}`,
    })
    return { batch, answer }
  }
  const undo = async (batch: string, admin = cast.admin) => (await admin.calls<number>('undo_notes', { batch }))[0]
  const notes = () => cast.service.sees('notes')
  const count = async () => (await notes()).length
  const carryOn = async () => (await carriedOn())?.left_over
  const carriedOn = async () =>
    (await cast.service.calls<{ left_over: number; failure: string | null }>('continue_notes'))[0]

  test('each founder gets it, and reads their own one only', async () => {
    const { answer } = await add([...two(), cast.ana.id])
    expect(answer).toEqual({ added: 2, left: 0 })
    const [one, ...others] = await cast.ana.sees('notes')
    expect(one).toMatchObject({ ...note, category: 'buyer-insights', user_id: cast.ana.id })
    expect(others).toEqual([])
    expect(await cast.exAdmin.sees('notes')).toEqual([])
  })

  test('the audit lists whom, also when a note is gone; nothing is logged when no one gets it', async () => {
    const { batch } = await add([...two(), crypto.randomUUID()])
    await cast.admin.deletes('notes', { user_id: cast.ana.id })
    const whom = async (of: string) =>
      (await cast.admin.calls<{ count: number; founders: { id: string }[] }>('batch_recipients', { batch: of }))[0]
    expect(await whom(batch)).toMatchObject({ count: 2, founders: two().map((id) => ({ id })) })
    await owner.query('delete from public.admin_audit')
    await add([crypto.randomUUID()])
    expect(await cast.admin.sees('admin_audit')).toEqual([])
  })

  test('the same batch again adds nothing: its response was lost', async () => {
    const { batch } = await add(two())
    expect((await add(two(), { batch })).answer).toEqual({ added: 2, left: 0 })
    expect(await count()).toBe(2)
  })

  test('a batch is its admin’s', async () => {
    const { batch } = await add(two())
    await cast.service.adds('user_roles', { user_id: cast.exAdmin.id, role: 'admin' })
    try {
      await expect(add(two(), { batch }, cast.exAdmin)).rejects.toMatchObject({ code: '23505' })
      await expect(undo(batch, cast.exAdmin)).rejects.toMatchObject({ code: 'P0002' })
    } finally {
      await cast.service.deletes('user_roles', { user_id: cast.exAdmin.id })
    }
    expect(await undo(batch)).toBe(2)
  })

  test('its id is not that of a message for many, of which the audit would list the founders', async () => {
    const batch = crypto.randomUUID()
    const message = { batch, founders: `{${cast.ben.id}}`, content: 'Hello', sender_name: 'Adele' }
    await cast.admin.calls('message_founders', message)
    await expect(add(two(), { batch })).rejects.toMatchObject({ code: '23505' })
    const { batch: ofNote } = await add(two())
    await expect(cast.admin.calls('message_founders', { ...message, batch: ofNote })).rejects.toMatchObject({ code: '23505' }) // prettier-ignore
  })

  test('the first of many founders get it at once, the others part by part; the audit has one entry', async () => {
    const { batch, answer } = await add(cohort)
    expect(answer).toEqual({ added: 250, left: 350 })
    expect(await carryOn()).toBe(100)
    expect(await carryOn()).toBe(0)
    expect(await carryOn()).toBe(0)
    const written = await notes()
    expect(new Set(written.map(({ user_id }) => user_id))).toEqual(new Set(cohort))
    expect(written).toHaveLength(600)
    const after = { ...note, category: 'buyer-insights', founders: 600 }
    expect(await cast.admin.sees('admin_audit')).toMatchObject([
      { admin_id: cast.admin.id, user_id: null, table_name: 'note_batches', row_id: batch, action: 'insert', after },
    ])
  })

  test('a long text is added in smaller parts', async () => {
    expect((await add(cohort, { content: 'x'.repeat(10_000) })).answer).toEqual({ added: 23, left: 577 })
  })

  test('the function add-notes is notified of what is left', async () => {
    const notified: string[] = []
    const stop = await cast.database.listen('functions', {
      notified: (name) => void notified.push(name),
      lost: () => undefined,
      restored: () => undefined,
    })
    await add(two())
    await add(cohort)
    await expect.poll(() => notified).toEqual(['add-notes'])
    await stop()
  })

  test('undoing deletes the notes that were not changed since, and adds no more', async () => {
    const { batch } = await add(cohort)
    await carryOn()
    const [changed] = await notes()
    await cast.admin.changes('notes', { id: changed!['id']! }, { title: 'Sellers' })
    expect(await undo(batch)).toBe(499)
    expect(await carryOn()).toBe(0)
    expect(await notes()).toMatchObject([{ title: 'Sellers' }])
    expect(await undo(batch)).toBe(0)
    const deleted = (await cast.admin.sees('admin_audit')).filter(({ action }) => action === 'delete')
    expect(deleted).toMatchObject([{ table_name: 'note_batches', before: { ...note, founders: 600 }, after: null }])
    // A note of its own is an entry again.
    await cast.admin.deletes('notes', {})
    expect((await cast.admin.sees('admin_audit')).at(-1)).toMatchObject({ table_name: 'notes', action: 'delete' })
    expect((await add(cohort, { batch })).answer).toEqual({ added: 0, left: 0 })
  })

  test('undoing is for a minute', async () => {
    const { batch } = await add(two())
    await owner.query(`update private.note_batches set created_at = now() - interval '61 seconds'`)
    await expect(undo(batch)).rejects.toMatchObject({ code: 'P0002' })
    expect(await count()).toBe(2)
    await expect(undo(crypto.randomUUID())).rejects.toMatchObject({ code: 'P0002' })
  })

  test('what a former admin began is not carried on', async () => {
    const { exAdmin, service } = cast
    await service.adds('user_roles', { user_id: exAdmin.id, role: 'admin' })
    const { batch } = await add(cohort, {}, exAdmin)
    await service.deletes('user_roles', { user_id: exAdmin.id })
    expect(await carryOn()).toBe(0)
    expect(await count()).toBe(250)
    expect((await cast.admin.calls('batch_recipients', { batch }))[0]).toMatchObject({ count: 250 })
  })

  test('an admin has five unfinished ones at most', async () => {
    for (let times = 0; times < 5; times++) await add(cohort)
    await expect(add(two())).rejects.toMatchObject({ code: '54000' })
    while ((await carryOn()) !== 0);
    expect(await count()).toBe(3000)
    await add(two())
  })

  test('two that carry on at once add each note once', async () => {
    await add(cohort)
    const carryOnToTheEnd = async () => {
      while ((await carryOn()) !== 0);
    }
    await Promise.all([carryOnToTheEnd(), carryOnToTheEnd()])
    expect(await count()).toBe(600)
  })

  test.each([
    [{ title: ' ' }, '23514'],
    [{ title: 'x'.repeat(201) }, '23514'],
    [{ content: '' }, '23514'],
    [{ content: 'x'.repeat(10_001) }, '23514'],
    [{ category: 'x'.repeat(101) }, '23514'],
    [{ category: null }, '23502'],
    [{ title: null }, '23502'],
  ])('no founder gets the note %#', async (given, code) => {
    await expect(add(two(), given)).rejects.toMatchObject({ code })
    expect(await count()).toBe(0)
  })

  test('it is for 1 to 10,000 founders; accounts that are gone are left out', async () => {
    await expect(add([])).rejects.toMatchObject({ code: '22023' })
    await expect(add(Array.from({ length: 10_001 }, () => cast.ana.id))).rejects.toMatchObject({ code: '22023' })
    expect((await add([cast.ana.id, crypto.randomUUID()])).answer).toEqual({ added: 1, left: 0 })
  })
})
