import { describe, expect, test } from 'vitest'
import { parseSelect } from './select.ts'

const field = (name: string, more: object = {}) => ({
  kind: 'field',
  field: { name, path: [] },
  alias: undefined,
  cast: undefined,
  ...more,
})
const key = (arrow: string, name: string) => ({ arrow, key: name, isIndex: false })
const index = (arrow: string, at: string) => ({ arrow, key: at, isIndex: true })
const everything = { kind: 'everything' }

describe('a select list', () => {
  test.each([
    ['*', [everything]],
    ['*,id', [everything, field('id')]],
    ['id, text', [field('id'), field('text')]],
    ['id::double precision', [field('id', { cast: 'double precision' })]],
    ['"a,b":"c ""', undefined],
    ['"a,b":"c.d"', [field('c.d', { alias: 'a,b' })]],
    [String.raw`"a\"b\\c"`, [field(String.raw`a"b\c`)]],
    ['größe,ключ,名前', [field('größe'), field('ключ'), field('名前')]],
    ['with-dash', [field('with-dash')]],
    ['data->a->>b', [field('', { field: { name: 'data', path: [key('->', 'a'), key('->>', 'b')] } })]],
    ['data->a-b->0', [field('', { field: { name: 'data', path: [key('->', 'a-b'), index('->', '0')] } })]],
    ['data->-1', [field('', { field: { name: 'data', path: [index('->', '-1')] } })]],
    ['data->>"x,y"', [field('', { field: { name: 'data', path: [key('->>', 'x,y')] } })]],
    ['data->>1a', [field('', { field: { name: 'data', path: [key('->>', '1a')] } })]],
  ])('parses the select list %s', (text, expected) => {
    const parsed = parseSelect(text)
    if (expected === undefined) expect(parsed.ok).toBe(false)
    else expect(parsed).toEqual({ ok: true, value: expected })
  })

  test.each(['id,', ',id', 'id text!', 'data->', 'id::', 'a:b:c', '*x', 'id::int()', 'id.x', '"open'])(
    'rejects the select list %s',
    (text) => expect(parseSelect(text)).toMatchObject({ ok: false, failure: { kind: expect.anything() } }),
  )

  test.each(['profile:profiles(name)', 'profiles(*)', '...profiles(name)', 'id,profiles!inner(name)', 'a!fk(b)'])(
    'rejects the embedded table in %s',
    (text) => expect(parseSelect(text)).toMatchObject({ failure: { kind: 'embedding' } }),
  )

  test.each(['count()', 'n:count()', 'id,amount::int.max()'])('rejects the aggregate in %s', (text) =>
    expect(parseSelect(text)).toMatchObject({ failure: { kind: 'aggregate' } }),
  )

  test('reports the position of a syntax error', () => {
    expect(parseSelect('id,data->')).toMatchObject({
      failure: { kind: 'bad-syntax', column: 10, unexpected: 'end of input' },
    })
  })
})
