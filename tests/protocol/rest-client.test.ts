import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness.ts'
import { fixture, startRestServer, type RestServer } from './rest-server.ts'

const ana = { userId: '00000000-0000-4000-8000-00000000000a' }
const ben = { userId: '00000000-0000-4000-8000-00000000000b' }

describe.each(engines)('the official client on %s', (engine) => {
  let server: RestServer
  let service: SupabaseClient
  beforeAll(async () => {
    server = await startRestServer(engine, fixture)
    service = server.client()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.arrange(
      'truncate public.things, public.pairs, public.diaries',
      `insert into public.pairs values (1, 1, 'one'), (1, 2, 'two'), (2, 1, null)`,
    )
  })

  describe('select', () => {
    test('select returns a list with aliases and order', async () => {
      const { data, error, status } = await service
        .from('pairs')
        .select('b, text:note')
        .eq('a', 1)
        .order('b', { ascending: false })
      expect({ data, error, status }).toEqual({
        data: [
          { b: 2, text: 'two' },
          { b: 1, text: 'one' },
        ],
        error: null,
        status: 200,
      })
    })

    test.each([
      ['in', (from: SupabaseClient) => from.from('pairs').select('note').in('note', ['one', 'x,y']), ['one']],
      [
        'or',
        (from: SupabaseClient) => from.from('pairs').select('note').or('b.eq.2,note.is.null').order('a'),
        ['two', null],
      ],
      [
        'not',
        (from: SupabaseClient) => from.from('pairs').select('note').not('note', 'is', null).order('b'),
        ['one', 'two'],
      ],
      ['ilike', (from: SupabaseClient) => from.from('pairs').select('note').ilike('note', 'T%'), ['two']],
      ['match', (from: SupabaseClient) => from.from('pairs').select('note').match({ a: 1, b: 2 }), ['two']],
      [
        'range',
        (from: SupabaseClient) => from.from('pairs').select('note').order('a').order('b').range(1, 2),
        ['two', null],
      ],
      [
        'likeAnyOf',
        (from: SupabaseClient) => from.from('pairs').select('note').likeAnyOf('note', ['on%', 'x']),
        ['one'],
      ],
    ] as const)('select filters with %s', async (_, run, notes) => {
      const { data, error } = await run(service)
      expect(error).toBeNull()
      expect(data?.map(({ note }: { note: string | null }) => note)).toEqual(notes)
    })

    test('head: true returns only a count', async () => {
      const { count, data } = await service.from('pairs').select('*', { count: 'exact', head: true })
      expect({ count, data }).toEqual({ count: 3, data: null })
    })

    test('limit with a count returns a page and the total', async () => {
      const { count, data, status } = await service.from('pairs').select('*', { count: 'estimated' }).limit(1)
      expect([count, data?.length, status]).toEqual([3, 1, 206])
    })

    test('single returns exactly one row, and rejects none or two with 406 PGRST116', async () => {
      const one = await service.from('pairs').select('note').eq('b', 2).single()
      expect(one.data).toEqual({ note: 'two' })
      const none = await service.from('pairs').select('note').eq('b', 9).single()
      expect(none).toMatchObject({
        status: 406,
        error: { code: 'PGRST116', details: expect.stringContaining('0 rows') },
      })
      const two = await service.from('pairs').select('note').eq('a', 1).single()
      expect(two).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    })

    test('maybeSingle returns one row or null', async () => {
      expect((await service.from('pairs').select('note').eq('b', 2).maybeSingle()).data).toEqual({ note: 'two' })
      expect(await service.from('pairs').select('note').eq('b', 9).maybeSingle()).toMatchObject({
        data: null,
        error: null,
      })
    })

    test('select returns CSV, and rows with stripped nulls', async () => {
      expect((await service.from('pairs').select('a,note').eq('a', 2).csv()).data).toBe('a,note\r\n2,')
      expect((await service.from('pairs').select('a,note').eq('a', 2).stripNulls()).data).toEqual([{ a: 2 }])
    })

    test('eq and in find values with quotes, commas, parentheses, backslashes and emoji', async () => {
      const names = [
        '"quoted"',
        'a,b',
        '(c)',
        'back\\slash',
        '100%',
        'st*r',
        'ümläut',
        '😀',
        "it's",
        '{x}',
        'null',
        ' ',
        'a.b',
        '-- x',
        '$1',
      ]
      await service.from('things').insert(names.map((name, id) => ({ id, name })))
      for (const name of names) {
        const found = await service.from('things').select('name').eq('name', name)
        expect(found.data).toEqual([{ name }])
        const listed = await service.from('things').select('name').in('name', [name, 'missing'])
        // The client quotes a value in a list only for a comma or parenthesis, so a quoted value loses its quotes.
        expect(listed.data).toEqual(name === '"quoted"' ? [] : [{ name }])
      }
    })
  })

  describe('insert, upsert, update and delete', () => {
    test('insert returns nothing, or the row with select', async () => {
      expect(await service.from('pairs').insert({ a: 5, b: 5 })).toMatchObject({ data: null, error: null, status: 201 })
      const { data } = await service.from('pairs').insert({ a: 6, b: 6, note: 'six' }).select().single()
      expect(data).toEqual({ a: 6, b: 6, note: 'six' })
    })

    test('a bulk insert of rows with different keys fills missing values with null or the default', async () => {
      const things = [{ id: 1, price: 3 }, { id: 2 }]
      await service.from('things').insert(things)
      expect((await service.from('things').select('price').order('id')).data).toEqual([{ price: 3 }, { price: null }])
      await service.from('things').delete().gt('id', 0)
      await service.from('things').insert(things, { defaultToNull: false })
      expect((await service.from('things').select('price').order('id')).data).toEqual([{ price: 3 }, { price: 1.5 }])
    })

    test('upsert matches by the primary key, or by the onConflict columns', async () => {
      await service.from('pairs').upsert({ a: 1, b: 1, note: 'new' })
      expect((await service.from('pairs').select('note').eq('a', 1).eq('b', 1).single()).data).toEqual({ note: 'new' })
      await service.from('pairs').upsert([{ a: 1, b: 1, note: 'newer' }], { onConflict: 'a,b', ignoreDuplicates: true })
      expect((await service.from('pairs').select('note').eq('a', 1).eq('b', 1).single()).data).toEqual({ note: 'new' })
    })

    test('update returns the changed rows with select, and delete a count', async () => {
      const updated = await service.from('pairs').update({ note: 'changed' }).eq('a', 1).select('b').order('b')
      expect(updated).toMatchObject({ status: 200, data: [{ b: 1 }, { b: 2 }] })
      const deleted = await service.from('pairs').delete({ count: 'exact' }).eq('a', 1)
      expect(deleted).toMatchObject({ status: 204, data: null, count: 2 })
    })

    test('maxAffected rolls back a larger write with PGRST124', async () => {
      // The client's types need the server's version.
      const limited: unknown = service.from('pairs').update({ note: 'x' }).eq('a', 1).maxAffected(1)
      const { error } = await (limited as PromiseLike<{ error: unknown }>)
      expect(error).toMatchObject({ code: 'PGRST124' })
      expect((await service.from('pairs').select('note').eq('note', 'x')).data).toEqual([])
    })

    test('rejects delete without a filter with 400 21000', async () => {
      expect(await service.from('pairs').delete()).toMatchObject({ status: 400, error: { code: '21000' } })
    })
  })

  test('rpc calls functions by POST, GET and HEAD', async () => {
    expect((await service.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await service.rpc('add', { a: 1 }, { get: true })).data).toBe(11)
    expect((await service.rpc('joined', { words: ['a', 'b'] })).data).toBe('a-b')
    expect((await service.rpc('numbers', { upto: 4 }, { head: true, count: 'exact' })).count).toBe(4)
    expect(await service.rpc('clear_things')).toMatchObject({ data: null, error: null, status: 204 })
    expect((await service.rpc('sums', { a: 2, b: 3 }).single()).data).toEqual({ sum: 5, product: 6 })
  })

  test('schema takes the exposed schema, and rejects others with PGRST106', async () => {
    expect((await service.schema('public').from('pairs').select('a').limit(1)).data).toHaveLength(1)
    expect((await service.schema('auth').from('users').select()).error).toMatchObject({ code: 'PGRST106' })
  })

  describe('access', () => {
    test('a visitor gets 401 42501 for a table of users', async () => {
      const found = await server.client('visitor').from('diaries').select()
      expect(found).toMatchObject({ status: 401, error: { code: '42501' } })
    })

    test('a user reads and changes only their own rows', async () => {
      await server.client(ana).from('diaries').insert({ user_id: ana.userId, text: 'mine' })
      expect((await server.client(ana).from('diaries').select('text')).data).toEqual([{ text: 'mine' }])
      expect((await server.client(ben).from('diaries').select('text')).data).toEqual([])
      const changed = await server
        .client(ben)
        .from('diaries')
        .update({ text: 'his' })
        .eq('user_id', ana.userId)
        .select('text')
      expect(changed).toMatchObject({ status: 200, data: [] })
    })

    test('rejects inserting a row of another user with 403 42501', async () => {
      const { status, error } = await server.client(ben).from('diaries').insert({ user_id: ana.userId, text: 'forged' })
      expect([status, error?.code]).toEqual([403, '42501'])
    })

    test('rejects writing, reading and filtering by a column without a grant with 42501', async () => {
      const mine = { user_id: ana.userId, text: 'mine' }
      expect(
        (
          await server
            .client(ana)
            .from('diaries')
            .insert({ ...mine, id: ben.userId })
        ).error?.code,
      ).toBe('42501')
      expect((await server.client(ana).from('diaries').select('secret')).error?.code).toBe('42501')
      expect((await server.client(ana).from('diaries').select('text').eq('secret', 'x')).error?.code).toBe('42501')
    })

    test('concurrent requests of two users do not see each other’s rows', async () => {
      const isOwnOnly = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const who = index % 2 === 0 ? ana : ben
          await server
            .client(who)
            .from('diaries')
            .insert({ user_id: who.userId, text: String(index) })
          const { data } = await server.client(who).from('diaries').select('user_id')
          return data?.every((row: { user_id: string }) => row.user_id === who.userId)
        }),
      )
      expect(isOwnOnly).toEqual(isOwnOnly.map(() => true))
      expect((await server.client('visitor').from('diaries').select()).status).toBe(401)
    })
  })
})
