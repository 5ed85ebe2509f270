import { describe, expect, test } from 'vitest'
import { changesTexts, verdictText } from './this-week.ts'

describe('the verdict on a week', () => {
  test('better and worse name the first measure that differs', () => {
    expect(verdictText({ direction: 'better', reason: 'conversions', now: 1200, before: 2 })).toEqual({
      line: 'Better than the week before',
      reason: '1,200 conversions in the last seven days, 2 in the seven before.',
    })
    expect(verdictText({ direction: 'worse', reason: 'goals', now: 0, before: 3 })).toEqual({
      line: 'Slower than the week before',
      reason: '0 goals completed in the last seven days, 3 in the seven before.',
    })
  })
  test('a mood is named, not numbered', () => {
    expect(verdictText({ direction: 'worse', reason: 'mood', now: 2, before: 4 }).reason).toBe(
      'Your mood went from Good to Tough.',
    )
  })
  test('nothing known and nothing different are said in a friendly line', () => {
    expect(verdictText(null).line).toBe('Your story starts this week')
    expect(verdictText({ direction: 'same' }).line).toBe('Level with the week before')
  })
})

test('changes are listed with their numbers, replies first', () => {
  expect(changesTexts({ replies: 1, notes: 0, ratings: 2, loops: 1 }).map(({ text }) => text)).toEqual([
    '1 reply from your squad',
    '2 decisions rated',
    '1 loop changed',
  ])
  expect(changesTexts({ replies: 0, notes: 0, ratings: 0, loops: 0 })).toEqual([])
})
