import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { trimHistory } from './trim-history.ts'

const said = (count: number, content: string): ChatMessage[] =>
  Array.from({ length: count }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))

test('sends a short conversation as a whole', () => {
  expect(trimHistory(said(3, 'Hi'))).toEqual(said(3, 'Hi'))
})

test('sends the newest 50 messages of a long one', () => {
  const newest = { role: 'user', content: 'What now?' } as const
  const sent = trimHistory([...said(60, 'Hi'), newest])
  expect(sent).toHaveLength(50)
  expect(sent.at(-1)).toEqual(newest)
})

test('truncates messages to what the server accepts', () => {
  const sent = trimHistory(said(1, `${'x'.repeat(32_000)} the end`)).at(0)?.content
  expect(sent?.length).toBeGreaterThan(7990)
  expect(sent?.length).toBeLessThanOrEqual(8000)
  expect(sent).toMatch(/^x+\n…\nx+ the end$/)
})

test('truncates a message between characters', () => {
  for (const text of ['🚀'.repeat(4001), `x${'🚀'.repeat(4001)}`])
    expect(trimHistory(said(1, text)).at(0)?.content).not.toMatch(/\p{Surrogate}/u)
})

test('fits into one request, whatever the bytes per character', () => {
  const newest = { role: 'user', content: 'What now?' } as const
  const sent = trimHistory([...said(50, '語'.repeat(8000)), newest])
  expect(sent).toHaveLength(25)
  expect(sent.at(-1)).toEqual(newest)
  expect(new TextEncoder().encode(JSON.stringify(sent)).length).toBeLessThan(1_000_000)
})

test('sends all messages that fill the limit exactly', () => {
  expect(trimHistory(said(25, 'x'.repeat(8000)))).toHaveLength(25)
})
