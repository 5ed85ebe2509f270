import { expect, test } from 'vitest'
import { excerptOf, quotedAmong, quoteOf, withoutQuotes } from './quotes.ts'

const texts = ['Ten demos', 'Write to forty practice owners in\nLeeds and “Bradford” 🚀', '']
const found = (question: string) => quotedAmong(question, texts, (text) => text)

test('cuts a long text between words, on one line', () => {
  expect(excerptOf('a  b\nc')).toBe('a b c')
  expect(excerptOf('Hire a seller, then rest', 15)).toBe('Hire a seller…')
  expect(excerptOf('🚀🚀🚀', 2)).toBe('🚀…')
  expect(quoteOf(texts[1] ?? '')).toBe('“Write to forty practice owners in Leeds…”')
})

test('finds a quoted record', () => {
  for (const text of texts.filter(Boolean)) expect(found(`Break down my goal ${quoteOf(text)}`)).toBe(text)
  expect(found('What of "ten demos"?')).toBe('Ten demos')
})

test('finds no record that is not quoted', () => {
  expect(found('What of ten demos?')).toBeUndefined()
  expect(found('What of “Ten”?')).toBeUndefined()
  expect(found('What of “”?')).toBeUndefined()
})

test('removes quotes from a question', () => {
  expect(withoutQuotes('Help me with “hiring” and "pricing"').trim()).toBe('Help me with   and')
})
