import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFilters, parseFilter, parseLogic } from './filter.ts'

const compare = (operator: string, value: string, quantifier?: string) => ({
  kind: 'compare',
  operator,
  quantifier,
  value,
})
const search = (operator: string, value: string, language?: string) => ({ kind: 'search', operator, language, value })
const inside = (...values: readonly string[]) => ({ kind: 'in', values })

describe('a filter', () => {
  test.each([
    ['eq.1', compare('eq', '1')],
    ['eq.', compare('eq', '')],
    ['eq."x"', compare('eq', '"x"')],
    ['eq.a.b,c)', compare('eq', 'a.b,c)')],
    ['eq(any).{a,b}', compare('eq', '{a,b}', 'any')],
    ['like(all).{a*,*b}', compare('like', '{a*,*b}', 'all')],
    ['imatch.^x', compare('imatch', '^x')],
    ['neq.1', compare('neq', '1')],
    ['cs.{"a,b"}', compare('cs', '{"a,b"}')],
    ['adj.[1,2)', compare('adj', '[1,2)')],
    ['fts.a & b', search('fts', 'a & b')],
    ['wfts(english).a b', search('wfts', 'a b', 'english')],
    ['is.NULL', { kind: 'is', what: 'null' }],
    ['is.not_null', { kind: 'is', what: 'not_null' }],
    ['isdistinct.a', { kind: 'distinct', value: 'a' }],
    ['in.()', inside()],
    ['in.("")', inside('')],
    ['in.(1,2)', inside('1', '2')],
    ['in.("a,b",c"d,"e"f)', inside('a,b', 'c"d', '"e"f')],
    [String.raw`in.("a\"\\b")`, inside(String.raw`a"\b`)],
  ])('parses the filter %s', (text, expected) => {
    expect(parseFilter('name', text)).toEqual({
      ok: true,
      value: { kind: 'filter', field: { name: 'name', path: [] }, negated: false, operation: expected },
    })
  })

  test('not. negates a filter', () => {
    expect(parseFilter('name', 'not.in.(a)')).toMatchObject({ value: { negated: true, operation: inside('a') } })
  })

  test('takes a JSON path', () => {
    expect(parseFilter('data->a->>b', 'eq.1')).toMatchObject({
      value: { field: { name: 'data', path: [{ key: 'a' }, { arrow: '->>', key: 'b' }] } },
    })
  })

  test.each([
    'val',
    'eq',
    'eq1.2',
    'foo.1',
    'neq(any).{1}',
    'eq(some).{1}',
    'in(any).(1)',
    'in.1',
    'in.(1',
    'in.(1)x',
    'is.maybe',
    'is.nullx',
    'not.not.eq.1',
    'toString.1',
    '.1',
  ])('rejects the filter %s', (text) =>
    expect(parseFilter('name', text)).toMatchObject({ failure: { kind: 'bad-syntax', what: 'filter' } }),
  )

  test('rejects filters on another table', () => {
    expect(parseFilter('profiles.name', 'eq.1')).toMatchObject({
      failure: { kind: 'not-embedded', relation: 'profiles' },
    })
  })

  test('keeps any value unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(parseFilter('name', `eq.${value}`)).toMatchObject({ value: { operation: { value } } })
      }),
    )
  })
})

const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

