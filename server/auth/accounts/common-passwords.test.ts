import { expect, test } from 'vitest'
import { isCommonPassword } from './passwords.ts'

test.each(['123456', 'password', 'PassW0rd', 'password123', 'qwerty'])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each(['correct horse', 'secret123', 'constructor', '__proto__'])('%s is not common', async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
)
