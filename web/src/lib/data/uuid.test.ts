import { expect, test } from 'vitest'
import { newUuid } from './uuid.ts'

test('each is a unique random UUID', () => {
  const made = Array.from({ length: 100 }, newUuid)
  for (const uuid of made) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(made).size).toBe(100)
})
