import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

/** A request for an answer, as a provider gets it. */
export interface ChatRequest {
  readonly model?: string
  readonly messages: readonly {
    readonly role: string
    readonly content: string | null
    readonly tool_calls?: readonly { readonly id: string }[]
    readonly tool_call_id?: string
  }[]
  readonly tools?: readonly unknown[]
  readonly [field: string]: unknown
}

export interface Refusal {
  readonly status: number
  readonly body: unknown
  readonly retryAfter?: string
}

/** A provider's responses and refusals in the OpenAI chat-completions API, as its documentation says. */
export interface Provider {
  readonly name: string
  /** Path of the API below its host. */
  readonly path: string
  /** Why it refuses a request; undefined when it answers. */
  refuses(request: ChatRequest, headers: IncomingHttpHeaders): Refusal | undefined
  /** The stream of an answer, with reasoning where the provider sends some. */
  answer(words: readonly string[]): string
  /** The stream of a call to a tool. */
  call(tool: string, args: object): string
  /** The end of a stream that fails. */
  readonly broken: string
  /** When too much is asked. */
  readonly busy: Refusal
}

const KEY = 'sk-right'
const DONE = 'data: [DONE]\n\n'
const data = (frame: object) => `data: ${JSON.stringify(frame)}\n\n`

/** One frame with what this provider adds to each. */
const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_780_000_000,
    model: 'some-model',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })

const role = chunk({ role: 'assistant', content: '', refusal: null })
const says = (words: readonly string[]) => words.map((content) => chunk({ content })).join('')
const calls = (...pieces: object[]) => pieces.map((piece) => chunk({ tool_calls: [piece] })).join('')

/** A call whose arguments arrive letter by letter. */
const callInPieces = (id: string, name: string, args: object) =>
  calls(
    { index: 0, id, type: 'function', function: { name, arguments: '' } },
    ...[...JSON.stringify(args)].map((letter) => ({ index: 0, function: { arguments: letter } })),
  )
/** A call in one piece. */
const callAtOnce = (id: string, name: string, args: object) =>
  calls({ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(args) } })

const error = (status: number, message: string, type: string, code: string | number | null, param?: string) => ({
  status,
  body: { error: { message, type, param: param ?? null, code } },
})
const hasKey = (headers: IncomingHttpHeaders) => headers.authorization === `Bearer ${KEY}`

export const openai: Provider = {
  name: 'OpenAI',
  path: '/v1',
  refuses(request, headers) {
    if (!hasKey(headers))
      return error(401, 'Incorrect API key provided: sk-wr***ng.', 'invalid_request_error', 'invalid_api_key')
    if ('max_tokens' in request)
      return error(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'invalid_request_error',
        'unsupported_parameter',
        'max_tokens',
      )
    return undefined
  },
  answer: (words) =>
    `${role}${says(words)}${chunk({}, 'stop')}${data({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 2 } })}${DONE}`,
  call: (tool, args) => `${role}${callInPieces('call_abc', tool, args)}${chunk({}, 'tool_calls')}${DONE}`,
  broken: data({ error: { message: 'The server had an error', type: 'server_error', code: null } }),
  busy: {
    ...error(429, 'Rate limit reached. Please try again in 20ms.', 'tokens', 'rate_limit_exceeded'),
    retryAfter: '1',
  },
}

