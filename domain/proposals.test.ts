import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PROPOSALS, proposalMark, proposalsIn, withoutProposals, type Proposal } from './proposals.ts'

const goal: Proposal = { kind: 'goal', period: 'weekly', text: 'Ten demos' }
const message: Proposal = { kind: 'message', text: 'Could we talk about prices?' }

const GOAL_ID = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const x = (length: number) => 'x'.repeat(length)

describe('the proposals of an answer', () => {
  test('are read from their lines, which are not part of the text', () => {
    const answer = `Do it.\n\n${proposalMark(goal)}\n${proposalMark(message)}`
    expect(proposalsIn(answer)).toEqual([goal, message])
    expect(withoutProposals(answer)).toBe('Do it.')
  })

  test.each([
    '[[p',
    '[[propose-goal',
    '[[propose-goal:weekly:Ten de',
    '[[propose-check-in:4||Two demos|',
    '[[propose-message:Hi]',
  ])('are hidden while they are incomplete: %s', (mark) => expect(withoutProposals(`Do it.\n\n${mark}`)).toBe('Do it.'))

  test.each<[string, Proposal]>([
    ['[[propose-decision:Raise the price]]', { kind: 'decision', text: 'Raise the price' }],
    ['[[propose-decision:Raise the price|now]]', { kind: 'decision', text: 'Raise the price|now' }],
    ['[[propose-decision:Raise the price||]]', { kind: 'decision', text: 'Raise the price' }],
    [
      '[[propose-decision:Raise the price || Churn is low]]',
      { kind: 'decision', text: 'Raise the price', reason: 'Churn is low' },
    ],
    [
      '[[propose-decision:Raise the price||Churn is low||2027-01-31]]',
      { kind: 'decision', text: 'Raise the price', reason: 'Churn is low', reviewOn: '2027-01-31' },
    ],
    [
      '[[propose-decision:Raise the price||||2027-01-31]]',
      { kind: 'decision', text: 'Raise the price', reviewOn: '2027-01-31' },
    ],
    [`[[propose-decision:${x(200)}||${x(1000)}]]`, { kind: 'decision', text: x(200), reason: x(1000) }],
    ['[[propose-check-in:||||||]]', { kind: 'check-in', mood: null, wins: '', blockers: '', next_priority: '' }],
    [
      `[[propose-check-in:||${x(1000)}||${x(1000)}||${x(1000)}]]`,
      { kind: 'check-in', mood: null, wins: x(1000), blockers: x(1000), next_priority: x(1000) },
    ],
    [`[[propose-done:${GOAL_ID}]]`, { kind: 'done', goal: GOAL_ID }],
  ])('are read from %s', (mark, proposal) => {
    expect(proposalsIn(mark)).toEqual([proposal])
    expect(withoutProposals(`Do it.\n${mark}`)).toBe('Do it.')
  })

  test.each([
    '[[propose-decision:||Churn is low]]',
    '[[propose-decision:Raise||Churn is low||Costs rise]]',
    '[[propose-decision:Raise||Churn is low||2027-02-30]]',
    `[[propose-decision:Raise||${x(1001)}]]`,
    '[[propose-check-in:4]]',
    '[[propose-check-in:4||Two demos||Hiring]]',
    '[[propose-check-in:4||Two demos||Hiring||Pricing||More]]',
    '[[propose-check-in:6||Two demos||Hiring||Pricing]]',
    '[[propose-check-in:Good||Two demos||Hiring||Pricing]]',
    `[[propose-check-in:4||Two demos||${x(1001)}||Pricing]]`,
    '[[propose-done:Ten demos]]',
    `[[propose-done:${GOAL_ID.toUpperCase()}]]`,
  ])('are none in the malformed %s, which stays as text', (mark) => {
    expect(proposalsIn(mark)).toEqual([])
    expect(withoutProposals(`Do it.\n${mark}`)).toBe(`Do it.\n${mark}`)
  })

  test('are shown once each, and not too many', () => {
    expect(proposalsIn(proposalMark(goal).repeat(3))).toEqual([goal])
    const many = Array.from({ length: 9 }, (_, index) => proposalMark({ ...goal, text: `Goal ${index}` }))
    expect(proposalsIn(many.join('\n'))).toHaveLength(MAX_PROPOSALS)
  })

  test.each([
    '[[propose-goal:daily:Ten demos]]',
    '[[propose-goal:weekly:]]',
    '[[propose-goal:weekly:  ]]',
    '[[propose-payment:$500]]',
    '[[propose-message:two\nlines]]',
    `[[propose-decision:${'x'.repeat(201)}]]`,
    `[[propose-message:${'x'.repeat(1001)}]]`,
    '[propose-message:Hi]',
  ])('are none in %j, which is text', (answer) => {
    expect(proposalsIn(answer)).toEqual([])
    expect(withoutProposals(`${answer} Yes`)).toBe(`${answer} Yes`)
  })
})

test('a long text is cut before a character that does not fit', () => {
  expect(proposalMark({ kind: 'decision', text: `${'x'.repeat(199)}🚀` })).toBe(
    `[[propose-decision:${'x'.repeat(199)}]]`,
  )
})

test('the fields of a mark are separated, whatever their texts', () => {
  const text = fc.string({ unit: fc.constantFrom('|', '[', ']', '\n', ' ', 'a', 'é'), maxLength: 12 })
  fc.assert(
    fc.property(text, text, text, (wins, blockers, next_priority) => {
      const [checkIn] = proposalsIn(proposalMark({ kind: 'check-in', mood: 4, wins, blockers, next_priority }))
      const [decision] = proposalsIn(proposalMark({ kind: 'decision', text: `Raise ${wins}`, reason: blockers }))
      const letters = (text: string | undefined) => text?.replaceAll(/[^aé]/g, '') ?? ''
      expect(checkIn).toMatchObject({ kind: 'check-in', mood: 4 })
      if (checkIn?.kind === 'check-in')
        expect([checkIn.wins, checkIn.blockers, checkIn.next_priority].map(letters)).toEqual(
          [wins, blockers, next_priority].map(letters),
        )
      expect(decision?.kind === 'decision' && letters(decision.reason)).toBe(letters(blockers))
    }),
  )
})

test('a mark is read as it was written, whatever its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }), (text) => {
      const proposals = proposalsIn(proposalMark({ kind: 'decision', text }))
      expect(proposals.length).toBeLessThanOrEqual(1)
      const [proposal] = proposals
      expect(proposal?.kind === 'decision' ? proposal.text : '').not.toMatch(/[[\]\n]/)
    }),
  )
})
