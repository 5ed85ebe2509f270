import { describe, expect, test } from 'vitest'
import { parsePayload } from './payload.ts'

const json = 'application/json'

describe('a payload', () => {
  test('takes the same keys in any order', () => {
    expect(parsePayload('[{"a":1,"b":2},{"b":3,"a":4}]', json, undefined)).toMatchObject({
      value: { rows: 2, keys: ['a', 'b'] },
    })
  })

  test('uses only the keys in columns', () => {
    expect(parsePayload('[{"a":1},{"b":2}]', json, ['a'])).toMatchObject({ value: { rows: 2, keys: ['a'] } })
  })

  test('an empty list has no rows', () => {
    expect(parsePayload('[]', undefined, undefined)).toMatchObject({ value: { rows: 0, keys: [] } })
  })

  test.each(['', '{', 'null', '5', '"x"', 'true'])('rejects the payload %s', (body) =>
    expect(parsePayload(body, json, undefined)).toMatchObject({ failure: { message: 'Empty or invalid json' } }),
  )

  test.each(['[1]', '[[]]', '[null]', '[{},1]'])('rejects %s, which is not a list of objects', (body) =>
    expect(parsePayload(body, json, undefined)).toMatchObject({ failure: { kind: 'bad-body' } }),
  )

  test('rejects JSON nested deeper than the engines can parse', () => {
    const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(parsePayload(nested, json, undefined)).toMatchObject({
      failure: { kind: 'bad-body', message: 'JSON nested deeper than 100 levels' },
    })
  })

  test('rejects content types other than JSON', () => {
    expect(parsePayload('a=1', 'application/x-www-form-urlencoded', undefined)).toMatchObject({
      failure: { message: 'Content-Type not acceptable: application/x-www-form-urlencoded' },
    })
  })
})
