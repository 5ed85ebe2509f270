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
] as const

describe.each(engines)('finding founders on %s', (engine) => {
  let cast: Cast
  beforeAll(async () => {
    cast = await gather(engine)
    for (const [first, last] of people) {
      await cast.database.query(
        `insert into auth.users (id, raw_user_meta_data)
         values (gen_random_uuid(), jsonb_build_object('first_name', $1::text, 'last_name', $2::text))`,
        [first, last],
      )
    }
    // At the very same moment: only their ids tell them apart.
    await cast.database.query(
      `insert into auth.users (id, raw_user_meta_data)
       select gen_random_uuid(), '{"first_name": "Twin", "last_name": "Page"}' from generate_series(1, 25)`,
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
  ])('%s finds %s alone', async (search, first) => {
    expect((await find(search)).map(({ first_name }) => first_name)).toEqual([first])
  })

  test.each(['zoex', 'zoe hara', "'", "' | 'a", ':*', '!', 'x'.repeat(100_000)])(
    '%s finds nobody else',
    async (search) => {
      const found = await find(search)
      for (const { first_name } of found) expect(first_name).toBe('Jean-Luc')
      expect(found).toHaveLength(search === "'" ? 1 : 0)
    },
  )

  test('nothing asked for finds everybody, the newest first, and says who is an admin', async () => {
    const everybody = await find('  ', { page_size: 200 })
    expect(everybody).toHaveLength(4 + people.length + 25)
    expect(everybody.every(({ total }) => total === everybody.length)).toBe(true)
    const order = everybody.map(({ created_at }) => created_at)
    expect(order).toEqual([...order].sort().reverse())
    expect(everybody.filter((one) => one.is_admin).map(({ id }) => id)).toEqual([cast.admin.id])
  })

  test.each(['', 'twin'])('pages of "%s" follow each other while others sign up', async (search) => {
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
        `insert into auth.users (id, raw_user_meta_data) values (gen_random_uuid(), '{"first_name": "Twin"}')`,
      )
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  test('a name that changes is found under the new one', async () => {
    await cast.service.changes('profiles', { first_name: 'Percy' }, { first_name: 'Quentin' })
    expect(await find('percy')).toEqual([])
    expect(await find('quent')).toHaveLength(1)
  })

  test('the longest names that are allowed can be stored and found', async () => {
    for (const letter of ['ﷺ', '한', 'Ǖ', '𝅘𝅥𝅮', "'", '\\']) {
      const name = [...letter.repeat(100)].slice(0, 100).join('')
      await cast.database.query(
        `insert into auth.users (id, raw_user_meta_data) values
         (gen_random_uuid(), jsonb_build_object('first_name', $1::text, 'last_name', $1::text))`,
        [name],
      )
      expect((await find(name.slice(0, 20))).length).toBeGreaterThan(0)
    }
  })

  test('shows the e-mail address only of founders without a name', async () => {
    const nameless = 'nameless@example.com'
    await cast.database.query('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [nameless])
    const named = 'named@example.com'
    await cast.database.query(
      `insert into auth.users (id, email, raw_user_meta_data)
       values (gen_random_uuid(), $1, '{"first_name": "Named", "last_name": "Person"}')`,
      [named],
    )
    const found = await cast.admin.calls<Found & { email: string | null }>('find_founders', { page_size: 200 })
    expect(found.filter(({ first_name }) => first_name === '').map(({ email }) => email)).toContain(nameless)
    expect(found.filter(({ first_name, email }) => first_name !== '' && email !== null)).toEqual([])
  })
})