describe('a logic tree', () => {
  test('a logic tree nests and negates', () => {
    expect(parseLogic('or', '(a.eq.1,not.and(b.gt.2,c.not.is.null))')).toMatchObject({
      value: {
        kind: 'or',
        negated: false,
        parts: [
          { field: { name: 'a' }, operation: compare('eq', '1') },
          { kind: 'and', negated: true, parts: [{ field: { name: 'b' } }, { field: { name: 'c' }, negated: true }] },
        ],
      },
    })
  })

  test('not.or as the parameter negates the whole tree', () => {
    expect(parseLogic('not.or', '(a.eq.1)')).toMatchObject({ value: { kind: 'or', negated: true } })
  })

  test('values may be quoted, or arrays', () => {
    expect(parseLogic('and', '(a.eq."x,(y)",b.cs.{1,2},c.in.(1,"2,3"),d.eq.a b)')).toMatchObject({
      value: {
        parts: [
          { operation: { value: 'x,(y)' } },
          { operation: { value: '{1,2}' } },
          { operation: inside('1', '2,3') },
          { operation: { value: 'a b' } },
        ],
      },
    })
  })

  test.each(['', '()', '(a)', '(a.eq.1', '(a.eq.1))', 'a.eq.1', '(a.eq.1,)', '(xor(a.eq.1,b.eq.2))', '(a.eq.1)x'])(
    'rejects or=%s',
    (text) => expect(parseLogic('or', text)).toMatchObject({ failure: { kind: 'bad-syntax', what: 'logic tree' } }),
  )

  test('a logic tree may have ten levels, not eleven', () => {
    const nested = (levels: number) => `${'(and'.repeat(levels - 1)}(a.eq.1)${')'.repeat(levels - 1)}`
    expect(parseLogic('and', nested(10)).ok).toBe(true)
    expect(parseLogic('and', nested(11))).toMatchObject({ failure: { kind: 'bad-query' } })
  })

  const refused = { failure: { kind: 'bad-query' } }

  test.each(['match', 'imatch', 'not.match'])(
    '%s rejects a regular expression that can run for seconds',
    (operator) => {
      expect(parseFilter('a', String.raw`${operator}.(.).*\1`)).toMatchObject(refused)
      expect(parseLogic('or', String.raw`(a.${operator}."(.).*\\1")`)).toMatchObject(refused)
      expect(parseFilter('a', String.raw`${operator}.^\d+\.$`).ok).toBe(true)
    },
  )

  test.each([
    [String.raw`match(any).{a,"(.)\\1"}`, 'back reference in quotes'],
    [String.raw`match(all).{(?\=a)}`, 'look-ahead behind a needless escape'],
    ['ilike(any).{a,*b*c*d*e*f*g*h*i*j*k*l}', 'many wildcards'],
    ['like(any).{a,b,c,d,e,f,g,h,i,j,k}', 'many patterns'],
    ['like(any).{{a,b}}', 'nested arrays'],
    ['match(any).[0:1]={a,b}', 'bounds of the array'],
    [`like.${'x'.repeat(251)}`, 'a long pattern'],
  ])('rejects the pattern %s: %s', (value) => expect(parseFilter('a', value)).toMatchObject(refused))

  test.each([String.raw`imatch(any).{^\\d+$,"a,b"}`, 'like(any).{}', 'like(all).{*a*,"b c*"}'])(
    'accepts the pattern %s',
    (value) => expect(parseFilter('a', value).ok).toBe(true),
  )

  test('a logic tree counts its comparisons', () => {
    const parsed = parseLogic('or', '(a.eq.1,and(b.gt.2,c.is.null))')
    expect(parsed.ok && countFilters(parsed.value)).toBe(3)
  })

  test('keeps any quoted value unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
        const listed = values.map(quote).join(',')
        expect(parseFilter('a', `in.(${listed})`)).toMatchObject({ value: { operation: { values } } })
        const each = values.map((value) => `a.eq.${quote(value)}`).join(',')
        expect(parseLogic('or', `(${each})`)).toMatchObject({
          value: { parts: values.map((value) => ({ operation: { value } })) },
        })
      }),
    )
  })

  test('never throws or hangs on any text', () => {
    const pieces = fc.constantFrom(
      'and',
      'or',
      'not.',
      '(',
      ')',
      ',',
      '.',
      'a',
      'eq',
      'in',
      '"',
      '\\',
      '{',
      '}',
      '->',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(typeof parseLogic('or', parts.join('')).ok).toBe('boolean')
      }),
    )
  })
})
