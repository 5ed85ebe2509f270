import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

test.each([
  ['how much is left? and when is it gone', ['how much is left?', 'and when is it gone']],
  ['burn in may. and now?', ['burn in may.', 'and now?']],
  ['runway after that? worth it?', ['runway after that?', 'worth it?']],
  ['is burn up, and is revenue keeping pace', ['is burn up', 'is revenue keeping pace']],
  ['is burn up? july vs now, and is revenue up', ['is burn up? july vs now', 'is revenue up']],
])('the second question of “%s”', (text, [first, rest]) => {
  expect(partsOf(text)[0]).toMatchObject({ first, rest })
})

test.each(['burn and revenue', 'trade fairs, mails and calls', 'we had 3.5 and 4 of 5', 'sales vs. ads'])(
  'no second question in “%s”',
  (text) => expect(partsOf(text)).toEqual([]),
)
