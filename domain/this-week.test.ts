import { describe, expect, test } from 'vitest'
import { changesTexts, verdictText, type Verdict } from './this-week.ts'

const said = (verdict: Verdict | null, goals = 0, streak = 0) =>
  verdictText({ verdict, goals: { done: 0, of: goals }, streak })

describe('the verdict on a week', () => {
  test('better and worse leave their reason to the figures beside them, and say what they compare', () => {
    expect(said({ direction: 'better', reason: 'conversions', now: 1200, before: 2 })).toEqual({
      line: 'Better than the week before',
      reason: 'Compared with the same days last week.',
    })
    expect(said({ direction: 'worse', reason: 'goals', now: 0, before: 3 }).line).toBe('Slower than the week before')
  })
  test('a mood is not numbered, nor named as in the summary beside it', () => {
    expect(said({ direction: 'worse', reason: 'mood', now: 2, before: 4 }).reason).toBe(
      'Your mood is down; nothing else you track has changed.',
    )
  })
  test('last week’s is said as such', () => {
    expect(said({ week: 'last', direction: 'better', reason: 'demos', now: 12, before: 8 })).toEqual({
      line: 'Last week: better than the week before',
      reason: 'This week has nothing to compare yet.',
    })
    expect(said({ week: 'last', direction: 'worse', reason: 'mood', now: 2, before: 4 }).reason).toBe(
      'Your mood was down; nothing else you track has changed.',
    )
    expect(said({ week: 'last', direction: 'same' }).line).toBe('Last week: level with the week before')
  })
  test.each([
    [0, 0, 'Set a goal and check in, and next week you’ll see how you’re doing.'],
    [1, 0, 'Check in, and next week you’ll see how you’re doing.'],
    [0, 1, 'Set a goal, and next week you’ll see how you’re doing.'],
    [1, 1, 'Next week you’ll see how you’re doing.'],
  ])('with %i goals and %i check-ins a first week asks for what is missing only', (goals, streak, reason) => {
    expect(said(null, goals, streak).reason).toBe(reason)
  })
  test('nothing known and nothing different are said in a friendly line', () => {
    expect(said(null).line).toBe('Your story starts this week')
    expect(said({ direction: 'same' }).line).toBe('Level with the week before')
  })
})

test('changes are listed with their numbers, replies first', () => {
  expect(changesTexts({ replies: 1, notes: 0, ratings: 2, loops: 1 }).map(({ text }) => text)).toEqual([
    '1 unread reply from your squad',
    '2 decisions rated',
    '1 loop changed',
  ])
  expect(changesTexts({ replies: 0, notes: 0, ratings: 0, loops: 0 })).toEqual([])
})
