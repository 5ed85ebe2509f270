import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { gather, type Actor, type Cast, type Row } from '../permissions/actors.ts'

interface Found {
  readonly note: { readonly id: string; readonly title: string; readonly created_at: string }
  readonly author_name: string | null
}

describe.each(engines)('the notes of all founders on %s', (engine) => {
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
  beforeEach(async () => {
    await owner.query('delete from public.notes')
    await cast.admin.adds('notes', {
      user_id: cast.ana.id,
      title: 'Préços',
      category: 'pricing',
      content: 'Ask for $50',
    })
    await cast.admin.adds('notes', { user_id: cast.ben.id, title: 'Buyers', content: 'They fear lock-in' })
    await maya.adds('notes', {
      user_id: cast.ben.id,
      title: 'Tiers',
      category: 'pricing',
      content: 'Ana asks for prices',
    })
    await cast.service.adds('notes', { user_id: cast.ben.id, title: 'Imported', content: 'From a file' })
  })

  const find = (given: Row = {}, actor = cast.admin) => actor.calls<Found>('find_notes', given)
  const titles = async (given: Row = {}) => (await find(given)).map(({ note }) => note.title)

  test('are listed newest first, with the name of their author where it is known', async () => {
    expect((await find()).map(({ note, author_name }) => [note.title, author_name])).toEqual([
      ['Imported', null],
      ['Tiers', 'emil'],
      ['Buyers', 'adele'],
      ['Préços', 'adele'],
    ])
    expect((await find())[0]?.note).toMatchObject({ user_id: cast.ben.id, content: 'From a file' })
  })

  test.each([
    ['a word of the text, by its beginning', 'lock', ['Buyers']],
    ['two words in any order', 'fear THEY', ['Buyers']],
    ['the title, without accents', 'precos', ['Préços']],
    ['the category', 'pricing', ['Tiers', 'Préços']],
    ['the founder’s name, and the text', 'ana', ['Tiers', 'Préços']],
    ['part of the founder’s name', 'be', ['Imported', 'Tiers', 'Buyers']],
    ['nothing that there is', 'zebra', []],
    ['a word of another note', 'lock prices', []],
    ['only blanks', '  ', ['Imported', 'Tiers', 'Buyers', 'Préços']],
    ['signs that are no words', "'\\ & |:*!", []],
    ['200 characters at most', `${'lock '.repeat(40)}zebra`, ['Buyers']],
  ])('are found by %s', async (_, search, expected) => {
    expect(await titles({ search })).toEqual(expected)
  })

  test('are filtered by category and author, also in a search', async () => {
    expect(await titles({ category: 'pricing' })).toEqual(['Tiers', 'Préços'])
    expect(await titles({ author: cast.admin.id })).toEqual(['Buyers', 'Préços'])
    expect(await titles({ author: cast.admin.id, category: 'pricing' })).toEqual(['Préços'])
    expect(await titles({ search: 'ana', author: maya.id })).toEqual(['Tiers'])
    expect(await titles({ search: 'ana', category: 'buyer-insights' })).toEqual([])
    expect(await titles({ author: cast.ana.id })).toEqual([])
  })

  test('are found by what they say now', async () => {
    await maya.changes('notes', { title: 'Buyers' }, { content: 'They fear churn' })
    expect(await titles({ search: 'lock' })).toEqual([])
    expect((await find({ search: 'churn' })).map(({ author_name }) => author_name)).toEqual(['adele'])
  })

  test.each([{}, { search: 'e' }, { author: 'admin' }])('come page by page, given %j', async (given) => {
    const filters = { ...given, ...('author' in given && { author: cast.admin.id }) }
    const all = await titles(filters)
    expect(all.length).toBeGreaterThan(1)
    const pages: string[] = []
    let last: Found['note'] | undefined
    do {
      const after = last && { after_created_at: last.created_at, after_id: last.id }
      const [found] = await find({ ...filters, ...after, page_size: 1 })
      if (found) pages.push(found.note.title)
      last = found?.note
    } while (last)
    expect(pages).toEqual(all)
  })

  test('have the author of a batch, also where the function add-notes adds them', async () => {
    await owner.query('delete from public.notes')
    await owner.query(
      `insert into private.note_batches (id, admin_id, title, category, content, founders_left)
       values (gen_random_uuid(), $1, 'Demo day', 'news', 'Bring slides', $2)`,
      [maya.id, [cast.ana.id]],
    )
    await cast.service.calls('continue_notes')
    const given = { batch: crypto.randomUUID(), founders: `{${cast.ben.id}}`, title: 'For Ben', content: 'Slides' }
    await cast.admin.calls('add_note_for', given)
    expect((await find()).map(({ note, author_name }) => [note.title, author_name])).toEqual([
      ['For Ben', 'adele'],
      ['Demo day', 'emil'],
    ])
    expect(await cast.admin.calls('note_authors')).toEqual([
      { id: cast.admin.id, name: 'adele' },
      { id: maya.id, name: 'emil' },
    ])
  })

  test('have the authors that the audit log knows, after a backup without them is restored', async () => {
    const authors = async () => (await find()).map(({ author_name }) => author_name)
    const before = await authors()
    await owner.query('delete from private.note_authors')
    expect(await authors()).toEqual([null, null, null, null])
    for (let time = 0; time < 2; time++) await owner.query('select private.complete_restored_data()')
    expect(await authors()).toEqual(before)
  })

  test('still belong to their founders’ own search, and founders neither list nor find others', async () => {
    const own = async (search: string) =>
      (await cast.ben.calls<{ title: string }>('find_records', { search })).map(({ title }) => title)
    expect(await own('lock')).toEqual(['Buyers'])
    expect(await own('50')).toEqual([])
    await expect(find({}, cast.ben)).rejects.toMatchObject({ code: '42501' })
    await expect(find({ search: 'lock' }, cast.ben)).rejects.toMatchObject({ code: '42501' })
  })
})
