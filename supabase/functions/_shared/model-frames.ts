import * as z from 'zod/mini'
import type { AnswerFrame } from '../../../domain/answer-stream.ts'
import { codeOf } from './model-error.ts'
import type { TokenUsage } from './model-usage.ts'

/** The model's server reported an error after the answer had started. */
export class ModelStreamError extends Error {
  override readonly name = 'ModelStreamError'
}

/** Mistral's reasoning models send a list of parts: `thinking`, which is not shown, and `text`. */
const partSchema = z.object({ type: z.string(), text: z.nullish(z.string()) })

const frameSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.nullish(
        z.object({
          // Reasoning in fields of its own (`reasoning`, `reasoning_content`) is not read.
          content: z.nullish(z.union([z.string(), z.array(partSchema)])),
          tool_calls: z.nullish(z.array(z.unknown())),
        }),
      ),
      finish_reason: z.nullish(z.string()),
    }),
  ),
})

/** Others count as not reported: the sum of an answer's four responses is stored as an integer of four bytes. */
const tokens = z.int().check(z.nonnegative(), z.maximum(5e8))
const tokensSchema = z.object({ prompt_tokens: tokens, completion_tokens: tokens })
/** Groq has an own place for them. */
const usageSchema = z.object({
  usage: z.nullish(z.unknown()),
  x_groq: z.nullish(z.object({ usage: z.nullish(z.unknown()) })),
})

const errorSchema = z.object({ error: z.unknown() })

/** Notified of what the frames of a response hold besides text. */
export interface FrameListener {
  /** Called with every piece of a call to a tool, unchecked. */
  readonly onToolCall?: ((piece: unknown) => void) | undefined
  /** Called with why the response ends: `stop`, `tool_calls`, or `length` at the limit of tokens. */
  readonly onFinish?: ((reason: string) => void) | undefined
  /** Called with the tokens of the response so far: some servers report them in each frame. */
  readonly onUsage?: ((usage: TokenUsage) => void) | undefined
}

/**
 * Reads the frames of one response of a model.
 * @param apiKey what the request was sent with
 * @returns reads one frame; throws `ModelStreamError` for an error in the stream, and when reasoning used up all tokens
 */
export function createFrameReader(
  { onToolCall, onFinish, onUsage }: FrameListener,
  apiKey?: string,
): (frame: unknown) => AnswerFrame {
  let isEmpty = true
  return (frame) => {
    // OpenRouter adds `choices` to an error, the others send it alone.
    const { data: failed } = errorSchema.safeParse(frame)
    if (failed?.error)
      throw new ModelStreamError(`the model ended the answer with an error: ${codeOf(failed.error, apiKey)}`)
    const usage = usageOf(frame)
    if (usage) onUsage?.(usage)
    const [choice] = frameSchema.parse(frame).choices
    const { content, tool_calls: calls } = choice?.delta ?? {}
    const text = typeof content === 'string' ? content : (content ?? []).map(textOf).join('')
    if (text !== '' || calls?.length) isEmpty = false
    if (onToolCall) calls?.forEach(onToolCall)
    if (choice?.finish_reason === 'error') throw new ModelStreamError('the model ended the answer with an error')
    if (choice?.finish_reason === 'length' && isEmpty)
      throw new ModelStreamError('the model used AI_MAX_TOKENS before the first word of its answer')
    if (choice?.finish_reason) onFinish?.(choice.finish_reason)
    return { text, isLast: Boolean(choice?.finish_reason) }
  }
}

function usageOf(frame: unknown): TokenUsage | undefined {
  const { data } = usageSchema.safeParse(frame)
  const { data: tokens } = tokensSchema.safeParse(data?.usage ?? data?.x_groq?.usage)
  return tokens && { input: tokens.prompt_tokens, output: tokens.completion_tokens }
}

const textOf = ({ type, text }: z.infer<typeof partSchema>): string => (type === 'text' ? (text ?? '') : '')

const [THINK, END_OF_THINKING] = ['<think>', '</think>']

/** Leaves out reasoning that a server without a parser for it sends at the beginning of the text, between `<think>` tags. */
export async function* withoutThinking(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let state: 'before' | 'thinking' | 'after' | 'answer' = 'before'
  let held = ''
  for await (const piece of pieces) {
    if (state === 'answer') {
      yield piece
      continue
    }
    held += piece
    if (state === 'before') {
      held = held.trimStart()
      if (held.startsWith(THINK)) [state, held] = ['thinking', held.slice(THINK.length)]
      else if (!THINK.startsWith(held)) state = 'answer'
    }
    if (state === 'thinking') {
      const end = held.indexOf(END_OF_THINKING)
      if (end >= 0) [state, held] = ['after', held.slice(end + END_OF_THINKING.length)]
      // Keep a possible beginning of the end tag.
      else held = held.slice(1 - END_OF_THINKING.length)
    }
    if (state === 'after') {
      held = held.trimStart()
      if (held !== '') state = 'answer'
    }
    if (state === 'answer') {
      yield held
      held = ''
    }
  }
  // An answer as short as the beginning of the tag.
  if (state === 'before' && held !== '') yield held
}
