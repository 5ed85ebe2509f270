import { expect, test } from 'vitest'
import { mentions, mergedLimits, writingLimits } from './writing-limits.ts'

test.each([
  ['write a mail to Bexhill about the widget in under 60 words', 'write a mail to Bexhill about the widget', { words: 60 }],
  ['mail Jo about the fair, two sentences: we come', 'mail Jo about the fair: we come', { sentences: 2 }],
  ['write to the bank, 120 words at most, be polite', 'write to the bank, be polite', { words: 120 }],
  ['a two-sentence mail to Jo', 'a mail to Jo', { sentences: 2 }],
  ['thank Jo in one sentence', 'thank Jo', { sentences: 1 }],
  ['Three sentences for our list about the prices. Nothing on Delia, nothing on the label.', 'Write a mail for our list about the prices.', { sentences: 3, without: ['Delia', 'label'] }],
  ['update for november, don’t mention the runway', 'update for november', { without: ['runway'] }],
  ['november update. 150 words max and leave the bank balance out', 'november update', { words: 150, without: ['bank balance'] }],
  ['tell the squad we won, without the numbers', 'tell the squad we won', { without: ['numbers'] }],
  ['a mail to mossgate. firm, no threats. half now', 'a mail to mossgate. firm. half now', { without: ['threats'] }],
  ['investor update for october for Sara', 'investor update for october for Sara', { reader: 'Sara' }],
])('the limits of “%s”', (dictated, text, limits) => {
  expect(writingLimits(dictated)).toEqual({ text, limits: { without: [], ...limits } })
}) // prettier-ignore

test.each([
  'tell them we cannot go on without a deposit',
  'mail Jo that there is no invoice yet',
  'write to Jo about the two sentences of the contract',
  'add a goal: write 500 words of the book',
])('“%s” has none but its length', (dictated) => {
  expect(writingLimits(dictated).limits.without).toEqual([])
})

test.each([
  ['Our runway is nine months.', 'runway', true],
  ['We have $20,000 in the bank.', 'bank balance', true],
  ['We grew by 20.', 'numbers', true],
  ['Delia agreed.', 'Delia', true],
  ['We grew.', 'numbers', false],
  ['Revenue is up.', 'runway', false],
])('“%s” mentions “%s”: %s', (sentence, what, is) => {
  expect(mentions(sentence, what)).toBe(is)
})

test('what a later message limits is added, and a new length replaces the old', () => {
  expect(mergedLimits({ words: 60, without: ['runway'] }, { words: 40, without: ['numbers'] })).toEqual({
    words: 40,
    without: ['runway', 'numbers'],
  })
})
