import { expect, test } from 'vitest'
import { hasTerm, termsOf } from './terms.ts'

test.each([
  ['how much did the congress cost us', ['congress']],
  ['How many messages did Marguerite write?', ['marguerite']],
  ['refund rate?', ['refund']],
  ['how long is my runway', []],
  ['which weekly goals are still open', []],
  ['is our burn growing or shrinking', ['shrinking']],
  ['demos per week on average since last October', []],
])('“%s” names %j', (question, terms) => expect(termsOf(question)).toEqual(terms))

test('a word is found in its other forms, but not within another word', () => {
  expect(hasTerm('two workshops in may', 'workshop')).toBe(true)
  expect(hasTerm('onboarding is manual', 'onboard')).toBe(true)
  expect(hasTerm('print the handouts', 'hand')).toBe(false)
})
