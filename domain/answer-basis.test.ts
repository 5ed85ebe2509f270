import { expect, test } from 'vitest'
import { basisMark, basisOf, NO_BASIS, withoutBasis } from './answer-basis.ts'

const basis = { records: ['12 goals', 'runway of Nov 3, 2026'], unverified: ['64', '12%'], isCut: false }

test('the basis of an answer is read as it was written, and is not part of its text', () => {
  const answer = `Do it.\n\n${basisMark(basis)}`
  expect(basisOf(answer)).toEqual(basis)
  expect(withoutBasis(answer)).toBe('Do it.')
  expect(basisOf('Do it.')).toEqual(NO_BASIS)
})

test('an answer that was cut says so, with a basis or without', () => {
  const cut = { ...basis, isCut: true }
  expect(basisOf(`Do it.\n\n${basisMark(cut)}`)).toEqual(cut)
  expect(basisMark({ ...NO_BASIS, isCut: true })).toBe('[[cut-short]]')
  expect(withoutBasis('Do it.\n\n[[cut-short]]')).toBe('Do it.')
  expect(basisOf('[[cut-short]] Do it.').isCut).toBe(false)
})

test('an empty list leaves no mark', () => {
  expect(basisMark({ ...NO_BASIS, records: ['1 goal'] })).toBe('[[based-on:1 goal]]')
  expect(basisMark(NO_BASIS)).toBe('')
})

test.each(['[[based-on:99 goals]]', '[[unverified:1]]', '[[based-on:99 goals]] [[unverified:1]]'])(
  '%s counts at the end alone, and is text before',
  (written) => {
    expect(basisOf(`${written}\nText\n\n${basisMark(basis)}`)).toEqual(basis)
    expect(withoutBasis(`${written}\nText\n\n${basisMark(basis)}`)).toBe(`${written}\nText`)
    expect(basisOf(`${written}\nText`)).toEqual(NO_BASIS)
  },
)

test.each(['[[bob', '[[user', 'a[[', '[[based-on:12 go\nals', '[[based-on:12] go'])('%s is text', (text) => {
  expect(withoutBasis(`Do it. ${text} Yes`)).toBe(`Do it. ${text} Yes`)
})

test('a long row of brackets and marks is read in linear time', () => {
  const row = '[[based-on:x]] '.repeat(2000) + '[['.repeat(1000)
  expect(withoutBasis(row)).toBe(row)
})

test.each(['[[b', '[[cut-sh', '[[based-on', '[[based-on:12 go', '[[unverified:6'])(
  '%s is hidden while it is incomplete',
  (half) => {
    expect(withoutBasis(`Do it.\n\n${half}`)).toBe('Do it.')
  },
)
