import type { FunctionContext } from './function.ts'

/** Default timeouts of the model, seconds: to the first byte, and for the whole answer. */
const LIMITS = { firstByte: 30, wholeAnswer: 120 } as const
/** Tokens of one answer, and characters of one request: records take at most 24,000 of them. */
const MAX_TOKENS = 2000
const REQUEST_CHARACTERS = 80_000

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
  /** Prices of a million tokens; undefined when they are not set. */
  readonly dollarsPerMillion: { readonly input: number; readonly output: number } | undefined
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
    dollarsPerMillion: pricesOf(env),
  }
}

function pricesOf({ AI_PRICE_INPUT: input, AI_PRICE_OUTPUT: output }: FunctionContext['env']) {
  return input && output ? { input: Number(input), output: Number(output) } : undefined
}
