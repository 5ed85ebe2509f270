import { expect, test } from 'vitest'
import { hasWords, partsOf, wordsOf } from './words.ts'

test.each([
  ['Growth Chat', ['growth', 'chat']],
  ['  Zoë’s CAFÉ: 2nd round! ', ['zoe', 's', 'cafe', '2nd', 'round']],
  ['Иван Ёлкин', ['иван', 'елкин']],
  [String.raw`'&|!:*()\ `, []],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test.each([
  ['Log a decision', 'dec log', true],
  ['Log a decision', 'decisions', false],
  ['Log a decision', 'cision', false],
  ['Log a decision', '', true],
])('%j has the words of %j: %s', (text, search, expected) => {
  expect(hasWords(text, wordsOf(search))).toBe(expected)
})

test('marks whole words that begin with a searched one, with their accents', () => {
  expect(partsOf('Café prices, caféine', wordsOf('CAFE'))).toEqual([
    { text: 'Café', isHit: true },
    { text: ' ', isHit: false },
    { text: 'prices', isHit: false },
    { text: ', ', isHit: false },
    { text: 'caféine', isHit: true },
  ])
})
