import { describe, expect, test } from 'vitest'
import { ana, decision, goal, id } from '../../_shared/founder-context-sample.ts'
import { decisionFacts, goalFacts } from './work-facts.ts'

describe('goals', () => {
  const known = ana({
    goals: [
      goal(1, { text: 'Write to Jo', period: 'monthly' }),
      goal(2, { completed: true }),
      goal(3, { text: 'Ten demos' }),
      goal(4, { text: 'Call the bank', date: '2026-01-05' }),
    ],
  })
  test('are shown by period, with the oldest open one and the overdue ones', () => {
    expect(goalFacts.lines(known, '')).toEqual([
      'Weekly: 1 of 3 done (33%)',
      'Monthly: 0 of 1 done (0%)',
      `Open for longest: “Call the bank” [[goal:${id(4)}]], a weekly goal, open for 65 days.`,
      '1 open goal outlived the period they were set for: these can wait, shrink or go.',
    ])
  })
  test('start with this week’s newest, or with the one in the question', () => {
    expect(goalFacts.next?.(known, '')).toContain('“Ten demos”')
    expect(goalFacts.next?.(known, 'Break down my goal “Call the bank”')).toContain('“Call the bank”')
    expect(goalFacts.next?.(ana({ goals: [goal(1, { completed: true })] }), '')).toBeUndefined()
    expect(goalFacts.lines(known, 'Break down my goal “Call the bank”')[0]).toBe(
      `Asked about: “Call the bank” [[goal:${id(4)}]], a weekly goal, open for 65 days.`,
    )
  })
})

describe('decisions', () => {
  const known = ana({
    decisions: [
      decision(1, { title: 'Stop ads', date: '2026-03-01' }),
      decision(2, { title: 'Raise prices', impact: 'positive', result: 'No customer left' }),
      decision(3, { title: 'Hire an agency', impact: 'negative', result: 'No leads' }),
      decision(4, { title: 'Move to Leeds' }),
    ],
  })
  test('are shown by rating, with the one that waits longest for a result', () => {
    expect(decisionFacts.lines(known, '')).toEqual([
      'Your last 4 decisions: 1 positive, 2 neutral or not rated, 1 negative.',
      `It worked: “Raise prices” [[decision:${id(2)}]]. What would the same reasoning say now?`,
      `It did not: “Hire an agency” [[decision:${id(3)}]]. What would you have had to know before?`,
      `2 without a result, for longest “Move to Leeds” [[decision:${id(4)}]] of Feb 2, 2026.`,
    ])
  })
  test('start with the one in the question', () => {
    expect(decisionFacts.lines(known, 'What came of my decision “Raise prices”?')[0]).toBe(
      `Asked about: “Raise prices” [[decision:${id(2)}]] of Feb 2, 2026. Rated positive: “No customer left”.`,
    )
    expect(decisionFacts.lines(known, 'And “Stop ads”?')[0]).toContain(
      'No result is noted yet; your reason was “A reason”.',
    )
  })
})