export const anthropic: Provider = {
  name: 'Anthropic',
  path: '/v1',
  refuses: (_, headers) =>
    hasKey(headers) ? undefined : error(401, 'invalid x-api-key', 'authentication_error', 'authentication_error'),
  answer: (words) => `${role}${says(words)}${chunk({}, 'stop')}${DONE}`,
  call: (tool, args) => `${role}${callInPieces('toolu_01', tool, args)}${chunk({}, 'tool_calls')}${DONE}`,
  broken: data({ error: { type: 'overloaded_error', message: 'Overloaded' } }),
  busy: { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
}

export const ollama: Provider = {
  name: 'Ollama',
  path: '/v1',
  refuses: ({ model }) =>
    model === 'right'
      ? undefined
      : error(404, `model "${model}" not found, try pulling it first`, 'not_found_error', null),
  answer: (words) =>
    `${chunk({ role: 'assistant', content: '', reasoning: 'Let me think' })}${says(words)}${chunk({ role: 'assistant', content: '' }, 'stop')}${DONE}`,
  call: (tool, args) => `${callAtOnce('call_x1', tool, args)}${chunk({ content: '' }, 'tool_calls')}${DONE}`,
  broken: data({ error: { message: 'an error was encountered while running the model', type: 'api_error' } }),
  busy: { status: 503, body: { error: 'server busy, please try again. maximum pending requests exceeded' } },
}

/** Without `--enable-auto-tool-choice`, and without a parser for reasoning. */
export const vllm: Provider = {
  name: 'vLLM',
  path: '/v1',
  refuses: ({ tools }) =>
    tools
      ? error(
          400,
          '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          'BadRequestError',
          400,
        )
      : undefined,
  answer: (words) =>
    `${role}${says(['<thi', 'nk>Let me ', 'think</th', 'ink>\n\n', ...words])}${chunk({}, 'stop', { usage: null })}${DONE}`,
  call: () => '',
  broken: data({ object: 'error', message: 'EngineCore encountered an issue', type: 'InternalServerError', code: 500 }),
  busy: {
    status: 503,
    body: { object: 'error', message: 'Service unavailable', type: 'ServiceUnavailable', code: 503 },
  },
}

export const lmStudio: Provider = {
  name: 'LM Studio',
  path: '/v1',
  refuses: ({ model }) =>
    model === 'right' ? undefined : error(404, 'No models loaded', 'invalid_request_error', 'model_not_found', 'model'),
  answer: (words) =>
    `${chunk({ role: 'assistant', reasoning_content: 'Hm' })}${says(words)}${chunk({}, 'stop')}${DONE}`,
  call: (tool, args) => `${role}${callInPieces('365174485', tool, args)}${chunk({}, 'tool_calls')}${DONE}`,
  broken: `event: error\n${data({ error: { message: 'The model has crashed' } })}`,
  busy: error(429, 'Too many requests', 'rate_limit', null),
}

export const openRouter: Provider = {
  name: 'OpenRouter',
  path: '/api/v1',
  refuses: (_, headers) =>
    hasKey(headers) ? undefined : { status: 401, body: { error: { code: 401, message: 'No auth credentials found' } } },
  answer: (words) =>
    `: OPENROUTER PROCESSING\n\n${chunk({ role: 'assistant', content: '', reasoning: 'Hm', reasoning_details: [] })}: OPENROUTER PROCESSING\n\n${says(words)}${chunk({ content: '' }, 'stop', { provider: 'Some' })}${data({ choices: [], usage: { cost: 0.1 } })}${DONE}`,
  call: (tool, args) => `${role}${callInPieces('call_1', tool, args)}${chunk({ content: '' }, 'tool_calls')}${DONE}`,
  broken: chunk({ content: '' }, 'error', { error: { code: 502, message: 'Provider disconnected unexpectedly' } }),
  busy: { status: 429, body: { error: { code: 429, message: 'Rate limit exceeded' } }, retryAfter: '1' },
}

export const groq: Provider = {
  name: 'Groq',
  path: '/openai/v1',
  refuses: (_, headers) =>
    hasKey(headers) ? undefined : error(401, 'Invalid API Key', 'invalid_request_error', 'invalid_api_key'),
  answer: (words) =>
    `${chunk({ role: 'assistant', content: '' }, null, { x_groq: { id: 'req_1' } })}${chunk({ reasoning: 'Hm', channel: 'analysis' })}${says(words)}${chunk({}, 'stop', { x_groq: { id: 'req_1', usage: { total_tokens: 9 } } })}${DONE}`,
  call: (tool, args) => `${role}${callAtOnce('fc_1', tool, args)}${chunk({}, 'tool_calls')}${DONE}`,
  broken: `event: error\n${data({ error: { message: 'Failed to call a function', type: 'invalid_request_error', code: 'tool_use_failed' } })}`,
  busy: { ...error(429, 'Rate limit reached for model', 'tokens', 'rate_limit_exceeded'), retryAfter: '1' },
}

const KNOWN_TO_MISTRAL = new Set(['model', 'messages', 'tools', 'tool_choice', 'stream', 'max_tokens'])

/** With a reasoning model; it refuses each field that it does not know, and ids of calls that it would not give. */
export const mistral: Provider = {
  name: 'Mistral',
  path: '/v1',
  refuses(request, headers) {
    if (!hasKey(headers)) return { status: 401, body: { message: 'Unauthorized', request_id: 'b2' } }
    const unknown = Object.keys(request).filter((field) => !KNOWN_TO_MISTRAL.has(field))
    const ids = request.messages.flatMap(({ tool_calls: made = [] }) => made.map(({ id }) => id))
    if (unknown.length === 0 && ids.every((id) => /^[a-zA-Z\d]{9}$/.test(id))) return undefined
    return {
      status: 422,
      body: {
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', loc: ['body', ...unknown, ...ids] }] },
        type: 'invalid_request_error',
        code: null,
      },
    }
  },
  answer: (words) =>
    `${chunk({ role: 'assistant', content: '' })}${chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] })}${words.map((text) => chunk({ content: [{ type: 'text', text }] })).join('')}${chunk({ content: '' }, 'stop', { usage: { total_tokens: 3 } })}${DONE}`,
  call: (tool, args) =>
    `${chunk({ tool_calls: [{ id: 'D681PevKs', function: { name: tool, arguments: JSON.stringify(args) }, index: 0 }] }, 'tool_calls')}${DONE}`,
  broken: data({ object: 'error', message: 'Service unavailable', type: 'unreachable_backend', code: '1100' }),
  busy: {
    status: 429,
    body: { object: 'error', message: 'Requests rate limit exceeded', type: 'rate_limited', code: '1300' },
  },
}

export const providers = [openai, anthropic, ollama, vllm, lmStudio, openRouter, groq, mistral] as const

/** Reactions of the peer to the next requests, in order; the last one again and again. */
export type Step =
  | { readonly kind: 'answers'; readonly words: readonly string[] }
  | { readonly kind: 'calls'; readonly tool: string; readonly args: object }
  | { readonly kind: 'breaks'; readonly words: readonly string[] }
  | { readonly kind: 'refuses'; readonly refusal: Refusal }

export type ProviderPeer = Awaited<ReturnType<typeof startProvider>>

/** A server that behaves as the provider does. */
export async function startProvider(provider: Provider) {
  let steps: Step[] = []
  const requests: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as ChatRequest
    const isKnown = request.method === 'POST' && request.url === `${provider.path}/chat/completions`
    const refusal = isKnown ? provider.refuses(body, request.headers) : { status: 404, body: '404 page not found' }
    if (refusal) return refuse(refusal)
    requests.push(body)
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (step?.kind === 'refuses') return refuse(step.refusal)
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' })
    if (step?.kind === 'calls') return response.end(provider.call(step.tool, step.args))
    const whole = provider.answer(step?.words ?? [])
    if (step?.kind === 'answers') return response.end(whole)
    return response.end(whole.slice(0, whole.lastIndexOf('data: ', whole.length - DONE.length - 1)) + provider.broken)

    function refuse({ status, body: refused, retryAfter }: Refusal): void {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      })
      response.end(typeof refused === 'string' ? refused : JSON.stringify(refused))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${provider.path}`,
    /** The requests that were not refused for what is in them. */
    requests,
    env: { AI_API_KEY: KEY, AI_MODEL: 'right' },
    does: (...next: Step[]) => {
      steps = next
      requests.length = 0
    },
    close: () => server.close(),
  }
}
