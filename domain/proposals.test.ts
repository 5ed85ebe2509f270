import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PROPOSALS, proposalMark, proposalsIn, withoutProposals, type Proposal } from './proposals.ts'

const goal: Proposal = { kind: 'goal', period: 'weekly', text: 'Ten demos' }
const message: Proposal = { kind: 'message', text: 'Could we talk about prices?' }

describe('the proposals of an answer', () => {
  test('are read from their lines, which are not part of the text', () => {
    const answer = `Do it.\n\n${proposalMark(goal)}\n${proposalMark(message)}`
    expect(proposalsIn(answer)).toEqual([goal, message])
    expect(withoutProposals(answer)).toBe('Do it.')
  })

  test.each(['[[p', '[[propose-goal', '[[propose-goal:weekly:Ten de', '[[propose-message:Hi]'])(
    'are hidden while they are incomplete: %s',
    (mark) => expect(withoutProposals(`Do it.\n\n${mark}`)).toBe('Do it.'),
  )

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

test('a mark is read as it was written, whatever its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }), (text) => {
      const proposals = proposalsIn(proposalMark({ kind: 'decision', text }))
      expect(proposals.length).toBeLessThanOrEqual(1)
      expect(proposals[0]?.text ?? '').not.toMatch(/[[\]\n]/)
    }),
  )
})
