import { describe, expect, test } from 'vitest'
import { ana, checkIn, decision, goal, id, loop } from '../../_shared/founder-context-sample.ts'
import { changeFacts, moodFacts } from './week-facts.ts'

const now = checkIn(1, { mood: 2, wins: 'The pricing page is live', blockers: 'Hiring is slow' })
const before = checkIn(2, { week_of: '2026-03-02', mood: 4, next_priority: 'Pricing page', blockers: 'Hiring' })
const earlier = checkIn(3, { week_of: '2026-02-23', mood: 4, blockers: 'Invoices' })
const said = (facts: typeof moodFacts, known: ReturnType<typeof ana>, question = '') =>
  facts.lines(known, question).join('\n')

describe('mood and blockers', () => {
  test('are shown over the weeks, with what recurs', () => {
    expect(said(moodFacts, ana({ checkins: [now, before, earlier] })).split('\n')).toEqual([
      `Mood 2 of 5 (-2 against the one before), 3.3 over 3 check-ins. [[check-in:${id(1)}]]`,
      'Week by week: 4 → 4 → 2, and falling.',
      `You named as blocker: “Hiring is slow”. Who could take it away in one call? [[check-in:${id(1)}]]`,
      `“hiring” stands in the blockers of 2 of your last 3 weeks: what returns needs a decision, not more effort. [[check-in:${id(1)}]] [[check-in:${id(2)}]]`,
    ])
  })
  test('of the week in the question come first', () => {
    const known = ana({ checkins: [now, before, earlier] })
    expect(said(moodFacts, known, 'My blocker “Invoices”')).toContain(
      `“Invoices”. Who could take it away in one call? [[check-in:${id(3)}]]`,
    )
  })
  test('do not recur when a word is in two weeks of many', () => {
    const quiet = [4, 5, 6, 7].map((number) => checkIn(number, { week_of: '2026-02-16' }))
    expect(said(moodFacts, ana({ checkins: [now, before, earlier, ...quiet] }))).not.toContain('stands in the blockers')
  })
  test('of one week have no comparison', () => {
    const lines = said(moodFacts, ana({ checkins: [checkIn(1)] }))
    expect(lines).toBe(`Mood 3 of 5, 3.0 over 1 check-in. [[check-in:${id(1)}]]`)
    expect(moodFacts.next?.(ana({ checkins: [checkIn(1)] }), '')).toBeUndefined()
  })
})

describe('what changed', () => {
  test('compares this check-in with the previous one, and lists what was added', () => {
    const known = ana({
      checkins: [now, before],
      goals: [goal(4, { text: 'Ten demos', date: '2026-03-04' }), goal(5, { date: '2026-03-03' })],
      decisions: [decision(6, { title: 'Raise prices', date: '2026-03-11' })],
      loops: [loop(7, { name: 'Events', date: '2026-03-10' })],
    })
    expect(said(changeFacts, known).split('\n')).toEqual([
      `Mood 4 (Good) → 2 (Tough). [[check-in:${id(1)}]]`,
      `At the check-in before, your next priority was “Pricing page”. [[check-in:${id(2)}]]`,
      `Your wins seem to speak of it (pricing and page): “The pricing page is live”. [[check-in:${id(1)}]]`,
      `Still in the way: hiring. [[check-in:${id(1)}]]`,
      `Added in the last 7 days: 1 goal, 1 decision and 1 loop, such as “Events” [[loop:${id(7)}]], “Raise prices” [[decision:${id(6)}]] and “Ten demos” [[goal:${id(4)}]].`,
    ])
  })
  test('asks about last week’s priority when the wins do not mention it', () => {
    const known = ana({ checkins: [checkIn(1, { wins: 'Slept well' }), before] })
    expect(said(changeFacts, known)).toContain('Your wins do not mention it: “Slept well”.')
    expect(said(changeFacts, known)).toContain('No goal, decision or loop was added in the last 7 days.')
  })
  test('says when this week has no check-in, and asks for it', () => {
    const known = ana({ checkins: [before] })
    expect(said(changeFacts, known)).toContain('the last one is of the week of Mar 2, 2026')
    expect(said(changeFacts, known)).toContain('This is your first check-in')
    expect(changeFacts.next?.(known, '')).toContain('complete this week’s check-in')
    expect(changeFacts.next?.(ana({ checkins: [now] }), '')).toBeUndefined()
  })
  test('without check-ins lists what was added, if anything', () => {
    expect(said(changeFacts, ana({ goals: [goal(1)] }))).toBe(
      `Added in the last 7 days: 1 goal, such as “Goal 1” [[goal:${id(1)}]].`,
    )
    expect(said(changeFacts, ana())).toBe('')
  })
})
