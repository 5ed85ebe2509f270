import { expect, test } from 'vitest'
import { withKnownTerms } from './synonyms.ts'

test.each([
  ['what is past its due date', 'what is overdue goals'],
  ['my quarterly targets', 'my quarterly goals'],
  ['which roadblocks did i have', 'which blockers did i have'],
  ['when do we run dry', 'when do we run out of money'],
  ['what is our opex', 'what is our burn'],
  ['how much is left over', 'how much is surplus'],
  ['which loop produced a sale', 'which loop brought a sale'],
])('“%s” is read as “%s”', (text, known) => expect(withKnownTerms(text)).toBe(known))

test.each(['which decision am i putting off', 'how many demos', 'the delivery van', 'targets of our rivals'])(
  'stays: “%s”',
  (text) => expect(withKnownTerms(text)).toBe(text),
)
