// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { fail, succeed } from '../../../../domain/result.ts'
import { toasts } from '../../lib/toasts.ts'
import type { Ask } from './api.ts'
import { createConversation } from './conversation.ts'

beforeEach(() => sessionStorage.clear())

const contents = (conversation: ReturnType<typeof talk>['conversation']) =>
  conversation.current().messages.map(({ content }) => content)

function talk(ask: Ask) {
  const store = vi.fn(() => Promise.resolve())
  return { store, conversation: createConversation({ user: 'ada', ask, store }) }
}

test('an answer grows in place and is stored with its question once complete', async () => {
  const seen: string[][] = []
  const { conversation, store } = talk(async ({ onText }) => {
    onText('Talk')
    seen.push(contents(conversation))
    expect(store).not.toHaveBeenCalled()
    return succeed('Talk to users.')
  })
  await conversation.send('What now?')
  expect(seen).toEqual([['What now?', 'Talk']])
  expect(contents(conversation)).toEqual(['What now?', 'Talk to users.'])
  expect(store).toHaveBeenCalledWith('ada', [
    { role: 'user', content: 'What now?' },
    { role: 'assistant', content: 'Talk to users.' },
  ])
})

test('a failed turn is taken back, told, and its words return before what was typed since', async () => {
  const { conversation, store } = talk(async ({ onText }) => {
    onText('Half an ans')
    conversation.type('Also')
    return fail('Failed to get response')
  })
  await conversation.send('What now?')
  expect(conversation.current()).toEqual({ messages: [], draft: 'What now?\nAlso', isLoading: false })
  expect(store).not.toHaveBeenCalled()
  expect(toasts.current().at(-1)).toMatchObject({
    tone: 'destructive',
    title: 'Connection Error',
    description: 'Failed to get response. Please check your internet connection and try again.',
  })
})

test('messages and draft are there again after a reload', async () => {
  const first = talk(async () => succeed('Yes.')).conversation
  await first.send('Ready?')
  first.type('And')
  expect(talk(async () => succeed('')).conversation.current()).toEqual({ ...first.current() })
})
