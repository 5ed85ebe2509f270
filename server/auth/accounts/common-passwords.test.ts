import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'

test.each(['123456', 'password', 'PassW0rd', 'password123', 'letmein', 'qwerty'])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['correct horse', 'secret123', 'constructor', '__proto__', '12345', 'ten demos by friday'])(
  '%s is not common, or too short to count',
  async (password) => expect(await isCommonPassword(password)).toBe(false),
)
