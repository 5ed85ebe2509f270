import { expect, test } from 'vitest'
import { announcementOf } from './announcement.ts'
import type { Turn } from './conversation.ts'

const turn: Turn = {
  id: 't',
  conversation: 'first',
  question: 'What now?',
  answer: '',
  state: 'answering',
  at: '2026-01-05T10:00:00Z',
}

test('announces a growing answer once, whatever its length', () => {
  expect(announcementOf(undefined)).toBeUndefined()
  expect(announcementOf(turn)).toBe('The AI Co-Founder is thinking.')
  expect(announcementOf({ ...turn, answer: 'Talk' })).toBe('The AI Co-Founder is answering.')
  expect(announcementOf({ ...turn, answer: 'Talk to users' })).toBe('The AI Co-Founder is answering.')
})

test('announces a complete answer, a long one only in its beginning', () => {
  expect(announcementOf({ ...turn, answer: 'Talk to users.', state: 'answered' })).toBe('Talk to users.')
  expect(announcementOf({ ...turn, answer: '## Plan\n**Talk** to users.', state: 'answered' })).toBe(
    'Plan\nTalk to users.',
  )
  const long = announcementOf({ ...turn, answer: 'x'.repeat(5000), state: 'answered' })
  expect(long).toBe(`${'x'.repeat(400)}…`)
})
