import { expect, test } from 'vitest'
import { engineErrorMessage } from './engine-error.ts'

test.each([
  [{ name: 'ErrnoError', errno: 51 }, 'No space left on device, or no inodes'],
  [{ name: 'ErrnoError', errno: 7 }, 'error 7 of the file system'],
  [new Error('unreachable'), 'unreachable'],
  ['text', 'text'],
  [undefined, 'undefined'],
])('what the engine throws becomes an error message: %j', (thrown, message) => {
  expect(engineErrorMessage(thrown)).toBe(message)
})
