import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

test('the same seed gives the same numbers', () => {
  const draw = (seed: number) => Array.from({ length: 20 }, createRandom(seed).next)
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('a deck deals every item once before it repeats one', () => {
  const deal = createRandom(1).deck(['a', 'b', 'c'])
  const dealt = Array.from({ length: 6 }, deal)
  expect(dealt.slice(0, 3).sort()).toEqual(['a', 'b', 'c'])
  expect(dealt.slice(3).sort()).toEqual(['a', 'b', 'c'])
})
