import { parseAnswerStream } from '../../../domain/answer-stream.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import type { FunctionContext } from './function.ts'

/** Default timeouts of the model, seconds: to the first byte, and for the whole answer. */
const LIMITS = { firstByte: 30, wholeAnswer: 120 } as const
/** Tokens of one answer, and characters of one request: records take at most 24,000 of them. */
const MAX_TOKENS = 2000
const REQUEST_CHARACTERS = 80_000
/** Characters of an answer; the table holds no more. */
export const MAX_ANSWER_CHARACTERS = 32_000

export interface Model {
  /** A server with the OpenAI chat-completions API; the URL ends in `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly name: string | undefined
  /** Timeouts: to the first byte, and for the whole answer. */
  readonly seconds: { readonly firstByte: number; readonly wholeAnswer: number }
  /** Limit of one answer. */
  readonly maxTokens: number
  /** Limit of all messages of one request. */
  readonly requestCharacters: number
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A call that a model made to a tool, and its result. */
export type ToolMessage =
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** What a request has beside its messages. */
export interface ModelRequestOptions {
  /** Tools in the form of the API. */
  readonly tools?: readonly object[]
  /** Messages after the conversation, which are never left out. */
  readonly turns?: readonly ToolMessage[]
  readonly onToolCall?: (piece: unknown) => void
}

/** Why the model does not answer, with the error for the caller. */
export interface ModelRefusal {
  readonly status: 429 | 402 | 502 | 504
  readonly reason: string
  /** The cause, for the log. */
  readonly cause: string
  /** The model's own status, if it responded. */
  readonly modelStatus?: number
}

export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout'
}

/** The configured model. */
export function modelOf({ env }: Pick<FunctionContext, 'env'>): Model | undefined {
  const baseUrl = env['AI_BASE_URL']
  if (!baseUrl) return undefined
  const seconds = {
    firstByte: Number(env['AI_FIRST_BYTE_SECONDS'] || LIMITS.firstByte),
    wholeAnswer: Number(env['AI_ANSWER_SECONDS'] || LIMITS.wholeAnswer),
  }
  return {
    baseUrl,
    apiKey: env['AI_API_KEY'],
    name: env['AI_MODEL'],
    seconds,
    maxTokens: Number(env['AI_MAX_TOKENS'] || MAX_TOKENS),
    requestCharacters: Number(env['AI_REQUEST_CHARACTERS'] || REQUEST_CHARACTERS),
  }
}

/** Omits the oldest messages that do not fit; system messages and the last message always stay. */
export function trimHistory(messages: readonly ModelMessage[], characters: number): readonly ModelMessage[] {
  const system = messages.filter(({ role }) => role === 'system')
  const spoken = messages.filter(({ role }) => role !== 'system')
  let left = characters - system.reduce((sum, { content }) => sum + content.length, 0)
  let first = spoken.length
  while (first > 0 && (first === spoken.length || (spoken[first - 1]?.content.length ?? 0) <= left)) {
    left -= spoken[--first]?.content.length ?? 0
  }
  return first === 0 ? messages : [...system, ...spoken.slice(first)]
}

/**
 * Streams the model's answer.
 * @param signal aborts the request to the model
 * @returns the pieces of the answer; the iteration throws when the answer is interrupted or times out, and leaving it
 *   early aborts the request
 */
export async function openAnswer(
  { baseUrl, apiKey, name, seconds, maxTokens, requestCharacters }: Model,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
  fetchModel: typeof fetch,
  { tools, turns = [], onToolCall }: ModelRequestOptions = {},
): Promise<Result<AsyncIterable<string>, ModelRefusal>> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  const tooLate = () => stop.abort(new AnswerTimeout('The answer took too long'))
  const firstByte = setTimeout(tooLate, seconds.firstByte * 1000)
  const wholeAnswer = setTimeout(tooLate, seconds.wholeAnswer * 1000)
  const end = () => {
    clearTimeout(firstByte)
    clearTimeout(wholeAnswer)
    signal.removeEventListener('abort', abort)
  }

  let answer: Response
  try {
    answer = await fetchModel(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      // The API key is for this URL alone, so a redirect is a failure. Not 'error': undici 6 then drops the signal at the next
      // garbage collection, and a stalled model would hold its slot forever.
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({
        messages: [...trimHistory(messages, requestCharacters - JSON.stringify(turns).length), ...turns],
        stream: true,
        max_tokens: maxTokens,
        ...(name && { model: name }),
        ...(tools && { tools }),
      }),
      signal: stop.signal,
    })
  } catch (error) {
    end()
    const cause = `the model cannot be reached: ${causeOf(error)}`
    return fail({ status: stop.signal.aborted ? 504 : 502, reason: 'The model cannot be reached', cause })
  }
  if (answer.ok && answer.body)
    return succeed(
      timed(
        parseAnswerStream(answer.body, () => clearTimeout(firstByte), onToolCall),
        end,
      ),
    )
  end()
  await answer.body?.cancel().catch(() => undefined)
  return fail(refusalOf(answer.status))
}

async function* timed(pieces: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  try {
    let left = MAX_ANSWER_CHARACTERS
    for await (const piece of pieces) {
      yield piece.slice(0, left)
      left -= piece.length
      if (left <= 0) return
    }
  } finally {
    end()
  }
}

/** `fetch` has the reason in its error's cause. */
const causeOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : 'unknown'

/** The screen distinguishes 429 and 402 (SPEC section 8); a wrong API key is the operator's concern. */
function refusalOf(status: number): ModelRefusal {
  const cause = `the model answered ${status}`
  const modelStatus = status
  if (status === 429) return { status, reason: 'The model is asked too often at the moment', cause, modelStatus }
  if (status === 402) return { status, reason: 'The model’s usage limit is reached', cause, modelStatus }
  return { status: 502, reason: 'The model did not answer', cause, modelStatus }
}
