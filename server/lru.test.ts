import { expect, test } from 'vitest'
import { Lru } from './lru.ts'

test('evicts the least recently used entry first', () => {
  const lru = new Lru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.get('a')
  lru.set('c', 3)
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3])
})
