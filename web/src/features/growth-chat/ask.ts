import { CHAT_RETRIES, chatRetryDelayMs } from '../../../../domain/growth-chat.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { texts } from '../../lib/texts.ts'
import type { Question } from './api.ts'
import { readAnswer, type Listener } from './read-answer.ts'
import { noticeSilence } from './silence.ts'

interface Asking extends Question {
  /** Given all the text so far, each time there is more. */
  onText: (text: string) => void
  /** Once aborted, what there is counts as the answer. */
  signal: AbortSignal
}

/** Puts a question until it is answered; a failure is the message of SPEC section 8. */
export type Ask = (asking: Asking) => Promise<Result<string, string>>

interface Needs {
  post: (question: Question, signal: AbortSignal) => Promise<Response>
  /** Ends early when the signal does. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>
}

type Try =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** Worth another try. `isUnfinished`: the stream ended in order, but did not say that it was the end. */
  | { readonly kind: 'lost'; readonly message: string; readonly isUnfinished: boolean }

/**
 * A lost network, a cut stream and one that has gone silent are tried again; the answer then comes again from its beginning. The tries begin anew
 * when one has brought more text than those before it.
 */
export const createAsk =
  ({ post, pause }: Needs): Ask =>
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
      const result = await tryOnce((signal) => post(question, signal), { onText: show, signal })
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

/** One try; lost when nothing comes for too long, or once `signal` is aborted. */
async function tryOnce(post: Post, { onText, signal }: Pick<Asking, 'onText' | 'signal'>): Promise<Try> {
  const silence = noticeSilence()
  const over = AbortSignal.any([signal, silence.signal])
  const lost = new Promise<Try>((resolve) => {
    over.addEventListener('abort', () => resolve({ kind: 'lost', message: texts.chat.failed, isUnfinished: false }))
  })
  try {
    return await Promise.race([lost, answerTo(() => post(over), { onText, onBytes: silence.heard })])
  } finally {
    silence.end()
  }
}

async function answerTo(post: () => Promise<Response>, listener: Listener): Promise<Try> {
  let response: Response
  try {
    response = await post()
  } catch (error) {
    // `fetch` tells a lost network by a TypeError.
    if (!(error instanceof TypeError)) return { kind: 'refused', message: texts.chat.failed }
    return { kind: 'lost', message: error.message, isUnfinished: false }
  }
  listener.onBytes()
  if (response.status === 429) return { kind: 'refused', message: texts.chat.rateLimited }
  if (response.status === 402) return { kind: 'refused', message: texts.chat.usedUp }
  if (!response.ok) return { kind: 'refused', message: texts.chat.failed }
  if (!response.body) return { kind: 'refused', message: texts.chat.noBody }
  const { end, text } = await readAnswer(response.body, listener)
  if (end === 'missing') return { kind: 'refused', message: texts.chat.noBody }
  if (end === 'failed') return { kind: 'refused', message: texts.chat.failed }
  if (end === 'complete') return { kind: 'answered', text }
  return { kind: 'lost', message: texts.chat.failed, isUnfinished: end === 'unfinished' }
}

/** Waits, and no longer than until `signal`. */
export const pauseUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
