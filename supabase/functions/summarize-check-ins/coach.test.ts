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
  priority_outcome: null,
}
const now: CheckIn = {
  week_of: '2026-03-09',
  mood: 4,
  wins: 'New website.\nClosed the pilot with Acme.',
  blockers: '',
  next_priority: 'Raise prices',
  priority_outcome: null,
}
const summaryOf = (current: Partial<CheckIn>, previous: Partial<CheckIn> = {}) =>
  coachSummary({ current: { ...now, ...current }, previous: { ...last, ...previous } })

describe('coachSummary', () => {
  test('compares wins with the previous priority, then has mood and blockers', () => {
    expect(summaryOf({})).toBe(
      'Last week you set out to do “Close two pilots”. Your wins: “Closed the pilot with Acme”. ' +
        'Your mood went up from Tough to Good. You named no blocker this time.',
    )
  })

  test.each([
    ['yes', {}, ', and it happened: “Closed the pilot with Acme”. Your mood'],
    ['yes', { wins: 'New website' }, ', and it happened. Your mood'],
    [
      'partly',
      {},
      ', and it happened in part: “Closed the pilot with Acme”. Decide whether to drop the rest or plan it again.',
    ],
    ['partly', { next_priority: 'The second pilot' }, 'The rest is on your list.'],
    ['no', {}, ', and it did not happen. Decide whether to drop it or plan it again.'],
    [
      'no',
      { next_priority: 'Pilots!' },
      ', and it did not happen. It is on your list again, so ask what kept you from it.',
    ],
  ] as const)(
    'the answer “%s” to “Did it happen?” counts, whatever the wins mention',
    (priority_outcome, texts, said) => {
      expect(summaryOf({ priority_outcome, ...texts })).toContain(
        `“Close two pilots”${said.startsWith(',') ? said : ''}`,
      )
      expect(summaryOf({ priority_outcome, ...texts })).toContain(said)
    },
  )

  test.each([
    ['Hand the first demo to Jo, with me listening', 'Twelve demos booked', false],
    ['Hand the first demo to Jo, with me listening', 'Jo held a demo alone', true],
    ['Pricing', 'New prices are out', true],
    ['Two pilots', 'Two banks called back', false],
  ])('of "%s", which happened, "%s" is named: %s', (next_priority, wins, isNamed) => {
    const said = summaryOf({ wins, priority_outcome: 'yes' }, { next_priority })
    expect(said).toContain(isNamed ? `and it happened: “${wins}”.` : 'and it happened. Your mood')
  })

  test('does not repeat the next priority, nor a mood that is the same, which stand beside it', () => {
    expect(summaryOf({ mood: 2 })).not.toMatch(/Raise prices|mood/)
  })

  test('says when the wins do not mention the priority', () => {
    expect(summaryOf({ wins: 'New website' })).toContain(
      '“Close two pilots”. Your wins do not mention it. Decide whether to drop it or plan it again.',
    )
  })

  test('says when a missed priority is carried over', () => {
    expect(summaryOf({ wins: 'New website', next_priority: 'Pilots!' })).toContain('It is on your list again')
  })

  test('distinguishes a recurring blocker from a new one', () => {
    expect(summaryOf({ blockers: 'Rain. No hire yet.' }, { blockers: 'We cannot hire.' })).toContain(
      'Still in the way: “No hire yet”.',
    )
    expect(summaryOf({ blockers: 'Rain' })).toContain('New in the way: “Rain”.')
  })

  test('omits blockers when there were none', () => {
    expect(summaryOf({}, { blockers: '' })).not.toMatch(/in the way|in your way/)
  })

  test('says that the mood went down, in words', () => {
    expect(summaryOf({ mood: 1 })).toContain('Your mood went down from Tough to Struggling.')
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
    ['ten demos', 'ten calls', false],
    ['10 demos', '10 calls', false],
    ['start a pilot', 'we started a newsletter', false],
    ['定价', '我们完成了定价', true],
    ['Verträge', 'Ein Vertrag', true],
    ['contact', 'a contract', false],
    ['do more of it', 'more of that, we do', false],
    ['Angebot für Müller', 'ANGEBOT geschickt', true],
  ])('"%s" planned and "%s" done share a word: %s', (next_priority, wins, isReported) => {
    expect(summaryOf({ wins }, { next_priority }).includes('Your wins: ')).toBe(isReported)
  })
})
