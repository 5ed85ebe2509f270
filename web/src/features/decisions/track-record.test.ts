import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../domain/decisions.ts'
import { trackRecordOf, type AnswerCount } from './track-record.ts'

describe('the track record', () => {
  const count = (category: string, answer: Answer, decisions: number): AnswerCount => ({ category, answer, decisions })

  test('there is none before ten decisions are answered', () => {
    expect(trackRecordOf([])).toBeUndefined()
    expect(trackRecordOf([count('Pricing', 'yes', 5), count('Hiring', 'no', 4)])).toBeUndefined()
  })
  test('gives the share that was right, in all and by category with three answers, the most frequent one first', () => {
    const counts = [
      ...[count('go-to-market', 'no', 1), count('Pricing', 'yes', 4), count('Pricing', 'partly', 2)],
      ...[count('Pricing', 'no', 1), count('go-to-market', 'yes', 2), count('Hiring', 'no', 2)],
    ]
    expect(trackRecordOf(counts)).toEqual({
      all: { answered: 12, right: 6, partly: 2, percentRight: 50 },
      kinds: [
        { kind: 'Pricing', answered: 7, right: 4, partly: 2, percentRight: 57 },
        { kind: 'Go to market', answered: 3, right: 2, partly: 0, percentRight: 67 },
      ],
      isPartial: true,
    })
  })
  test('kinds of the same number are in alphabetical order', () => {
    const counts = ['Sales', 'Finance'].map((category) => count(category, 'yes', 5))
    expect(trackRecordOf(counts)?.kinds.map(({ kind }) => kind)).toEqual(['Finance', 'Sales'])
  })
  test('spellings of one kind count together, under the most frequent one', () => {
    const counts = [count('pricing', 'yes', 2), count('Pricing ', 'yes', 7), count('PRICING', 'no', 1)]
    expect(trackRecordOf(counts)?.kinds).toEqual([
      { kind: 'Pricing', answered: 10, right: 9, partly: 0, percentRight: 90 },
    ])
  })
})
