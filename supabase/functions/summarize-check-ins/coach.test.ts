import { describe, expect, test } from 'vitest'
import { SUMMARY_LIMIT } from '../../../domain/check-ins.ts'
import type { CheckIn } from './check-in.ts'
import { coachSummary } from './coach.ts'

const last: CheckIn = {
  week_of: '2026-03-02',
  mood: 2,
  wins: 'Talked to five banks.',
  blockers: 'Hiring is slow.',
  next_priority: 'Close two pilots',
}
const now: CheckIn = {
  week_of: '2026-03-09',
  mood: 4,
  wins: 'New website.\nClosed the pilot with Acme.',
  blockers: '',
  next_priority: 'Raise prices',
}
const summaryOf = (current: Partial<CheckIn>, previous: Partial<CheckIn> = {}) =>
  coachSummary({ current: { ...now, ...current }, previous: { ...last, ...previous } })

describe('coachSummary', () => {
  test('compares wins with the previous priority, then has mood, blockers and the next priority', () => {
    expect(summaryOf({})).toBe(
      'Last week you set out to do “Close two pilots”; you report “Closed the pilot with Acme”. ' +
        'Your mood went up from 2 to 4 of 5. You name no blocker any more. Next: “Raise prices”.',
    )
  })

  test('says when the wins do not mention the priority', () => {
    expect(summaryOf({ wins: 'New website' })).toContain(
      '“Close two pilots”; your wins do not name it: decide whether it is dropped or still to be done.',
    )
  })

  test('says when a missed priority is carried over', () => {
    expect(summaryOf({ wins: 'New website', next_priority: 'Pilots!' })).toContain('it is on your list again')
  })

  test('distinguishes a recurring blocker from a new one', () => {
    expect(summaryOf({ blockers: 'Rain. No hire yet.' }, { blockers: 'We cannot hire.' })).toContain(
      'Still in the way: “No hire yet”.',
    )
    expect(summaryOf({ blockers: 'Rain' })).toContain('New in the way: “Rain”.')
  })

  test('omits blockers when there were none', () => {
    expect(summaryOf({}, { blockers: '' })).not.toMatch(/blocker|in the way/)
  })

  test.each([
    [2, 'Your mood is still 2 of 5.'],
    [1, 'Your mood went down from 2 to 1 of 5.'],
  ])('a mood of %i after 2 is "%s"', (mood, sentence) => {
    expect(summaryOf({ mood })).toContain(sentence)
  })

  test('counts weeks without a check-in, also over a daylight saving change and the turn of a year', () => {
    expect(summaryOf({ week_of: '2026-03-30' })).toMatch(/^4 weeks ago /)
    expect(summaryOf({ week_of: '2026-01-05' }, { week_of: '2025-12-29' })).toMatch(/^Last week /)
  })

  test('has no comparison for a first check-in', () => {
    expect(coachSummary({ current: now, previous: undefined })).toMatch(/^This is your first check-in\./)
  })

  test.each(['🚀 '.repeat(2500), 'x. '.repeat(1666), 'x'.repeat(5000)])(
    'the longest texts are quoted in short, without breaking a character',
    (long) => {
      const texts = { wins: long, blockers: long, next_priority: long }
      const said = summaryOf(texts, texts)
      expect(said.length).toBeLessThan(SUMMARY_LIMIT)
      expect(said).toMatch(/[^\ud83d]…”/)
    },
  )
  test.each([
    ['demo', 'Three demos booked', true],
    ['pricing', 'New prices are out', true],
    ['ten demos', 'ten calls', true],
    ['定价', '我们完成了定价', true],
    ['Verträge', 'Ein Vertrag', true],
    ['contact', 'a contract', false],
    ['do more of it', 'more of that, we do', false],
    ['Angebot für Müller', 'ANGEBOT geschickt', true],
  ])('"%s" planned and "%s" done share a word: %s', (next_priority, wins, isReported) => {
    expect(summaryOf({ wins }, { next_priority }).includes('you report')).toBe(isReported)
  })
})
