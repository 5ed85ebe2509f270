import { describe, expect, test } from 'vitest'
import { filterByKeys, filterSql, parseFilters, type Filter } from './filter.ts'

const roles = ['authenticated'] as const
const column = (name: string, type: string) => ({ name, type, sqlType: `pg_catalog.${type}`, readableBy: roles })
const goals = {
  schema: 'public',
  name: 'goals',
  columns: [column('id', 'uuid'), column('user_id', 'uuid'), column('count', 'int4'), column('text', 'text')],
  primaryKey: ['id'],
  keys: ['id', 'user_id'],
  visible: { anon: 'false', authenticated: 'true', service_role: 'true' },
}

const ana = '11111111-1111-1111-1111-11111111111a'
const ben = '22222222-2222-2222-2222-22222222222b'

function filterOf(text: string): Filter {
  const filters = parseFilters(text, goals, 'authenticated')
  const [filter, ...others] = filters.ok ? filters.value : []
  if (!filter || others.length > 0) throw new Error(`not one filter in ${text}`)
  return filter
}

describe('parseFilters', () => {
  test.each([
    ['text=eq.', ''],
    ['text=eq.a(b,c)d', 'a(b,c)d'],
    ['text=eq.a)b', 'a)b'],
    ['text=eq.a"b', 'a"b'],
    ['text=eq."a,b"', 'a,b'],
    [String.raw`text=eq."a\"\\b"`, String.raw`a"\b`],
  ])('%s compares with %s', (text, value) => {
    expect(filterOf(text).operation).toMatchObject({ kind: 'compare', operator: 'eq', value })
  })

  test.each(['count=cs.{1}', 'text=fts.a', 'text=like(any).{a,b}'])('rejects %s, which only tables offer', (text) => {
    expect(parseFilters(text, goals, 'authenticated')).toMatchObject({ ok: false })
  })
})

describe('filterSql', () => {
  test.each([
    ['count=eq.1', '(r."count" = $1)', ['1']],
    ['count=not.gte.1', 'not (r."count" >= $1)', ['1']],
    ['text=ilike.%a%', '(r."text"::text ilike $1)', ['%a%']],
    ['text=is.NULL', '(r."text" is null)', []],
    ['text=in.(a,"b\\\\")', '(r."text" = any ($1))', ['{"a","b\\\\"}']],
    [`text=eq.'; drop table x; --`, '(r."text" = $1)', [`'; drop table x; --`]],
  ])('filterSql of %s', (text, sql, expected) => {
    const values: string[] = []
    expect(filterSql(filterOf(text), 'r', (value) => `$${values.push(value)}`)).toBe(sql)
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
  ])('the keys decide %s as %s', (text, expected) => {
    expect(filterByKeys(filterOf(text), { id: ben, user_id: ana })).toBe(expected)
  })
})
