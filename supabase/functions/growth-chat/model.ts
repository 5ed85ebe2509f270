import { STREAM_END } from '../../../domain/growth-chat.ts'
import { refusal } from '../_shared/function.ts'
import { DONE, failure, streamed } from './events.ts'

/** Milliseconds until the model must have begun to answer, and for the whole answer. */
const FIRST_BYTE_MS = 30_000
const WHOLE_ANSWER_MS = 120_000

export interface Model {
  /** Of a server that speaks the OpenAI chat-completions API; ends in `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly name: string | undefined
}

/** Lets a model answer; its event stream goes to the caller as it comes. */
export async function askModel(
  model: Model,
  messages: readonly { readonly role: string; readonly content: string }[],
  signal: AbortSignal,
  fetchModel: typeof fetch,
): Promise<Response> {
  const stop = new AbortController()
  signal.addEventListener('abort', () => stop.abort())
  const late = setTimeout(() => stop.abort(), FIRST_BYTE_MS)
  let answer: Response
  try {
    answer = await fetchModel(`${model.baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(model.apiKey && { Authorization: `Bearer ${model.apiKey}` }) },
      body: JSON.stringify({ messages, stream: true, ...(model.name && { model: model.name }) }),
      signal: stop.signal,
    })
  } catch {
    return refusal(stop.signal.aborted ? 504 : 502, 'The model cannot be reached')
  } finally {
    clearTimeout(late)
  }
  if (answer.ok && answer.body) return streamed(untilDone(answer.body), () => stop.abort(), WHOLE_ANSWER_MS)
  await answer.body?.cancel()
  // These two the caller's screen tells apart (SPEC section 8); a key that is wrong is nobody's business.
  if (answer.status === 429) return refusal(429, 'The model is asked too often at the moment')
  if (answer.status === 402) return refusal(402, 'The model’s usage limit is reached')
  return refusal(502, 'The model did not answer')
}

/** The bytes as they are; a stream that ends without saying so has broken off. */
async function* untilDone(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  const decoder = new TextDecoder()
  let tail = ''
  for await (const chunk of body) {
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-32)
    yield chunk
  }
  if (!tail.includes(STREAM_END)) yield `\n\n${failure('The answer broke off')}${DONE}`
}
