import { describe, expect, test } from 'vitest'
import { filterByKeys, filterSql, readBinding, type Filter } from './binding.ts'
import { tableKey, type Published } from './published.ts'

const roles = ['authenticated'] as const
const column = (name: string, type: string) => ({ name, type, sqlType: `pg_catalog.${type}`, readableBy: roles })
const table = (name: string) => ({
  schema: 'public',
  name,
  columns: [column('id', 'uuid'), column('user_id', 'uuid'), column('count', 'int4'), column('text', 'text')],
  primaryKey: ['id'],
  keys: ['id', 'user_id'],
  visible: { anon: 'false', authenticated: 'true', service_role: 'true' },
})
const published: Published = new Map(['goals', 'loops'].map((name) => [tableKey('public', name), table(name)]))

const ana = '11111111-1111-1111-1111-11111111111a'
const ben = '22222222-2222-2222-2222-22222222222b'

function filterOf(text: string): Filter {
  const binding = readBinding(
    1,
    { event: '*', schema: 'public', table: 'goals', filter: text },
    published,
    'authenticated',
  )
  const filter = binding.ok ? binding.value.filters[0] : undefined
  if (!filter) throw new Error(`no filter in ${text}`)
  return filter
}

describe('readBinding', () => {
  test('without a table covers all of the schema', () => {
    const binding = readBinding(1, { event: 'insert', schema: 'public' }, published, 'authenticated')
    expect(binding).toMatchObject({
      ok: true,
      value: { schema: 'public', table: undefined, types: new Set(['INSERT']) },
    })
  })

  test('of every schema covers all tables', () => {
    const binding = readBinding(1, { event: '*', schema: '*' }, published, 'authenticated')
    expect(binding).toMatchObject({ ok: true, value: { schema: undefined, table: undefined } })
  })

  test.each(['goals', 'nothing', undefined])('refuses the role anon, which may read nothing of %s', (name) => {
    const request = { event: '*', schema: 'public', ...(name !== undefined && { table: name }) }
    expect(readBinding(1, request, published, 'anon')).toMatchObject({
      ok: false,
      failure: { kind: 'unauthorized', reason: expect.stringContaining('the role anon may not read public.') },
    })
  })

  test('refuses the role anon before it looks at the event', () => {
    const request = { event: 'X', schema: 'public', table: 'goals' }
    expect(readBinding(1, request, published, 'anon')).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  })

  test('refuses a filter on a column that the role may not read', () => {
    const hidden = { ...column('secret', 'text'), readableBy: [] }
    const one = table('goals')
    const partly: Published = new Map([[tableKey('public', 'goals'), { ...one, columns: [...one.columns, hidden] }]])
    const request = { event: '*', schema: 'public', table: 'goals', filter: 'secret=like.a%' }
    expect(readBinding(1, request, partly, 'authenticated')).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  })

  test('parses the longest filters in linear time', () => {
    const startedAt = performance.now()
    for (const filter of [',', ')', '(', ',)', '(,'].map((part) => part.repeat(8000 / part.length))) {
      for (let round = 0; round < 20; round++) {
        readBinding(1, { event: '*', schema: 'public', table: 'goals', filter }, published, 'authenticated')
      }
    }
    // A quadratic split takes some 50 ms for each of these 100.
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('commas part filters, but not the values of in', () => {
    const filter = 'user_id=in.(a,b),count=gt.1'
    const binding = readBinding(1, { event: '*', schema: 'public', table: 'goals', filter }, published, 'authenticated')
    expect(binding.ok && binding.value.filters.map(({ operator, values }) => [operator, values])).toEqual([
      ['in', ['a', 'b']],
      ['gt', ['1']],
    ])
  })

  test.each([
    { event: 'TRUNCATE', schema: 'public', table: 'goals' },
    { event: '*', schema: 'auth', table: 'users' },
    { event: '*', schema: 'public', table: 'users' },
    { event: '*', schema: 'public', filter: 'user_id=eq.1' },
    { event: '*', schema: 'public', table: 'goals', filter: 'nothing=eq.1' },
    { event: '*', schema: 'public', table: 'goals', filter: 'count=around.1' },
    { event: '*', schema: 'public', table: 'goals', filter: 'count=constructor.1' },
    { event: '*', schema: 'public', table: 'goals', filter: 'count' },
    { event: '*', schema: 'public', table: 'goals', filter: 'count=in.1' },
    { event: '*', schema: 'public', table: 'goals', filter: 'count=is.1' },
    { event: '*', schema: 'public', table: 'goals', filter: `count=in.(${'1,'.repeat(100)}1)` },
    { event: '*', schema: 'public', table: 'goals', filter: `text=eq.${','.repeat(10_000)}` },
    { event: '*', schema: 'public', table: 'goals', filter: String.raw`text=match.(.)\1` },
    { event: '*', schema: 'public', table: 'goals', filter: 'text=imatch.(?=.*(?=.*Z))' },
    { event: '*', schema: 'public', table: 'goals', filter: `text=like.${'%a'.repeat(11)}` },
  ])('refuses %j in words', (request) => {
    expect(readBinding(1, request, published, 'authenticated')).toEqual({
      ok: false,
      failure: { kind: 'invalid', reason: expect.any(String) },
    })
  })
})

describe('filterSql', () => {
  test.each([
    ['count=eq.1', '(r."count" = $1::pg_catalog.int4)', ['1']],
    ['count=not.gte.1', 'not (r."count" >= $1::pg_catalog.int4)', ['1']],
    ['text=ilike.%a%', '(r."text"::text ilike $1::text)', ['%a%']],
    ['text=is.NULL', '(r."text" is null)', []],
    ['text=in.(a,"b\\")', '(r."text" = any ($1::pg_catalog.text[]))', ['{"a","b\\\\"}']],
    [`text=eq.'; drop table x; --`, '(r."text" = $1::pg_catalog.text)', [`'; drop table x; --`]],
  ])('%s', (text, sql, expected) => {
    const values: (string | null)[] = []
    expect(filterSql(filterOf(text), 'r', values)).toBe(sql)
    expect(values).toEqual(expected)
  })
})

describe('filterByKeys', () => {
  test.each([
    [`user_id=eq.${ana}`, true],
    [`user_id=eq.${ana.toUpperCase()}`, true],
    [`user_id=eq.${ben}`, false],
    [`user_id=not.eq.${ana}`, false],
    [`user_id=in.(${ben},${ana})`, true],
    ['user_id=eq.{11111111111111111111111111111111a}', undefined],
    [`user_id=neq.${ben}`, undefined],
    ['text=eq.x', undefined],
  ])('%s is known from the keys to be %s', (text, expected) => {
    expect(filterByKeys(filterOf(text), { id: ben, user_id: ana })).toBe(expected)
  })
})
