import { expect, test } from 'vitest'
import { formatBytes } from './numbers.ts'

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [109_500, '110 kB'],
  [1_000_000, '1 MB'],
  [12_540_000, '12.5 MB'],
  [100_000_000, '100 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
