import { expect, test } from 'vitest'
import { lengthen, shorten, withoutNumbers } from './short-references.ts'

const A = '[[goal:0a0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]]'
const B = '[[loop:5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11]]'
const markdown = `- [ ] “Ten demos” ${A}, then ${B}\n- ${A}\n`

test('references are numbers while a text is edited', () => {
  const short = shorten(markdown)
  expect(short).toEqual({ text: '- [ ] “Ten demos” [1], then [2]\n- [1]\n', references: [A, B] })
  expect(lengthen(short)).toBe(markdown)
})

test('a copied text has no numbers', () => {
  expect(withoutNumbers(shorten(markdown))).toBe('- [ ] “Ten demos”, then\n-\n')
})

test('a number that stands for no record is the founder’s own', () => {
  const short = { text: 'See [7] and [0] and [1]', references: [A] }
  expect(lengthen(short)).toBe(`See [7] and [0] and ${A}`)
  expect(withoutNumbers(short)).toBe('See [7] and [0] and')
})

test('reads a long row of blanks in linear time', () => {
  const text = `${' '.repeat(60_000)}[1]${' '.repeat(60_000)}`
  expect(withoutNumbers({ text, references: [A] })).toBe(' '.repeat(60_000))
})
