import { expect, test } from 'vitest'
import { riskText, type Risk } from './radar.ts'

test.each<[Risk, string]>([
  [{ code: 'runway_short', months: 4.2, before: null }, 'Runway 4.2 months'],
  [{ code: 'runway_short', months: 0, before: null }, 'Runway 0.0 months'],
  [{ code: 'runway_shrinks', months: 9, before: 12 }, 'Runway fell from 12.0 to 9.0 months in four weeks'],
  [{ code: 'message_waiting', hours: 1 }, 'Message unanswered for 1 hour'],
  [{ code: 'message_waiting', hours: 47 }, 'Message unanswered for 47 hours'],
  [{ code: 'message_waiting', hours: 48 }, 'Message unanswered for 2 days'],
  [{ code: 'mood_fell', mood: 2, before: 4 }, 'Mood fell from 4 to 2'],
  [{ code: 'mood_low', mood: 1 }, 'Mood low: 1 of 5'],
  [{ code: 'no_check_in', weeks: 3, never: false }, 'No check-in for 3 weeks'],
  [{ code: 'no_check_in', weeks: 1, never: false }, 'No check-in for 1 week'],
  [{ code: 'no_check_in', weeks: 2, never: true }, 'No check-in since joining 2 weeks ago'],
  [{ code: 'not_seen', days: 13 }, 'Not seen for 13 days'],
  [{ code: 'not_seen', days: 20 }, 'Not seen for 2 weeks'],
  [{ code: 'loops_still', days: 21 }, 'Loops unchanged for 3 weeks'],
  [{ code: 'goals_overdue', days: 1, goals: 1 }, 'The only open goal is 1 day overdue'],
  [{ code: 'goals_overdue', days: 4, goals: 3 }, 'All 3 open goals overdue, the last by 4 days'],
])('%j: %s', (risk, text) => {
  expect(riskText(risk)).toBe(text)
})

test('a code of a later version is shown as its words', () => {
  expect(riskText({ code: 'no_such_rule' } as unknown as Risk)).toBe('no such rule')
})
