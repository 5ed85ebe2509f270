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

test('the last one counts: a model may repeat one of the conversation', () => {
  expect(basisOf(`[[based-on:99 goals]]\nText\n${basisMark(basis)}`).records).toEqual(basis.records)
})

test.each(['[[b', '[[based-on', '[[based-on:12 go', '[[unverified:6'])(
  '%s is hidden while it is incomplete',
  (half) => {
    expect(withoutBasis(`Do it.\n\n${half}`)).toBe('Do it.')
  },
)
