import { describe, expect, test } from 'vitest'
import { possibleWins, toggleLine } from './week-so-far.ts'

const nothing = { priority: null, goals: [], decisions: [], added: null, streak: 0 }

describe('possibleWins', () => {
  test('are completed goals, what the loops added, and decisions', () => {
    const added = { conversions: 1, demos: 0, messages: 1200 }
    expect(possibleWins({ ...nothing, goals: ['Ten demos'], decisions: ['Hire'], added })).toEqual([
      'Ten demos',
      '1 new conversion',
      '1,200 new messages',
      'Decided: Hire',
    ])
  })

  test('are one line each, and none twice', () => {
    expect(possibleWins({ ...nothing, goals: ['Ten\ndemos', 'Ten demos '] })).toEqual(['Ten demos'])
  })

  test('a week without records has none, nor has a loop that was corrected downwards', () => {
    expect(possibleWins(nothing)).toEqual([])
    expect(possibleWins({ ...nothing, added: { conversions: -3, demos: 0, messages: 0 } })).toEqual([])
  })
})

describe('toggleLine', () => {
  test.each([
    ['begins a text', '', 'Ten demos', 'Ten demos'],
    ['follows what is there', 'A hire \n', 'Ten demos', 'A hire\nTen demos'],
    ['is taken out again', 'A hire\nTen demos\nMore', 'Ten demos', 'A hire\nMore'],
  ])('%s', (_, text, line, expected) => expect(toggleLine(text, line)).toBe(expected))
})
