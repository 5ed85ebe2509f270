import { expect, test } from 'vitest'
import { parseChatRequest } from './request.ts'

const asked = (content: string) => parseChatRequest({ messages: [{ role: 'user', content }] })

test('replaces half a character, which an older page may have left at a cut', () => {
  expect(asked('Hi \uD83D')).toMatchObject({ messages: [{ content: 'Hi \uFFFD' }] })
  expect(asked('Hi 🚀')).toMatchObject({ messages: [{ content: 'Hi 🚀' }] })
})

test('rejects a question without a character that can be stored', () => {
  expect(asked('\0')).toBe('The last message must be the user’s')
})
