import { expect, test } from 'vitest'
import { readDuration } from './fields.ts'

test.each([
  ['1.5h', 5400],
  ['300ms', 0.3],
  ['', undefined],
  ['24', undefined],
  ['876600h', 3_155_760_000],
  ['99999999999h', undefined],
  ['-1h', undefined],
])('the duration %j is parsed as %s seconds', (duration, seconds) => expect(readDuration(duration)).toBe(seconds))
