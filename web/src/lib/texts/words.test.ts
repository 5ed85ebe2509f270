import { expect, test } from 'vitest'
import { wordExamples, wordForms } from '../../../../domain/word-examples.ts'
import { hasWords, partsOf, wordsOf } from './words.ts'

const marked = (text: string, search: string) =>
  partsOf(text, wordsOf(search)).flatMap((part) => (part.isHit ? [part.text] : []))

// The database is tested with the same ones: tests/database/word-examples.test.ts.
test.each([...wordExamples, ...wordForms])(
  'in $text the search $search marks $marked',
  ({ text, search, words, marked: expected }) => {
    expect(wordsOf(search)).toEqual(words)
    expect(marked(text, search)).toEqual(expected)
    expect(hasWords(text, words)).toBe(expected.length > 0)
  },
)

test.each([
  ['Growth Chat', ['growth', 'chat']],
  ['  Zoë’s CAFÉ: 2nd round! ', ['zoe-s', 'cafe', '2nd', 'round']],
  [String.raw`'&|!:*()\ _`, []],
  ['a b a c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ['x'.repeat(300), ['x'.repeat(100)]],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test.each([
  ['Log a decision', 'dec log', true],
  ['Log a decision', '', true],
  ['Weekly Check-ins', 'checkins weekly', true],
])('%j has the words of %j: %s', (text, search, expected) => {
  expect(hasWords(text, wordsOf(search))).toBe(expected)
})

test('parts are the text, with whole words marked', () => {
  expect(partsOf('Café prices, caféine', wordsOf('CAFE'))).toEqual([
    { text: 'Café', isHit: true },
    { text: ' prices, ', isHit: false },
    { text: 'caféine', isHit: true },
  ])
  const text = '🚀 oﬃce\u00ad 東京で顧客 x\u0301 \ud800 1,000'
  for (const search of ['o', '顧', 'x 1', 'office 1000', '🚀', ''])
    expect(
      partsOf(text, wordsOf(search))
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
