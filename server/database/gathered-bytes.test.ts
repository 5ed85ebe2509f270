import { expect, test } from 'vitest'
import { GatheredBytes } from './gathered-bytes.ts'

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value)

test('pieces come back in one, however large, and once', () => {
  const gathered = new GatheredBytes()
  const pieces = [bytes(3, 1), bytes(70_000, 2), bytes(0, 0), bytes(300_000, 3)]
  for (const piece of pieces) gathered.add(piece)
  expect(Buffer.concat(pieces).equals(gathered.take())).toBe(true)
  expect(gathered.take()).toHaveLength(0)
})

test('what was taken stays as it is', () => {
  const gathered = new GatheredBytes()
  gathered.add(bytes(3, 1))
  const taken = gathered.take()
  gathered.add(bytes(3, 2))
  expect([...taken]).toEqual([1, 1, 1])
  expect([...gathered.take()]).toEqual([2, 2, 2])
})
