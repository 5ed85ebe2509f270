import { expect, test } from 'vitest'
import { count, none, words } from '../facts.ts'
import { questions } from './asked.ts'

test('a row has one question, phrasings of it, or conversations', () => {
  const asked = questions('goals', {
    new: [
      ['goals?', none],
      [['my goals', 'goals pls'], words('oat', 'mills'), none],
      [[['goals?', 'and done?']], count(2, 'goals?')],
    ],
  })
  expect(asked.map(({ ask, must, mustNot }) => [ask, must.length, mustNot?.length])).toEqual([
    ['goals?', 1, 0],
    ['my goals', 2, 1],
    ['goals pls', 2, 1],
    [['goals?', 'and done?'], 1, 0],
  ])
  expect(asked.every(({ founder, kind }) => founder === 'new' && kind === 'goals')).toBe(true)
})
