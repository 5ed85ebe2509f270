import { CHAT_RETRIES, chatRetryDelayMs } from '../../../../domain/growth-chat.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import type { Question } from './api.ts'
import { readAnswer, type Listener } from './read-answer.ts'
import { createIdleTimeout } from './idle-timeout.ts'
import { chatTexts } from './chat-texts.ts'

interface AnswerRequest extends Question {
  /** Gets the whole text so far, each time there is more. */
  onText: (text: string) => void
  /** After an abort the text so far is the answer. */
  signal: AbortSignal
}

/** Requests an answer until it is complete; a failure has the message of SPEC section 8. */
export type Ask = (request: AnswerRequest) => Promise<Result<string, string>>

interface AskDependencies {
  post: (question: Question, signal: AbortSignal) => Promise<Response>
  /** Resolves early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

type Attempt =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** Retry. `isUnfinished`: the stream ended normally, but without [DONE]. */
  | { readonly kind: 'lost'; readonly message: string; readonly isUnfinished: boolean }

/**
 * Retries a lost network, a cut stream and an idle one; the answer then starts from its beginning again. The retries
 * restart after each attempt with more text than before.
 */
export const createAsk =
  ({ post, pause }: AskDependencies): Ask =>
  async ({ onText, signal, ...question }) => {
    let longest = ''
    let wasEverCut = false
    const show = (text: string) => {
      if (text.length <= longest.length) return
      longest = text
      onText(text)
    }
    for (let failures = 0; ;) {
      const before = longest.length
      const result = await attempt((signal) => post(question, signal), { onText: show, signal })
      if (signal.aborted) return succeed(longest)
      if (result.kind === 'answered') return succeed(result.text)
      if (result.kind === 'refused') return fail(result.message)
      wasEverCut ||= !result.isUnfinished
      failures = longest.length > before ? 1 : failures + 1
      if (failures > CHAT_RETRIES) return !wasEverCut && longest ? succeed(longest) : fail(result.message)
      await pause(chatRetryDelayMs(failures), signal)
      if (signal.aborted) return succeed(longest)
    }
  }

type Post = (signal: AbortSignal) => Promise<Response>

/** One attempt; lost when no data arrives for too long, or when `signal` aborts. */
async function attempt(post: Post, { onText, signal }: Pick<AnswerRequest, 'onText' | 'signal'>): Promise<Attempt> {
  const idle = createIdleTimeout()
  const cancelled = AbortSignal.any([signal, idle.signal])
  const lost = new Promise<Attempt>((resolve) => {
    cancelled.addEventListener('abort', () => resolve({ kind: 'lost', message: chatTexts.failed, isUnfinished: false }))
  })
  try {
    return await Promise.race([lost, readResponse(() => post(cancelled), { onText, onBytes: idle.restart })])
  } finally {
    idle.end()
  }
}

async function readResponse(post: () => Promise<Response>, listener: Listener): Promise<Attempt> {
  let response: Response
  try {
    response = await post()
  } catch (error) {
    // `fetch` reports a lost network as a TypeError.
    if (!(error instanceof TypeError)) return { kind: 'refused', message: chatTexts.failed }
    return { kind: 'lost', message: error.message, isUnfinished: false }
  }
  listener.onBytes()
  if (response.status === 429) return { kind: 'refused', message: chatTexts.rateLimited }
  if (response.status === 413) return { kind: 'refused', message: chatTexts.full }
  if (response.status === 409) return { kind: 'refused', message: chatTexts.tooMany }
  if (response.status === 402) return { kind: 'refused', message: chatTexts.usedUp }
  if (!response.ok) return { kind: 'refused', message: chatTexts.failed }
  if (!response.body) return { kind: 'refused', message: chatTexts.noBody }
  const { end, text } = await readAnswer(response.body, listener)
  if (end === 'missing') return { kind: 'refused', message: chatTexts.noBody }
  if (end === 'failed') return { kind: 'refused', message: chatTexts.failed }
  if (end === 'complete') return { kind: 'answered', text }
  return { kind: 'lost', message: chatTexts.failed, isUnfinished: end === 'unfinished' }
}

/** Waits, at most until `signal` aborts. */
export const pauseUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
