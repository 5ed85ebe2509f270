import { describe, expect, test } from 'vitest'
import { parseBinding } from './binding.ts'
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

describe('parseBinding', () => {
  test('covers the whole schema without a table', () => {
    const binding = parseBinding(1, { event: 'insert', schema: 'public' }, published, 'authenticated')
    expect(binding).toMatchObject({
      ok: true,
      value: { schema: 'public', table: undefined, types: new Set(['INSERT']) },
    })
  })

  test('covers all tables with the schema *', () => {
    const binding = parseBinding(1, { event: '*', schema: '*' }, published, 'authenticated')
    expect(binding).toMatchObject({ ok: true, value: { schema: undefined, table: undefined } })
  })

  test.each(['goals', 'nothing', undefined])('rejects the role anon, which may not read %s', (name) => {
    const request = { event: '*', schema: 'public', ...(name !== undefined && { table: name }) }
    expect(parseBinding(1, request, published, 'anon')).toMatchObject({
      ok: false,
      failure: { kind: 'unauthorized', reason: expect.stringContaining('the role anon may not read public.') },
    })
  })

  test('rejects the role anon before it validates the event', () => {
    const request = { event: 'X', schema: 'public', table: 'goals' }
    expect(parseBinding(1, request, published, 'anon')).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  })

  test('rejects a filter on a column that the role may not read', () => {
    const hidden = { ...column('secret', 'text'), readableBy: [] }
    const one = table('goals')
    const partly: Published = new Map([[tableKey('public', 'goals'), { ...one, columns: [...one.columns, hidden] }]])
    const request = { event: '*', schema: 'public', table: 'goals', filter: 'secret=like.a%' }
    expect(parseBinding(1, request, partly, 'authenticated')).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  })

  test('parses the longest filters in linear time', () => {
    const startedAt = performance.now()
    for (const filter of [',', ')', '(', ',)', '(,'].map((part) => part.repeat(8000 / part.length))) {
      for (let round = 0; round < 20; round++) {
        parseBinding(1, { event: '*', schema: 'public', table: 'goals', filter }, published, 'authenticated')
      }
    }
    // A quadratic split takes some 50 ms for each of these 100.
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('separates filters at commas, but not inside in.(…)', () => {
    const filter = 'user_id=in.(a,b),count=gt.1'
    const binding = parseBinding(
      1,
      { event: '*', schema: 'public', table: 'goals', filter },
      published,
      'authenticated',
    )
    expect(binding.ok && binding.value.filters.map(({ operation }) => operation)).toEqual([
      { kind: 'in', values: ['a', 'b'] },
      { kind: 'compare', operator: 'gt', quantifier: undefined, value: '1' },
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
  ])('rejects %j with a reason', (request) => {
    expect(parseBinding(1, request, published, 'authenticated')).toEqual({
      ok: false,
      failure: { kind: 'invalid', reason: expect.any(String) },
    })
  })
})
