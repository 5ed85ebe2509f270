import { expect, test } from 'vitest'
import { newUuid } from './uuid.ts'

test('each is unique', () => {
  expect(new Set(Array.from({ length: 100 }, newUuid)).size).toBe(100)
})
