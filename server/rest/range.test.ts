import { describe, expect, test } from 'vitest'
import { contentRange, parseRange } from './range.ts'

const range = (limit?: string, offset?: string, header?: string) => parseRange({ limit, offset, header })

describe('a range', () => {
  test.each([
    [[], { offset: 0, limit: undefined }],
    [['10'], { offset: 0, limit: 10 }],
    [['0', '5'], { offset: 5, limit: 0 }],
    [['x', 'y'], { offset: 0, limit: undefined }],
    [['5', '-3'], { offset: 0, limit: 5 }],
    [[undefined, undefined, '0-9'], { offset: 0, limit: 10 }],
    [[undefined, undefined, '5-'], { offset: 5, limit: undefined }],
    [['3', '1', '0-9'], { offset: 1, limit: 3 }],
    [['30', '8', '0-9'], { offset: 8, limit: 2 }],
    [['99999999999999999999'], { offset: 0, limit: Number.MAX_SAFE_INTEGER }],
  ] as const)('parses the range %j', (texts, expected) =>
    expect(range(...texts)).toEqual({ ok: true, value: expected }),
  )

  test('a range that ends before it starts is not satisfiable', () => {
    expect(range(undefined, undefined, '9-0')).toMatchObject({ failure: { kind: 'bad-range' } })
    expect(range('5', '20', '0-9')).toMatchObject({ failure: { kind: 'bad-range' } })
  })
})

test.each([
  [0, 0, undefined, '*/*'],
  [0, 0, 0, '*/0'],
  [60, 0, 57, '*/57'],
])('Content-Range from %d for %d rows of %s', (first, rows, total, expected) =>
  expect(contentRange(first, rows, total)).toBe(expected),
)
