import { expect, test } from 'vitest'
import { ByteBuffer } from './byte-buffer.ts'

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value)

test('returns all chunks in one piece, once, of any size', () => {
  const gathered = new ByteBuffer()
  const pieces = [bytes(3, 1), bytes(70_000, 2), bytes(0, 0), bytes(300_000, 3)]
  for (const piece of pieces) gathered.append(piece)
  expect(Buffer.concat(pieces).equals(gathered.take())).toBe(true)
  expect(gathered.take()).toHaveLength(0)
})

test('a taken copy does not change', () => {
  const gathered = new ByteBuffer()
  gathered.append(bytes(3, 1))
  const taken = gathered.take()
  gathered.append(bytes(3, 2))
  expect([...taken]).toEqual([1, 1, 1])
  expect([...gathered.take()]).toEqual([2, 2, 2])
})
