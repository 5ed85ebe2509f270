import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { toSend } from './to-send.ts'

const said = (count: number, content: string): ChatMessage[] =>
  Array.from({ length: count }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))

test('a short conversation is sent whole', () => {
  expect(toSend(said(3, 'Hi'))).toEqual(said(3, 'Hi'))
})

test('of a long one the newest 50 messages are sent', () => {
  const newest = { role: 'user', content: 'What now?' } as const
  const sent = toSend([...said(60, 'Hi'), newest])
  expect(sent).toHaveLength(50)
  expect(sent.at(-1)).toEqual(newest)
})

test('no message is longer than the server takes', () => {
  expect(toSend(said(1, 'x'.repeat(32_000))).at(0)?.content).toHaveLength(8000)
})

test('all of them together fit into a request, however many bytes a character has', () => {
  const newest = { role: 'user', content: 'What now?' } as const
  const sent = toSend([...said(50, '語'.repeat(8000)), newest])
  expect(sent).toHaveLength(25)
  expect(sent.at(-1)).toEqual(newest)
  expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(1_000_000)
})

test('messages that fill the room exactly are all sent', () => {
  expect(toSend(said(25, 'x'.repeat(8000)))).toHaveLength(25)
})
