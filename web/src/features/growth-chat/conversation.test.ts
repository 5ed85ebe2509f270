// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { forgetDrafts, keepDrafts, readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { stubNetwork } from '../../lib/offline/test-network.ts'
import { toasts } from '../../lib/texts/toasts.ts'
import type { Ask } from './ask.ts'
import { createConversation } from './conversation.ts'
import type { StoredMessage } from './history.ts'
import { shownMessages } from './shown-messages.ts'

let network: ReturnType<typeof stubNetwork>

beforeEach(() => {
  network = stubNetwork()
  forgetDrafts()
  keepDrafts('ada')
  for (const { id } of toasts.current()) toasts.dismiss(id)
})

afterEach(() => {
  vi.useRealTimers()
  network.setReachable(true)
  vi.unstubAllGlobals()
})

/** A timeout for a slow machine. */
const PATIENCE = { timeout: 10_000 }

type AskRequest = Parameters<Ask>[0]

/** A fake server: its stored messages, and answers that the test controls. */
function talk(stored: StoredMessage[] = []) {
  const requests: (AskRequest & { answer: (result: Result<string, string>) => void })[] = []
  const stop = vi.fn(() => Promise.resolve())
  let known = [...stored]
  const reading = vi.fn(async () => known)
  const conversation = createConversation({
    user: 'ada',
    ask: (request) =>
      new Promise((resolve) => {
        requests.push({ ...request, answer: resolve })
        request.signal.addEventListener('abort', () => resolve(succeed('')))
      }),
    stop,
    history: {
      known: reading,
      refetch: async () => void (known = [...stored]),
    },
  })
  return {
    conversation,
    requests,
    stop,
    stored,
    reading,
    isAsked: (count = 1) => vi.waitFor(() => expect(requests).toHaveLength(count), PATIENCE),
    shown: () => shownMessages(known, conversation.current()).map(({ content }) => content),
    draft: () => readDraft('ada', 'chat', ''),
  }
}

let moments = 0
const row = (turn: string, role: StoredMessage['role'], content: string): StoredMessage => ({
  id: `${turn}-${role}`,
  turn,
  role,
  content,
  created_at: `2026-01-05T10:00:00.${String(++moments).padStart(6, '0')}+00:00`,
})
const rows = (turn: string, question: string, answer: string) => [
  row(turn, 'user', question),
  row(turn, 'assistant', answer),
]

const TURN = '5f0c8a52-0b6c-4a52-9d5e-2f1f0c9b7a11'
const kept = { id: TURN, question: 'What now?', at: '2026-01-05T10:00:00Z' }

test('shows and stores the question at once, streams the answer in place, and keeps both once they are stored', async () => {
  const { conversation, requests, stored, isAsked, shown } = talk()
  const sent = conversation.send('What now?')
  expect(shown()).toEqual(['What now?', ''])
  expect(readDraft('ada', 'chat-turn', null)).toMatchObject({ question: 'What now?' })
  await isAsked()
  requests.at(0)!.onText('Talk')
  expect(shown()).toEqual(['What now?', 'Talk'])
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  requests.at(0)!.answer(succeed('Talk to users.'))
  await sent
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
  expect(readDraft('ada', 'chat-turn', null)).toBeNull()
})

test('keeps an answer until it is among the stored ones, and sends it along meanwhile', async () => {
  const { conversation, requests, stored, isAsked, shown } = talk()
  const first = conversation.send('One?')
  await isAsked()
  requests.at(0)!.answer(succeed('1'))
  await first
  expect(shown()).toEqual(['One?', '1'])
  void conversation.send('Two?')
  await isAsked(2)
  expect(requests.at(1)!.messages.map(({ content }) => content)).toEqual(['One?', '1', 'Two?'])
  stored.push(...rows(requests.at(0)!.turn, 'One?', '1'), ...rows(requests.at(1)!.turn, 'Two?', '2'))
  requests.at(1)!.answer(succeed('2'))
  await vi.waitFor(() => expect(shown()).toEqual(['One?', '1', 'Two?', '2']), PATIENCE)
})

