import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { gatherContext } from '../_shared/founder-context.ts'
import { refusal, type FunctionContext } from '../_shared/function.ts'
import { takeTurn } from '../_shared/turns.ts'
import { whoAsks, type Asker } from '../_shared/who-asks.ts'
import { coachAnswer } from './coach.ts'
import { delta, DONE, streamed } from './events.ts'
import { askModel, type Model } from './model.ts'
import { promptOf } from './prompt.ts'
import { readChatRequest } from './request.ts'

/** Turns of one founder, and of one address that is nobody in particular. */
const TURNS = { user: { allowed: 20, seconds: 60 }, anybody: { allowed: 10, seconds: 60 } } as const
/** Answers that one founder may have running at once, on one server. */
const MOST_STREAMS = 3
/** Milliseconds between words of the built-in coach: as fast as one reads. */
const WORD_MS = 12
const COACH_LIMIT_MS = 60_000

const running = new Map<string, number>()

/**
 * `POST {messages: [{role, content}], userId}`: the AI co-founder's answer as an event stream (SPEC section 7). Knows
 * the caller's own records when a user's token is sent; with the public key alone it answers in general.
 */
export default async function growthChat(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Only POST', { Allow: 'POST' })
  const chat = readChatRequest(await request.json().catch(() => undefined))
  if (typeof chat === 'string') return refusal(400, chat)
  const asker = await whoAsks(request, context)
  if (asker.kind === 'refused') return refusal(asker.status, asker.reason)
  if (asker.kind === 'user' && chat.userId !== undefined && chat.userId !== asker.id) {
    return refusal(403, 'userId is not the signed-in user')
  }
  const who = asker.kind === 'user' ? `user:${asker.id}` : `address:${context.clientAddress}`
  const wait = await takeTurn(context, `chat:${who}`, TURNS[asker.kind])
  if (wait > 0) return refusal(429, 'Too many messages, try again in a moment', { 'Retry-After': String(wait) })
  if ((running.get(who) ?? 0) >= MOST_STREAMS) return refusal(429, 'Too many answers at once', { 'Retry-After': '5' })
  return counted(who, () => answer(request, context, asker, chat.messages))
}

async function answer(
  request: Request,
  context: FunctionContext,
  asker: Exclude<Asker, { kind: 'refused' }>,
  messages: readonly ChatMessage[],
): Promise<Response> {
  const known = asker.kind === 'user' ? await gatherContext(context, asker.client, asker.id) : undefined
  const model = modelOf(context)
  if (model) return askModel(model, promptOf(known, messages), request.signal, fetch)
  let isStopped = false
  const stop = () => (isStopped = true)
  const words = coachAnswer(known, messages.at(-1)?.content ?? '').match(/\S+\s*/g) ?? []
  return streamed(
    spoken(words, () => isStopped),
    stop,
    COACH_LIMIT_MS,
  )
}

function modelOf({ env }: FunctionContext): Model | undefined {
  const baseUrl = env['AI_BASE_URL']
  return baseUrl ? { baseUrl, apiKey: env['AI_API_KEY'], name: env['AI_MODEL'] } : undefined
}

async function* spoken(words: readonly string[], isStopped: () => boolean): AsyncGenerator<string> {
  for (const word of words) {
    if (isStopped()) return
    yield delta(word)
    await new Promise((resolve) => setTimeout(resolve, WORD_MS))
  }
  yield DONE
}

/** Counts the answer as running from before its first byte until its last one is read or its reader has gone. */
async function counted(who: string, answering: () => Promise<Response>): Promise<Response> {
  running.set(who, (running.get(who) ?? 0) + 1)
  const done = (): void => {
    const left = (running.get(who) ?? 1) - 1
    if (left > 0) running.set(who, left)
    else running.delete(who)
  }
  let response: Response
  try {
    response = await answering()
  } catch (error) {
    done()
    throw error
  }
  if (!response.ok || !response.body) {
    done()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done: isDone } = await reader.read()
      if (value) return controller.enqueue(value)
      if (isDone) {
        done()
        controller.close()
      }
    },
    async cancel(reason) {
      done()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
