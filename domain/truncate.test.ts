import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { truncate, truncateWithEllipsis, withoutMiddle } from './truncate.ts'

describe('truncate', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab🚀', 4, 'ab🚀'],
    ['ab🚀', 3, 'ab'],
    ['ab🚀🚀', 5, 'ab🚀'],
    ['', 0, ''],
  ])('%j in %i units is %j', (text, limit, expected) => expect(truncate(text, limit)).toBe(expected))

  test('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (text, limit) => {
        const cut = truncate(text, limit)
        expect(cut.length).toBeLessThanOrEqual(limit)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})

test('the middle of a long text is left out between characters', () => {
  expect(withoutMiddle('0123456789', 10)).toBe('0123456789')
  expect(withoutMiddle('01🚀4567🚀90', 9)).toBe('01\n…\n90')
})

test('an ellipsis says that a text was cut', () => {
  expect(truncateWithEllipsis('two', 3)).toBe('two')
  expect(truncateWithEllipsis('ab🚀', 3)).toBe('ab…')
})
