import * as z from 'zod/mini'
import { truncate } from '../../../domain/truncate.ts'

/** Characters of an error response that are read, and of its message that are kept. */
const MAX_BODY = 16_000
const MAX_MESSAGE = 500
/** Seconds, a day: a longer pause is passed on as this one. */
const MAX_RETRY_AFTER = 86_400

/** Why a model's server refuses a request. */
export interface ModelError {
  readonly status: number
  /** The server's own code or type, safe for a log: `unsupported_parameter`. */
  readonly code: string
  /** The server's own sentence. It may repeat what was asked, so it goes to no log. */
  readonly message: string
  /** Seconds of `Retry-After`, if the server says. */
  readonly retryAfter: number | undefined
}

const nameSchema = z.nullish(z.union([z.string(), z.number()]))
const detailSchema = z.object({
  // Mistral and FastAPI send a list of what is wrong.
  message: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
  code: nameSchema,
  type: nameSchema,
  param: nameSchema,
})

/**
 * The body in the form that this server uses: an error within, or the error itself.
 * @param apiKey what the request was sent with
 */
export async function readModelError(response: Response, now: number, apiKey: string | undefined): Promise<ModelError> {
  const body = parsed(await beginningOf(response).catch(() => ''))
  const error = (body as { error?: unknown } | null)?.error ?? body
  const { data } = detailSchema.safeParse(error)
  return {
    status: response.status,
    code: codeOf(error, apiKey),
    message: truncate(inWords(data?.message ?? data?.detail ?? error), MAX_MESSAGE),
    retryAfter: secondsOf(response.headers.get('Retry-After'), now),
  }
}

const inWords = (message: unknown): string =>
  typeof message === 'string' ? message : message === null ? '' : JSON.stringify(message)

/** The first characters of a body, whatever its length. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= MAX_BODY) break
  }
  return truncate(text, MAX_BODY)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The code of an error in any of the known forms: `unsupported_parameter max_tokens`. Never its message, nor the API key that a
 * server may repeat.
 */
export function codeOf(error: unknown, apiKey: string | undefined): string {
  const { data } = detailSchema.safeParse(error)
  const names = [data?.code ?? data?.type, data?.param].flatMap((name) => name ?? []).map(String)
  return (
    names
      .filter((name) => !apiKey || !nameIn(name).includes(nameIn(apiKey)))
      .map(nameIn)
      .join(' ')
      .slice(0, 80) || 'without a code'
  )
}

const nameIn = (text: string): string => text.replaceAll(/[^\w.-]/g, '')

/** `Retry-After` in either form of RFC 9110 section 10.2.3. */
function secondsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_RETRY_AFTER) : undefined
}
