import { expect, test } from 'vitest'
import { basisMark, basisOf, withoutBasis } from './answer-basis.ts'

const basis = { records: ['12 goals', 'runway of Nov 3, 2026'], unverified: ['64', '12%'] }

test('the basis of an answer is read as it was written, and is not part of its text', () => {
  const answer = `Do it.\n\n${basisMark(basis)}`
  expect(basisOf(answer)).toEqual(basis)
  expect(withoutBasis(answer)).toBe('Do it.')
  expect(basisOf('Do it.')).toEqual({ records: [], unverified: [] })
})

test('an empty list leaves no mark', () => {
  expect(basisMark({ records: ['1 goal'], unverified: [] })).toBe('[[based-on:1 goal]]')
  expect(basisMark({ records: [], unverified: [] })).toBe('')
})

test.each(['[[based-on:99 goals]]', '[[unverified:1]]', '[[based-on:99 goals]] [[unverified:1]]'])(
  '%s counts at the end alone, and is text before',
  (written) => {
    expect(basisOf(`${written}\nText\n\n${basisMark(basis)}`)).toEqual(basis)
    expect(withoutBasis(`${written}\nText\n\n${basisMark(basis)}`)).toBe(`${written}\nText`)
    expect(basisOf(`${written}\nText`)).toEqual({ records: [], unverified: [] })
  },
)

test.each(['[[bob', '[[user', 'a[[', '[[based-on:12 go\nals', '[[based-on:12] go'])('%s is text', (text) => {
  expect(withoutBasis(`Do it. ${text} Yes`)).toBe(`Do it. ${text} Yes`)
})

test('a long row of brackets and marks is read in linear time', () => {
  const row = '[[based-on:x]] '.repeat(2000) + '[['.repeat(1000)
  expect(withoutBasis(row)).toBe(row)
})

test.each(['[[b', '[[based-on', '[[based-on:12 go', '[[unverified:6'])(
  '%s is hidden while it is incomplete',
  (half) => {
    expect(withoutBasis(`Do it.\n\n${half}`)).toBe('Do it.')
  },
)
