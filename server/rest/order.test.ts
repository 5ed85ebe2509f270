import { describe, expect, test } from 'vitest'
import { parseOrder } from './order.ts'

const term = (name: string, direction?: string, nulls?: string) => ({ field: { name, path: [] }, direction, nulls })

describe('an order', () => {
  test.each([
    ['id', [term('id')]],
    ['id.asc,text.desc', [term('id', 'asc'), term('text', 'desc')]],
    ['id.nullsfirst', [term('id', undefined, 'first')]],
    ['"a.desc"', [term('a.desc')]],
  ])('parses the order %s', (text, expected) => expect(parseOrder(text)).toEqual({ ok: true, value: expected }))

  test('takes a JSON path', () => {
    expect(parseOrder('data->>rank.desc')).toMatchObject({
      value: [{ field: { path: [{ key: 'rank' }] }, direction: 'desc' }],
    })
  })

  test.each(['', 'id.desc.asc', 'id.nullslast.desc', 'id.descx', 'id,', 'id.'])('rejects the order %s', (text) =>
    expect(parseOrder(text)).toMatchObject({ failure: { kind: 'bad-syntax' } }),
  )

  test('rejects an order by another table', () => {
    expect(parseOrder('profiles(name).desc')).toMatchObject({ failure: { kind: 'not-embedded', relation: 'profiles' } })
  })
})
