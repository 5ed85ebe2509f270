import * as z from 'zod/mini'
import { succeed, type Result } from '../../../domain/result.ts'
import { truncate, withoutMiddle } from '../../../domain/truncate.ts'
import {
  AnswerTimeout,
  openAnswer,
  trimHistory,
  type ModelMessage,
  type ModelRefusal,
  type ToolCall,
  type ToolMessage,
} from './model.ts'
import type { Model } from './model-settings.ts'
import type { TokenUsage } from './model-usage.ts'
import { storable } from './storable.ts'

/** A function that a model may call while it answers. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, an object. */
  readonly parameters: object
  /** @returns data, or the error for the model. An exception is an error for the model as well. */
  run(args: unknown): Promise<unknown>
}

/** Requests of one answer that may call tools; one more may not, so that it answers. */
const MAX_ROUNDS = 3
/** Calls of one answer, and characters of one result, where a request has room for them. */
const MAX_CALLS = 6
const MAX_RESULT_CHARACTERS = 8000
/** Characters of one result that a request has in any case. */
const MIN_RESULT_CHARACTERS = 200
/** Characters of a call's arguments, and of the text before calls that the next request repeats. */
const MAX_REPEATED_CHARACTERS = 1000
/** Characters of a tool's name, and of a call's id: far more than any has. */
const MAX_NAME_CHARACTERS = 100

/** Behind a result that is cut. */
const CUT = '… (cut: ask for a shorter span)'

/** Status codes of a model's server that does not know tools. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 404, 405, 415, 422, 501])

/** Notified of what happens while a model answers. */
export interface AnswerListener {
  /** Called with the result of each call, as the model gets it. */
  readonly onResult?: (result: string) => void
  /** Called with the exception of a tool; the answer continues. */
  readonly onToolError?: (cause: unknown) => void
  /** Called at the end of each response, with why it ends; the last one is the answer's. */
  readonly onFinish?: (reason: string) => void
  /** Called with the tokens of each response, if the server reports them. */
  readonly onUsage?: (usage: TokenUsage) => void
}

/**
 * Like `openAnswer`, with tools. A request that the model's server refuses with tools is sent once more without them; the
 * next answer tries them again.
 */
export async function openAnswerWithTools(
  model: Model,
  messages: readonly ModelMessage[],
  tools: readonly Tool[],
  signal: AbortSignal,
  fetchModel: typeof fetch,
  listener: AnswerListener = {},
): Promise<Result<AsyncIterable<string>, ModelRefusal>> {
  // One deadline for all requests of the answer.
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new AnswerTimeout('The answer took too long')),
    model.seconds.wholeAnswer * 1000,
  )
  const inTime = AbortSignal.any([signal, deadline.signal])
  const schemas = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  const calls = new ToolCalls()
  const { onFinish, onUsage } = listener
  const first = await openAnswer(model, messages, inTime, fetchModel, {
    tools: schemas,
    onToolCall: calls.add,
    onFinish,
    onUsage,
  })
  if (!first.ok) {
    clearTimeout(timer)
    const { error } = first.failure
    return REFUSALS.has(error?.status) ? openAnswer(model, messages, signal, fetchModel, { onFinish, onUsage }) : first
  }

  async function* answer(opened: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      const turns: ToolMessage[] = []
      let left = MAX_CALLS
      let room = model.requestCharacters - lengthOf(trimHistory(messages, 0))
      for (let round = 1; ; round++) {
        let text = ''
        for await (const piece of opened) {
          text += piece
          yield piece
        }
        const made = calls.take().slice(0, left)
        if (made.length === 0 || round > MAX_ROUNDS) return
        const said = storable(withoutMiddle(text, MAX_REPEATED_CHARACTERS))
        const calling = { role: 'assistant', content: said || null, tool_calls: made } as const
        room -= lengthOf([calling])
        const most = Math.min(
          Math.max(Math.floor(room / left) - CUT.length, MIN_RESULT_CHARACTERS),
          MAX_RESULT_CHARACTERS,
        )
        const results = await Promise.all(made.map((call) => resultOf(call, tools, most, listener)))
        results.forEach((result) => listener.onResult?.(result))
        const given = made.map(({ id }, index) => ({
          role: 'tool' as const,
          tool_call_id: id,
          content: results[index] ?? '',
        }))
        room -= lengthOf(given)
        left -= made.length
        turns.push(calling, ...given)
        const isLast = round === MAX_ROUNDS || left === 0
        const asked = await openAnswer(model, messages, inTime, fetchModel, {
          turns,
          onFinish,
          onUsage,
          // The last request names the tools too, since some servers refuse their results otherwise.
          tools: schemas,
          ...(isLast ? { toolChoice: 'none' } : { onToolCall: calls.add }),
        })
        const isRefused = !asked.ok && REFUSALS.has(asked.failure.error?.status)
        const next = isRefused
          ? await openAnswer(model, messages, inTime, fetchModel, { turns, onFinish, onUsage })
          : asked
        if (!next.ok)
          throw deadline.signal.aborted ? new AnswerTimeout('The answer took too long') : new Error(next.failure.cause)
        if (text !== '' && !/\s$/.test(text)) yield '\n\n'
        opened = next.value
      }
    } finally {
      clearTimeout(timer)
    }
  }
  return succeed(answer(first.value))
}