test('sends the history along: at most 50 messages, none longer than the server accepts', async () => {
  const before = Array.from({ length: 40 }, (_, index) =>
    rows(`t${index}`, `Question ${index}`, index === 39 ? 'x'.repeat(32_000) : 'Yes.'),
  )
  const { conversation, requests, isAsked } = talk(before.flat())
  void conversation.send('What now?')
  await isAsked()
  const { messages } = requests.at(0)!
  expect(messages).toHaveLength(50)
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'What now?' })
  // Its beginning and its end.
  expect(messages.at(-2)?.content).toHaveLength(7999)
})

test('requests the same turn again after a reload', async () => {
  const first = talk()
  void first.conversation.send('What now?')
  await first.isAsked()
  first.requests.at(0)!.onText('Half an ans')

  const again = talk(rows('before', 'Hi?', 'Hello.'))
  expect(again.shown()).toContain('What now?')
  await again.isAsked()
  expect(again.requests.at(0)!.turn).toBe(first.requests.at(0)!.turn)
  expect(again.requests.at(0)!.messages.map(({ content }) => content)).toEqual(['Hi?', 'Hello.', 'What now?'])
})

test('does not request an interrupted turn again that was stored meanwhile', async () => {
  writeDraft('ada', 'chat-turn', kept)
  const { requests, shown } = talk(rows(TURN, 'What now?', 'Talk to users.'))
  await vi.waitFor(() => expect(readDraft('ada', 'chat-turn', null)).toBeNull(), PATIENCE)
  expect(requests).toEqual([])
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
})

test('reverts a failed turn with a notice, and restores its text before what was typed since', async () => {
  const { conversation, requests, isAsked, shown, draft } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  requests.at(0)!.onText('Half an ans')
  writeDraft('ada', 'chat', 'Also')
  requests.at(0)!.answer(fail('Failed to get response'))
  await sent
  expect(shown()).toEqual([])
  await vi.waitFor(() => expect(draft()).toBe('What now?\nAlso'), PATIENCE)
  expect(readDraft('ada', 'chat-turn', null)).toBeNull()
  expect(toasts.current().at(-1)).toMatchObject({
    tone: 'destructive',
    title: 'Connection Error',
    description: 'Failed to get response. Please check your internet connection and try again.',
  })
})

test('a failed question asked again in the same words is the same turn, in other words a new one', async () => {
  const { conversation, requests, isAsked } = talk()
  for (const [index, question] of ['What now?', 'What now?', 'What then?'].entries()) {
    const sent = conversation.send(question)
    await isAsked(index + 1)
    requests.at(index)!.answer(fail('Failed to fetch'))
    await sent
  }
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
  expect(requests.at(2)!.turn).not.toBe(requests.at(0)!.turn)
})

