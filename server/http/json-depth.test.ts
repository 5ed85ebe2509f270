import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`)

test.each([
  ['a text', 0, 'deep', false],
  ['a flat object', 1, { a: 1, b: 'c' }, false],
  ['as many levels as are allowed', 100, nested(100), false],
  ['one level too many', 99, nested(100), true],
  ['more levels than a stack has frames', 100, nested(400_000), true],
])('isDeeperThan: %s', (_, levels, value, expected) => {
  expect(isDeeperThan(levels, value)).toBe(expected)
})
