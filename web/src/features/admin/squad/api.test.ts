import { expect, test } from 'vitest'
import { lastOfEach } from './api.ts'

test('each conversation is shown by its last message, the newest conversation first', () => {
  const message = (user_id: string, content: string) => ({ user_id, content, created_at: '' })
  const newestFirst = [message('ada', 'Thanks!'), message('ben', 'Pricing?'), message('ada', 'Hello')]
  expect(lastOfEach(newestFirst).map(({ content }) => content)).toEqual(['Thanks!', 'Pricing?'])
})