test('after five minutes the same words are a new turn', async () => {
  const { conversation, requests, isAsked } = talk()
  const fails = async (count: number) => {
    const sent = conversation.send('What now?')
    await isAsked(count)
    requests.at(-1)!.answer(fail('Failed to fetch'))
    await sent
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  await fails(1)
  vi.setSystemTime(Date.now() + 299_999)
  await fails(2)
  vi.setSystemTime(Date.now() + 300_000)
  await fails(3)
  const [first, second, third] = requests.map(({ turn }) => turn)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a question that failed without a network waits, and is the same turn however late it is sent', async () => {
  const { conversation, requests, isAsked, draft } = talk()
  network.setReachable(false)
  const waits = () => readDraft('ada', 'chat-unsent', null)
  vi.useFakeTimers({ toFake: ['Date'] })
  const sent = conversation.send('What now?')
  await isAsked()
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  expect(draft()).toBe('What now?')
  expect(waits()).toMatchObject({ content: 'What now?', waits: true })
  vi.setSystemTime(Date.now() + 24 * 3600 * 1000)
  void conversation.send('What now?')
  await isAsked(2)
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
  expect(waits()).toBeNull()
})

test('another question does not end the waiting of the one that failed', async () => {
  const { conversation, requests, isAsked } = talk()
  network.setReachable(false)
  const sent = conversation.send('What now?')
  await isAsked()
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  void conversation.send('How much runway?')
  await isAsked(2)
  expect(requests.at(1)!.turn).not.toBe(requests.at(0)!.turn)
  expect(readDraft('ada', 'chat-unsent', null)).toMatchObject({ content: 'What now?', waits: true })
})

test('a question that was stopped does not wait for the network', async () => {
  const { conversation, isAsked, stop } = talk()
  network.setReachable(false)
  stop.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  await sent
  expect(readDraft('ada', 'chat-unsent', null)).not.toHaveProperty('waits')
})

test('shows an answer that the server completed although the question failed here', async () => {
  const { conversation, requests, stored, isAsked, shown } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
})

test('an empty answer is a failure', async () => {
  const { conversation, requests, isAsked, draft } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  requests.at(0)!.answer(succeed(''))
  await sent
  expect(draft()).toBe('What now?')
  expect(toasts.current()).toHaveLength(1)
})

test('keeps the text so far after Stop', async () => {
  const { conversation, requests, stop, isAsked, shown } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  requests.at(0)!.onText('Half')
  await conversation.stop()
  expect(stop).toHaveBeenCalledWith(requests.at(0)!.turn)
  expect(conversation.current().at(0)!.state).toBe('stopping')
  requests.at(0)!.answer(succeed('Half'))
  await sent
  expect(shown()).toEqual(['What now?', 'Half'])
  expect(toasts.current()).toEqual([])
})

test('restores the question without a notice after Stop before any text', async () => {
  const { conversation, requests, isAsked, shown, draft } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  requests.at(0)!.answer(succeed(''))
  await sent
  expect(shown()).toEqual([])
  expect(draft()).toBe('What now?')
  expect(toasts.current()).toEqual([])
})

test('aborts the request when Stop does not reach the server; the same words are the same turn', async () => {
  const { conversation, requests, stop, isAsked, draft } = talk()
  stop.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  await sent
  expect(draft()).toBe('What now?')
  expect(toasts.current()).toEqual([])
  void conversation.send('What now?')
  await isAsked(2)
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
})

test('shows a stored answer when the server did not stop in time', async () => {
  vi.useFakeTimers()
  const { conversation, requests, stored, isAsked, shown } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  await vi.advanceTimersByTimeAsync(2000)
  await sent
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
  await conversation.send('What now?')
  expect(requests).toHaveLength(1)
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
})

test('a turn that was stopped before any text is a new one the next time', async () => {
  const { conversation, requests, isAsked } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  requests.at(0)!.answer(succeed(''))
  await sent
  void conversation.send('What now?')
  await isAsked(2)
  expect(requests.at(1)!.turn).not.toBe(requests.at(0)!.turn)
})

test('asks a restored question again as a new turn when the server has stopped the first, without a notice', async () => {
  const { conversation, requests, stop, isAsked, shown } = talk()
  stop.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  await sent
  void conversation.send('What now?')
  await isAsked(2)
  requests.at(1)!.answer(succeed(''))
  await isAsked(3)
  expect(requests.at(2)!.turn).not.toBe(requests.at(0)!.turn)
  expect(shown()).toEqual(['What now?', ''])
  expect(toasts.current()).toEqual([])
})

test('Stop restores the question while the history cannot be loaded', async () => {
  vi.useFakeTimers()
  const { conversation, requests, reading, shown, draft } = talk()
  reading.mockReturnValue(new Promise(() => {}))
  const sent = conversation.send('What now?')
  await conversation.stop()
  await vi.advanceTimersByTimeAsync(2000)
  await sent
  expect(shown()).toEqual([])
  expect(draft()).toBe('What now?')
  expect(requests).toEqual([])
  expect(toasts.current()).toEqual([])
})

test('stores nothing after the end of the session', async () => {
  const { conversation, requests, isAsked } = talk()
  const sent = conversation.send('What now?')
  await isAsked()
  conversation.end()
  forgetDrafts()
  requests.at(0)!.answer(fail('Failed to get response'))
  await sent
  expect(sessionStorage).toHaveLength(0)
  expect(toasts.current()).toEqual([])
})
