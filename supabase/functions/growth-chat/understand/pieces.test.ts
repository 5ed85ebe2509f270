import { describe, expect, test } from 'vitest'
import { TODAY } from '../../_shared/founder-context-sample.ts'
import { piecesOf } from './pieces.ts'

const named = (message: string) => piecesOf(message, TODAY).map(({ kind, text }) => `${kind}: ${text}`)

test.each<readonly [message: string, pieces: readonly string[]]>([
  ['how many demos in january, and what is overdue?', ['question: what is overdue?', 'time: january']],
  ['which goals are open, not counting the weekly ones', ['condition: not counting the weekly ones']],
  ['was my mood below 4 in my last twelve check-ins', ['condition: below 4', 'condition: my last twelve check-ins']],
  ['what is the revenue of each port', ['condition: of each port']],
  ['how did revenue fall per month', ['condition: per month']],
  ['how much is left? be honest', []],
  ['what is our runway', []],
])('%s', (message, pieces) => expect(named(message)).toEqual(pieces))

describe('the rest of a message', () => {
  test('has all but the piece', () =>
    expect(piecesOf('demos since january, without referrals', TODAY).map(({ rest }) => rest)).toEqual([
      'demos since january',
      'demos , without referrals',
    ]))

  test('is never empty', () => expect(piecesOf('since january', TODAY)).toEqual([]))
})
