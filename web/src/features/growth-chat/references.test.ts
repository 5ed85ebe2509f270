import { expect, test } from 'vitest'
import { recordsIn, withoutHalfReference, withoutReferences } from './references.ts'

const A = '0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const B = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'

test('returns each referenced record once, in any order', () => {
  const answer = `[[goal:${B}]], [[loop:${A}]] and [[goal:${B}]]`
  expect(recordsIn(answer)).toEqual([A, B])
})

test.each(['[[goal:1]]', `[[user:${A}]]`, `[[goal:${A}]`, `[goal:${A}]`])('%s is not a reference', (text) => {
  expect(recordsIn(text)).toEqual([])
})

test('hides a reference that is incomplete', () => {
  const whole = `Do [[check-in:${A}]]`
  for (let end = 4; end < whole.length; end++) expect(withoutHalfReference(whole.slice(0, end))).toBe('Do ')
  expect(withoutHalfReference(whole)).toBe(whole)
})

test.each(['Take [this](https://a.example)', 'a[0] = 1', '- [ ] to do', '[[goal'])(
  '%s is kept: it is not a reference',
  (text) => {
    expect(withoutHalfReference(`${text} ends.`)).toBe(`${text} ends.`)
  },
)

test('removes references from a copied answer, with the blanks and brackets around them', () => {
  expect(withoutReferences(`Ship it [[goal:${A}]], then rest ([[loop:${B}]]).`)).toBe('Ship it, then rest.')
})

test('removes all blanks before a reference, and keeps others', () => {
  expect(withoutReferences(`Ship it \t  [[goal:${A}]] \t ([[loop:${B}]]), then  rest.`)).toBe('Ship it, then  rest.')
  expect(withoutReferences(`[[goal:${A}]] first`)).toBe(' first')
})

test('parses a long row of blanks in linear time', () => {
  const blanks = ' '.repeat(32_000)
  expect(withoutReferences(`Ship it${blanks}.`)).toBe(`Ship it${blanks}.`)
  expect(withoutReferences(`Ship it${blanks}[[goal:${A}]].`)).toBe('Ship it.')
})

test('removes what an answer proposes and asks, complete or not', () => {
  expect(withoutReferences('Ship it.\n\n[[propose-goal:weekly:Ten demos]]\n[[ask:Which loop?]]')).toBe('Ship it.')
  expect(withoutReferences('Ship it.\n\n[[propose-goal:weekly:Ten demos]]\n[[ask:Which lo')).toBe('Ship it.')
})
