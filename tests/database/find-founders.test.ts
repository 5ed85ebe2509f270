import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { gather, type Cast } from '../permissions/actors.ts'

interface Found {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly created_at: string
  readonly is_admin: boolean
  readonly total: number
  readonly admins: number
}

const people = [
  ['Zoë', 'Ångström'],
  ['Jean-Luc', "O'Hara"],
  ['Łukasz', 'Żółć'],
  ['Иван', 'Ёлкин'],
  ['Nguyễn Thị', 'Đào'],
  ['Percy', '100%_\\'],
  ['İpek', 'Weiß'],
  ['Σοφία', 'Παπά'],
  ['Søren', 'Straßer'],
  ['山田', '太郎'],
  ['أحمد', 'مُحَمَّد'],
] as const

describe.each(engines)('find_founders on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
    for (const [first, last] of people) {
      await cast.database.query(
        `insert into auth.users (email_confirmed_at, raw_user_meta_data)
         values (now(), jsonb_build_object('first_name', $1::text, 'last_name', $2::text))`,
        [first, last],
      )
    }
    // With the same time: only their ids order them.
    await cast.database.query(
      `insert into auth.users (email_confirmed_at, raw_user_meta_data)
       select now(), '{"first_name": "Twin", "last_name": "Page"}' from generate_series(1, 25)`,
    )
  })
  afterAll(() => cast.close())

  const find = (search: string, more: Record<string, string | number> = {}) =>
    cast.admin.calls<Found>('find_founders', { search, ...more })

  test.each([
    ['zoe', 'Zoë'],
    ['ZOË', 'Zoë'],
    ['strom', 'Zoë'],
    ['zo ang', 'Zoë'],
    ['ang  zo', 'Zoë'],
    ['luc o’hara', 'Jean-Luc'],
    ["o'h", 'Jean-Luc'],
    ['-', 'Jean-Luc'],
    ['lukasz zolc', 'Łukasz'],
    ['ŁUKASZ ŻÓŁĆ', 'Łukasz'],
    ['иван елк', 'Иван'],
    ['ИВАН', 'Иван'],
    ['nguyen dao', 'Nguyễn Thị'],
    ['thi', 'Nguyễn Thị'],
    ['%_', 'Percy'],
    ['\\', 'Percy'],
    ['ipek weiss', 'İpek'],
    ['ΣΟΦΊΑ', 'Σοφία'],
    ['παπα', 'Σοφία'],
    ['ohara', 'Jean-Luc'],
    ['JEANLUC o‘h', 'Jean-Luc'],
    ['soren strasser', 'Søren'],
    ['田', '山田'],
    ['احمد محمد', 'أحمد'],
  ])('the search %s finds only %s', async (search, first) => {
    expect((await find(search)).map(({ first_name }) => first_name)).toEqual([first])
  })

  test.each(['zoex', 'zoe hara', "'", "' | 'a", ':*', '!', 'x'.repeat(100_000)])(
    'the search %s finds no other founder',
    async (search) => {
      const found = await find(search)
      for (const { first_name } of found) expect(first_name).toBe('Jean-Luc')
      expect(found).toHaveLength(search === "'" ? 1 : 0)
    },
  )

  test('an empty search finds all users, newest first, and marks admins', async () => {
    const all = await find('  ', { page_size: 200 })
    expect(all).toHaveLength(4 + people.length + 25)
    expect(all.every(({ total }) => total === all.length)).toBe(true)
    expect(new Set(all.map(({ admins }) => admins))).toEqual(new Set([all.filter(({ is_admin }) => is_admin).length]))
    const order = all.map(({ created_at }) => created_at)
    expect(order).toEqual([...order].sort().reverse())
    expect(all.filter((one) => one.is_admin).map(({ id }) => id)).toEqual([cast.admin.id])
  })

  test.each(['', 'twin'])('pages of the search "%s" are consistent during sign-ups', async (search) => {
    const all = await find(search, { page_size: 200 })
    const paged: Found[] = []
    for (;;) {
      const last = paged.at(-1)
      const page = await find(search, {
        page_size: 7,
        ...(last && { after_created_at: last.created_at, after_id: last.id }),
      })
      if (page.length === 0) break
      paged.push(...page)
      await cast.database.query(
        `insert into auth.users (email_confirmed_at, raw_user_meta_data) values (now(), '{"first_name": "Twin"}')`,
      )
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  test('a changed name is found by its new text only', async () => {
    await cast.service.changes('profiles', { first_name: 'Percy' }, { first_name: 'Quentin' })
    expect(await find('percy')).toEqual([])
    expect(await find('quent')).toHaveLength(1)
  })

  test('names of the maximum length can be stored and found', async () => {
    for (const letter of ['ﷺ', '한', 'Ǖ', '𝅘𝅥𝅮', "'", '\\']) {
      const name = [...letter.repeat(100)].slice(0, 100).join('')
      await cast.database.query(
        `insert into auth.users (email_confirmed_at, raw_user_meta_data) values
         (now(), jsonb_build_object('first_name', $1::text, 'last_name', $1::text))`,
        [name],
      )
      expect((await find(name.slice(0, 20))).length).toBeGreaterThan(0)
    }
  })

  test('shows the e-mail address only of founders without a name', async () => {
    const nameless = 'nameless@example.com'
    await cast.database.query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [nameless])
    const named = 'named@example.com'
    await cast.database.query(
      `insert into auth.users (email_confirmed_at, email, raw_user_meta_data)
       values (now(), $1, '{"first_name": "Named", "last_name": "Person"}')`,
      [named],
    )
    const found = await cast.admin.calls<Found & { email: string | null }>('find_founders', { page_size: 200 })
    expect(found.filter(({ first_name }) => first_name === '').map(({ email }) => email)).toContain(nameless)
    expect(found.filter(({ first_name, email }) => first_name !== '' && email !== null)).toEqual([])
  })
})
