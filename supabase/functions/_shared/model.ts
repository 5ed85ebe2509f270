import { parseAnswerStream } from '../../../domain/answer-stream.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { truncate } from '../../../domain/truncate.ts'
import type { ModelError } from './model-error.ts'
import { createFrameReader, ModelStreamError, withoutThinking, type FrameListener } from './model-frames.ts'
import { isUsedUp, requestStream } from './model-request.ts'
import type { Model } from './model-settings.ts'
import { pause } from './pause.ts'
import type { TokenUsage } from './model-usage.ts'

/** Characters of an answer; the table holds no more. */
export const MAX_ANSWER_CHARACTERS = 32_000

/** Bytes of one response, decompressed: a kilobyte for each of the most tokens that AI_MAX_TOKENS allows. */
const MAX_RESPONSE_BYTES = 32_000_000
/** Bytes of a response that are read without a turn for other requests: some twenty milliseconds of work. */
const BYTES_OF_TURN = 32_000
/** Milliseconds in which a response that has ended may still report its usage. */
const USAGE_MS = 5000

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

/** Options of a request, besides its messages. */
export interface ModelRequestOptions extends FrameListener {
  /** Tools in the form of the API. */
  readonly tools?: readonly object[]
  /** `none`: the tools are named for their results, and must not be called. */
  readonly toolChoice?: 'none'
  /** Messages after the conversation, which are never left out. */
  readonly turns?: readonly ToolMessage[]
}

/** Why the model does not answer, with the error for the caller. */
export interface ModelRefusal {
  readonly status: 429 | 402 | 502 | 504
  readonly reason: string
  /** The cause, for the log. */
  readonly cause: string
  /** The model's own error, if it responded. */
  readonly error?: ModelError
}

export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout'
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
  model: Model,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
  fetchModel: typeof fetch,
  { tools, toolChoice, turns = [], onToolCall, onFinish, onUsage }: ModelRequestOptions = {},
): Promise<Result<AsyncIterable<string>, ModelRefusal>> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  const tooLate = () => stop.abort(new AnswerTimeout('The answer took too long'))
  const firstByte = setTimeout(tooLate, model.seconds.firstByte * 1000)
  const wholeAnswer = setTimeout(tooLate, model.seconds.wholeAnswer * 1000)
  let usageWait: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(firstByte)
    clearTimeout(wholeAnswer)
    clearTimeout(usageWait)
    signal.removeEventListener('abort', abort)
  }

  try {
    const opened = await requestStream(
      model,
      {
        messages: [...trimHistory(messages, model.requestCharacters - JSON.stringify(turns).length), ...turns],
        ...(tools && { tools }),
        ...(toolChoice && { tool_choice: toolChoice }),
        stream_options: { include_usage: true },
      },
      stop.signal,
      fetchModel,
    )
    if (opened.ok) {
      // The signal once more: a runtime may lose the request's own at a garbage collection (Deno), and never stop reading.
      const body = opened.value.pipeThrough(limitBytes(MAX_RESPONSE_BYTES), { signal: stop.signal })
      let usage: TokenUsage | undefined
      const listener = {
        onToolCall,
        onFinish: (reason: string) => {
          onFinish?.(reason)
          // Some servers leave the connection open.
          clearTimeout(usageWait)
          usageWait = setTimeout(() => stop.abort(), USAGE_MS)
        },
        onUsage: (reported: TokenUsage) => (usage = reported),
      }
      const frames = createFrameReader(listener, model.apiKey)
      const endWithUsage = () => {
        end()
        if (usage) onUsage?.(usage)
      }
      return succeed(
        timed(withoutThinking(parseAnswerStream(body, () => clearTimeout(firstByte), frames)), endWithUsage),
      )
    }
    end()
    return fail(refusalOf(opened.failure))
  } catch (error) {
    end()
    const cause = `the model cannot be reached: ${causeOf(error)}`
    return fail({ status: stop.signal.aborted ? 504 : 502, reason: 'The model cannot be reached', cause })
  }
}

/** What is without text, or is compressed, has no other limit. Other requests have their turn between its parts. */
function limitBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let left = most
  let untilTurn = BYTES_OF_TURN
  return new TransformStream({
    async transform(chunk, controller) {
      left -= chunk.byteLength
      untilTurn -= chunk.byteLength
      if (left < 0) throw new ModelStreamError('the response of the model is too long')
      if (untilTurn < 0) {
        untilTurn = BYTES_OF_TURN
        await pause(0)
      }
      controller.enqueue(chunk)
    },
  })
}

async function* timed(pieces: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  try {
    let left = MAX_ANSWER_CHARACTERS
    for await (const piece of pieces) {
      yield truncate(piece, left)
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
function refusalOf(error: ModelError): ModelRefusal {
  const cause = `the model answered ${error.status} (${error.code})`
  if (isUsedUp(error)) return { status: 402, reason: 'The model’s usage limit is reached', cause, error }
  if (error.status === 429) return { status: 429, reason: 'The model is asked too often at the moment', cause, error }
  return { status: 502, reason: 'The model did not answer', cause, error }
}
