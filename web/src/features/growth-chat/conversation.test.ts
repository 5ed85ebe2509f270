// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { forgetDrafts, keepDrafts, readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { addToOutbox, outboxOf } from '../../lib/offline/outbox.ts'
import { stubNetwork } from '../../lib/offline/test-network.ts'
import { toasts } from '../../lib/texts/toasts.ts'
import type { Ask } from './ask.ts'
import { createConversation } from './conversation.ts'
import type { StoredMessage } from './history.ts'
import { shownMessages } from './shown-messages.ts'

let network: ReturnType<typeof stubNetwork>

/** Leaves the conversations of a test. */
const leaves: (() => void)[] = []

beforeEach(() => {
  network = stubNetwork()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  localStorage.clear()
  forgetDrafts()
  keepDrafts('ada')
  for (const { id } of toasts.current()) toasts.dismiss(id)
})

afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
  vi.useRealTimers()
  network.setReachable(true)
  vi.unstubAllGlobals()
})

/** A timeout for a slow machine. */
const PATIENCE = { timeout: 10_000 }

type AskRequest = Parameters<Ask>[0]

/** A fake server: its stored messages, and answers that the test controls. */
function talk(stored: StoredMessage[] = [], refetching?: Promise<void>) {
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
    history: () => ({
      known: reading,
      refetch: async () => {
        await refetching
        known = [...stored]
      },
    }),
  })
  const leave = conversation.join()
  leaves.push(leave)
  return {
    conversation,
    leave,
    /** Resolves when the question is answered, refused or waits. */
    sends: async (question: string) => {
      conversation.send(question)
      await vi.waitFor(() => expect(outboxOf('ada').some(({ state }) => state === 'new')).toBe(false), PATIENCE)
    },
    requests,
    stop,
    stored,
    reading,
    isAsked: (count = 1) => vi.waitFor(() => expect(requests).toHaveLength(count), PATIENCE),
    shown: () => shownMessages(known, conversation.current()).map(({ content }) => content),
    draft: () => readDraft('ada', 'chat:first', ''),
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

test('shows the question at once, streams the answer in place, and keeps both once they are stored', async () => {
  const { sends, requests, stored, isAsked, shown } = talk()
  const sent = sends('What now?')
  await isAsked()
  expect(shown()).toEqual(['What now?', ''])
  expect(outboxOf('ada')).toMatchObject([{ payload: { question: 'What now?' } }])
  requests.at(0)!.onText('Talk')
  expect(shown()).toEqual(['What now?', 'Talk'])
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  requests.at(0)!.answer(succeed('Talk to users.'))
  await sent
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
  expect(outboxOf('ada')).toEqual([])
})

test('keeps an answer until it is among the stored ones, and sends it along meanwhile', async () => {
  const { conversation, sends, requests, stored, isAsked, shown } = talk()
  const first = sends('One?')
  await isAsked()
  requests.at(0)!.answer(succeed('1'))
  await first
  expect(shown()).toEqual(['One?', '1'])
  conversation.send('Two?')
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
  conversation.send('What now?')
  await isAsked()
  const { messages } = requests.at(0)!
  expect(messages).toHaveLength(50)
  expect(messages.at(-1)).toEqual({ role: 'user', content: 'What now?' })
  // The beginning and the end of a long message.
  expect(messages.at(-2)?.content).toHaveLength(7999)
})

test('requests the same turn again after a reload', async () => {
  const first = talk()
  first.conversation.send('What now?')
  await first.isAsked()
  first.requests.at(0)!.onText('Half an ans')
  first.leave()

  const again = talk(rows('before', 'Hi?', 'Hello.'))
  await again.isAsked()
  expect(again.shown()).toContain('What now?')
  expect(again.requests.at(0)!.turn).toBe(first.requests.at(0)!.turn)
  expect(again.requests.at(0)!.messages.map(({ content }) => content)).toEqual(['Hi?', 'Hello.', 'What now?'])
  expect(toasts.current().map(({ title }) => title)).not.toContain('Connection Error')
})

test('does not request an interrupted turn again that was stored meanwhile', async () => {
  addToOutbox('ada', 'question', { question: 'What now?' }, { id: TURN })
  const { requests, shown } = talk(rows(TURN, 'What now?', 'Talk to users.'))
  await vi.waitFor(() => expect(outboxOf('ada')).toEqual([]), PATIENCE)
  expect(requests).toEqual([])
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
})

test('a failed turn is taken back with a notice, and its question is not sent by itself', async () => {
  const { sends, requests, isAsked, shown, draft } = talk()
  const sent = sends('What now?')
  await isAsked()
  requests.at(0)!.onText('Half an ans')
  writeDraft('ada', 'chat:first', 'Also')
  requests.at(0)!.answer(fail('Failed to get response'))
  await sent
  expect(shown()).toEqual([])
  expect(draft()).toBe('Also')
  expect(outboxOf('ada')).toMatchObject([{ state: 'refused', reason: 'Failed to get response' }])
  expect(toasts.current().map(({ title, description }) => [title, description])).toEqual([
    ['Connection Error', 'Failed to get response. Please check your internet connection and try again.'],
  ])
})

test('a question that failed without a network waits, and is the same turn when it is back', async () => {
  const { sends, requests, isAsked } = talk()
  network.setReachable(false)
  const sent = sends('What now?')
  await isAsked()
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  expect(outboxOf('ada')).toMatchObject([{ state: 'waiting' }])
  await sends('How much runway?')
  expect(requests).toHaveLength(1)
  network.setReachable(true)
  await isAsked(2)
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
  requests.at(1)!.answer(succeed('Talk to users.'))
  await isAsked(3)
  expect(requests.at(2)!.messages.at(-1)?.content).toBe('How much runway?')
})

test('a question that failed without a network waits before the stored messages are read', async () => {
  const { sends, requests, isAsked } = talk([], new Promise(() => undefined))
  network.setReachable(false)
  const sent = sends('What now?')
  await isAsked()
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  expect(toasts.current()).toHaveLength(1)
  expect(outboxOf('ada')).toMatchObject([{ state: 'waiting' }])
  network.setReachable(true)
  await isAsked(2)
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
})

test('shows an answer that the server completed although the question failed here', async () => {
  const { sends, requests, stored, isAsked, shown } = talk()
  const sent = sends('What now?')
  await isAsked()
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  requests.at(0)!.answer(fail('Failed to fetch'))
  await sent
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
  expect(outboxOf('ada')).toEqual([])
})

test('an empty answer is a failure', async () => {
  const { sends, requests, isAsked } = talk()
  const sent = sends('What now?')
  await isAsked()
  requests.at(0)!.answer(succeed(''))
  await sent
  expect(outboxOf('ada')).toMatchObject([{ state: 'refused' }])
  expect(toasts.current()).toHaveLength(1)
})

test('keeps the text so far after Stop', async () => {
  const { conversation, sends, requests, stop, isAsked, shown } = talk()
  const sent = sends('What now?')
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

test('restores the question without a notice after Stop before any text, before what was typed since', async () => {
  const { conversation, sends, requests, isAsked, shown, draft } = talk()
  const sent = sends('What now?')
  await isAsked()
  writeDraft('ada', 'chat:first', 'Also')
  await conversation.stop()
  requests.at(0)!.answer(succeed(''))
  await sent
  expect(shown()).toEqual([])
  expect(draft()).toBe('What now?\nAlso')
  expect(outboxOf('ada')).toEqual([])
  expect(toasts.current()).toEqual([])
})

/** Stops a question, which the server does not learn. */
async function stopsUnheard(talked: ReturnType<typeof talk>): Promise<void> {
  const { conversation, sends, stop, isAsked } = talked
  stop.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = sends('What now?')
  await isAsked()
  await conversation.stop()
  await sent
}

test('aborts the request when Stop does not reach the server; the same words are the same turn, others a new one', async () => {
  const talked = talk()
  const { conversation, requests, isAsked, draft } = talked
  await stopsUnheard(talked)
  expect(draft()).toBe('What now?')
  expect(outboxOf('ada')).toEqual([])
  expect(toasts.current()).toEqual([])
  conversation.send('What now?')
  await isAsked(2)
  expect(requests.at(1)!.turn).toBe(requests.at(0)!.turn)
  requests.at(1)!.answer(succeed('Talk to users.'))
  conversation.send('What now?')
  await isAsked(3)
  expect(requests.at(2)!.turn).not.toBe(requests.at(0)!.turn)
})

test('asks a stopped question again as a new turn when the server has stopped the first, without a notice', async () => {
  const talked = talk()
  const { conversation, requests, isAsked, shown } = talked
  await stopsUnheard(talked)
  conversation.send('What now?')
  await isAsked(2)
  requests.at(1)!.answer(succeed(''))
  await isAsked(3)
  expect(requests.at(2)!.turn).not.toBe(requests.at(0)!.turn)
  expect(shown()).toEqual(['What now?', ''])
  expect(toasts.current()).toEqual([])
})

test('shows a stored answer when the server did not stop in time', async () => {
  vi.useFakeTimers()
  const { conversation, requests, stored, isAsked, shown } = talk()
  conversation.send('What now?')
  await isAsked()
  await conversation.stop()
  stored.push(...rows(requests.at(0)!.turn, 'What now?', 'Talk to users.'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
  conversation.send('What now?')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toHaveLength(1)
  expect(shown()).toEqual(['What now?', 'Talk to users.'])
})

test('a turn that was stopped before any text is a new one the next time', async () => {
  const { conversation, sends, requests, isAsked } = talk()
  const sent = sends('What now?')
  await isAsked()
  await conversation.stop()
  requests.at(0)!.answer(succeed(''))
  await sent
  conversation.send('What now?')
  await isAsked(2)
  expect(requests.at(1)!.turn).not.toBe(requests.at(0)!.turn)
})

test('Stop restores the question while the history cannot be loaded', async () => {
  vi.useFakeTimers()
  const { conversation, requests, reading, shown, draft } = talk()
  reading.mockReturnValue(new Promise(() => {}))
  conversation.send('What now?')
  await vi.advanceTimersByTimeAsync(10)
  await conversation.stop()
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toEqual([])
  expect(shown()).toEqual([])
  expect(draft()).toBe('What now?')
})

test('stores nothing after the end of the session', async () => {
  const { conversation, leave, requests, isAsked, draft } = talk()
  conversation.send('What now?')
  await isAsked()
  requests.at(0)!.onText('Half')
  localStorage.clear()
  leave()
  await new Promise((resolve) => setTimeout(resolve))
  expect(draft()).toBe('')
  expect(localStorage).toHaveLength(0)
  expect(toasts.current()).toEqual([])
})

test('a stopped question that is sent again while the history is read is asked again', async () => {
  const talked = talk([], new Promise(() => undefined))
  const { conversation, isAsked } = talked
  await stopsUnheard(talked)
  conversation.send('What now?')
  await isAsked(2)
  expect(outboxOf('ada')).toHaveLength(1)
})

test('the next question is asked while the history is read', async () => {
  const { conversation, requests, isAsked, shown } = talk([], new Promise(() => undefined))
  conversation.send('One?')
  await isAsked()
  requests.at(0)!.answer(succeed('1'))
  await vi.waitFor(() => expect(conversation.current().at(0)?.state).toBe('answered'), PATIENCE)
  conversation.send('Two?')
  await isAsked(2)
  expect(shown()).toEqual(['One?', '1', 'Two?', ''])
})