/** Characters that a model reads of messages. */
const lengthOf = (messages: readonly (ModelMessage | ToolMessage)[]): number =>
  messages.reduce(
    (sum, message) =>
      sum + (message.content?.length ?? 0) + ('tool_calls' in message ? JSON.stringify(message.tool_calls).length : 0),
    0,
  )

/** A piece of a call, as the API streams it. */
const pieceSchema = z.object({
  index: z.nullish(z.number()),
  id: z.nullish(z.string()),
  function: z.nullish(
    z.object({
      name: z.nullish(z.string()),
      // Some servers send an object at once instead of a text in pieces.
      arguments: z.nullish(z.union([z.string(), z.record(z.string(), z.unknown())])),
    }),
  ),
})

/** Puts calls together that arrive in pieces. */
class ToolCalls {
  #calls: { id: string; name: string; args: string }[] = []
  #places: (number | undefined)[] = []

  /** @throws when the piece has another form: the answer is interrupted, as by any unknown frame */
  readonly add = (piece: unknown): void => {
    const { index, id: given, function: called } = pieceSchema.parse(piece)
    const id = truncate(given ?? '', MAX_NAME_CHARACTERS)
    // Mistral accepts an id of nine letters and digits alone.
    const place = this.#placeOf(index ?? undefined, id)
    const call = (this.#calls[place] ??= { id: id || `call0000${place}`, name: '', args: '' })
    call.name = truncate(call.name + (called?.name ?? ''), MAX_NAME_CHARACTERS)
    const args = called?.arguments ?? ''
    call.args = truncate(call.args + (typeof args === 'string' ? args : JSON.stringify(args)), MAX_REPEATED_CHARACTERS)
  }

  /**
   * A call has the place of its index; without an index, or with that of another id, it is a new one. All beyond the limit
   * have the place behind the last one, whose call is not made.
   */
  #placeOf(index: number | undefined, id: string): number {
    const known = this.#places.findLastIndex((place) => place === index)
    const isNew = known < 0 || (id !== '' && this.#calls[known]?.id !== id)
    if (!isNew) return known
    return this.#places.length <= MAX_CALLS ? this.#places.push(index) - 1 : this.#places.length - 1
  }

  take(): ToolCall[] {
    const calls = this.#calls.map(({ id, name, args }) => ({
      // Half a character would be refused by some servers.
      id: storable(id),
      type: 'function' as const,
      function: { name: storable(name), arguments: storable(args) || '{}' },
    }))
    this.#calls = []
    this.#places = []
    return calls
  }
}

async function resultOf(
  { function: { name, arguments: args } }: ToolCall,
  tools: readonly Tool[],
  most: number,
  { onToolError }: AnswerListener,
): Promise<string> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return JSON.stringify({ error: `There is no tool ${truncate(name, 50)}` })
  let given: unknown
  try {
    given = JSON.parse(args)
  } catch {
    return JSON.stringify({ error: 'The arguments are not JSON' })
  }
  const data = await tool.run(given).catch((cause: unknown) => {
    const error = dataError(cause)
    if (error === undefined) onToolError?.(cause)
    return { error: error ?? 'The records cannot be read at the moment' }
  })
  const result = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return result.length > most ? `${truncate(result, most)}${CUT}` : result
}

/** PostgreSQL's message about invalid data, such as the day 2026-11-31: its SQLSTATE is of class 22. */
function dataError(cause: unknown): string | undefined {
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return typeof code === 'string' && /^22[\dA-Z]{3}$/.test(code) && typeof message === 'string'
    ? truncate(message, 200)
    : undefined
}
