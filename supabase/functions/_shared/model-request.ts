import { fail, succeed, type Result } from '../../../domain/result.ts'
import { readModelError, type ModelError } from './model-error.ts'
import type { Model } from './model-settings.ts'
import { pause } from './pause.ts'

/** Seconds before a busy server is asked again when it does not say, and the longest that an answer waits for it. */
const BUSY_PAUSE = { usual: 1, longest: 5 } as const
/** Too many requests, unavailable, and Anthropic's `overloaded_error`. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529])

/** Models that refuse `max_tokens` and want `max_completion_tokens`, as OpenAI's reasoning models do. */
const withCompletionTokens = new Set<string>()

/**
 * Asks for an event stream. A busy server is asked once more, after a short pause.
 * @returns the stream, or why the server refuses
 * @throws when the server cannot be reached
 */
export async function requestStream(
  model: Model,
  body: RequestBody,
  signal: AbortSignal,
  fetchModel: typeof fetch,
): Promise<Result<ReadableStream<Uint8Array>, ModelError>> {
  const first = await requestOnce(model, body, signal, fetchModel)
  const wait = first.ok ? undefined : pauseBefore(first.failure)
  if (wait === undefined) return first
  await pause(wait * 1000, signal)
  return requestOnce(model, body, signal, fetchModel)
}

/** Request body, without the model's name and the limit of tokens. */
interface RequestBody {
  readonly messages: readonly object[]
  readonly tools?: unknown
  /** Asks for the usage in the stream. */
  readonly stream_options?: unknown
}

/** With the limit of tokens under the name that this model accepts. */
async function requestOnce(
  model: Model,
  body: RequestBody,
  signal: AbortSignal,
  fetchModel: typeof fetch,
): Promise<Result<ReadableStream<Uint8Array>, ModelError>> {
  const key = keyOf(model)
  const limitName = withCompletionTokens.has(key) ? 'max_completion_tokens' : 'max_tokens'
  const response = await post(model, { ...body, [limitName]: model.maxTokens }, signal, fetchModel)
  if (response.ok && response.body) return succeed(response.body)
  const error = await readModelError(response, Date.now(), model.apiKey)
  if (limitName === 'max_tokens' && wantsCompletionTokens(error)) {
    withCompletionTokens.add(key)
    return requestOnce(model, body, signal, fetchModel)
  }
  // This refusal is not remembered: it may have another cause.
  const { stream_options: usage, ...withoutUsage } = body
  return usage && refusesUsage(error, body) ? requestOnce(model, withoutUsage, signal, fetchModel) : fail(error)
}

function post(
  { baseUrl, apiKey, name }: Model,
  body: RequestBody,
  signal: AbortSignal,
  fetchModel: typeof fetch,
): Promise<Response> {
  return fetchModel(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    // The API key is for this URL alone, so a redirect is a failure. Not 'error': undici 6 then drops the signal at the next
    // garbage collection, and a stalled model would hold its slot forever.
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ ...body, ...(name && { model: name }), stream: true }),
    signal,
  })
}

/** Key of remembered properties of a model: its server and name. */
const keyOf = ({ baseUrl, name }: Model): string => `${baseUrl} ${name}`

const wantsCompletionTokens = ({ status, message }: ModelError): boolean =>
  status === 400 && message.includes('max_completion_tokens')

/** Whether a server may refuse the request for usage: it says so, or there is no tool that it could refuse. */
const refusesUsage = ({ status, code, message }: ModelError, { tools }: RequestBody): boolean =>
  (status === 400 || status === 422) &&
  (tools === undefined || /stream_options|include_usage/.test(`${code} ${message}`))

/** Seconds before a busy server is asked again; undefined when asking again is of no use, or the pause would be too long. */
function pauseBefore(error: ModelError): number | undefined {
  const seconds = error.retryAfter ?? BUSY_PAUSE.usual
  return BUSY.has(error.status) && !isUsedUp(error) && seconds <= BUSY_PAUSE.longest ? seconds : undefined
}

/** Whether there is no money left: OpenAI answers 429 then, others 402. */
export const isUsedUp = ({ status, code }: ModelError): boolean =>
  status === 402 || code.startsWith('insufficient_quota')
