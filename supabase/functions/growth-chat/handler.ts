import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { contextOf, gatherContext, readRecords, type FounderContext } from '../_shared/founder-context.ts'
import { refusal, type Client, type FunctionContext } from '../_shared/function.ts'
import { modelOf, openAnswer, type ModelRefusal } from '../_shared/model.ts'
import { takeModelTurn } from '../_shared/model-budget.ts'
import { takeTurn } from '../_shared/turns.ts'
import { whoAsks } from '../_shared/who-asks.ts'
import { coachAnswer } from './coach.ts'
import { streamed } from './events.ts'
import { AskAgain, followAnswer, writeAnswer } from './kept-answer.ts'
import { promptOf } from './prompt.ts'
import { isTurn, readChatRequest } from './request.ts'
import { createRunning } from './running.ts'
import { spoken } from './spoken.ts'
import { turnOf, type Beginning, type Begun, type Turn } from './turn.ts'

/** Questions of one founder that are answered, and of one address that is nobody in particular. */
const QUESTIONS = { user: { allowed: 20, seconds: 60 }, anybody: { allowed: 10, seconds: 60 } } as const
/** Times that one founder may stop an answer. */
const STOPS = { allowed: 60, seconds: 60 } as const
/** Answers that are written at once for one asker. */
const AT_ONCE = 3

/** On this server: answers that only their reader waits for, and those that are read again. */
const writing = createRunning(AT_ONCE)
const following = createRunning(10)
const tooMany = () => refusal(429, 'Too many answers at once', { 'Retry-After': '5' })
const tooOften = (seconds: number) =>
  refusal(429, 'Too many messages, try again in a moment', { 'Retry-After': String(seconds) })

/**
 * `POST {messages: [{role, content}], userId, turn?}`: the AI co-founder's answer as an event stream (SPEC section 7).
 * Knows the caller's own records when a user's token is sent; with the public key alone the built-in coach answers in
 * general.
 * With a `turn` the answer is finished and stored even when its reader goes away, and asking again gives it again.
 * `DELETE ?turn=`: ends an answer where it is.
 */
export default async function growthChat(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method === 'DELETE') return stopAnswer(request, context)
  if (request.method !== 'POST') return refusal(405, 'Only POST and DELETE', { Allow: 'POST, DELETE' })
  const chat = readChatRequest(await request.json().catch(() => undefined))
  if (typeof chat === 'string') return refusal(400, chat)
  const asker = await whoAsks(request, context)
  if (asker.kind === 'refused') return refusal(asker.status, asker.reason)
  if (asker.kind === 'user' && chat.userId !== undefined && chat.userId !== asker.id) {
    return refusal(403, 'userId is not the signed-in user')
  }

  if (asker.kind === 'user' && chat.turn !== undefined) {
    const turn = turnOf(context, asker.id, chat.turn, { ...QUESTIONS.user, atOnce: AT_ONCE })
    return answerTurn(context, turn, asker, chat.messages)
  }
  const who = asker.kind === 'user' ? `user:${asker.id}` : `address:${context.clientAddress}`
  const wait = await takeTurn(context, `chat:${who}`, QUESTIONS[asker.kind])
  if (wait > 0) return tooOften(wait)
  const known = asker.kind === 'user' ? gatherContext(context, asker.client, asker.id) : undefined
  known?.catch(() => undefined)
  const founder = asker.kind === 'user' ? asker.id : undefined
  const open: Open = (signal) => openPieces(context, { founder, known }, chat.messages, signal)
  return answerOnce(context, who, request.signal, open)
}

type Open = (signal: AbortSignal) => Promise<Result<AsyncIterable<string>, ModelRefusal>>

/** Who asks: a founder and what is known of them, or a caller without an account. */
interface Asking {
  readonly founder: string | undefined
  readonly known: Promise<FounderContext> | undefined
}

/**
 * The answer in pieces: the model's for a founder, as long as questions of the day are left; the built-in coach's where
 * no model is configured, and for callers without an account, since a model costs money.
 */
async function openPieces(
  context: FunctionContext,
  { founder, known }: Asking,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): ReturnType<Open> {
  const model = modelOf(context)
  if (!model || founder === undefined) {
    return succeed(spoken(coachAnswer(await known, messages, model !== undefined), signal))
  }
  const [turn, records] = await Promise.all([takeModelTurn(context, founder), known])
  if (turn !== 'taken') return fail(usedUp[turn])
  return openAnswer(model, promptOf(records, messages), signal, fetch)
}

/** SPEC section 8. */
const USED_UP = { status: 402, reason: 'AI usage limit reached. Please contact support.' } as const
const usedUp = {
  founder: { ...USED_UP, cause: 'the founder has asked the model AI_QUESTIONS_PER_DAY times within a day' },
  all: { ...USED_UP, cause: 'the model was asked AI_QUESTIONS_PER_DAY_TOTAL times within a day' },
} as const

/** An answer that nobody can come back for: it ends when its reader goes away. */
async function answerOnce(
  { waitUntil }: FunctionContext,
  who: string,
  signal: AbortSignal,
  open: Open,
): Promise<Response> {
  const end = writing.begin(who)
  if (!end) return tooMany()
  const leave = new AbortController()
  const isLeft = AbortSignal.any([signal, leave.signal])
  const answer = await open(isLeft).catch((cause: unknown) => {
    end()
    throw cause
  })
  if (!answer.ok) {
    end()
    return refused(answer.failure)
  }
  return streamed(answer.value, (cause) => {
    end()
    leave.abort()
    if (cause !== undefined) waitUntil(Promise.reject(cause))
  })
}

/** An answer that is finished and stored even without a reader; one that is there already is read again. */
async function answerTurn(
  context: FunctionContext,
  turn: Turn,
  { id, client }: { id: string; client: Client },
  messages: readonly ChatMessage[],
): Promise<Response> {
  // At once, since the founder waits for both; first what takes longer.
  const beginning = turn.begin()
  const records = readRecords(client)
  records.catch(() => undefined)
  const begun = await beginning
  if (begun.state === 'wait') return tooOften(begun.seconds)
  if (begun.state === 'too-many') return tooMany()
  const write = ({ writer, memory }: Beginning) => {
    const question = messages.at(-1)?.content ?? ''
    const known = records.then((read) => contextOf(read, memory ?? ''))
    known.catch(() => undefined)
    const open: Open = (signal) => openPieces(context, { founder: id, known }, messages, signal)
    const answer = writeAnswer({ turn, writer, question, open })
    context.waitUntil(answer.ended)
    return answer
  }
  if (begun.state === 'begun') {
    const { opened, read } = write(begun)
    const refusedBy = await opened
    return refusedBy ? refused(refusedBy) : streamed(read(), () => undefined)
  }

  const end = following.begin(id)
  if (!end) return tooMany()
  const leave = new AbortController()
  return streamed(
    readAgain(turn, begun, leave.signal, (next) => write(next).read()),
    () => {
      end()
      leave.abort()
    },
  )
}

/** What others write, or have written; when they are gone it is written here. */
async function* readAgain(
  turn: Turn,
  begun: Begun,
  signal: AbortSignal,
  write: (begun: Beginning) => AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  for (let next = begun; next.state !== 'stopped'; next = await turn.begin()) {
    if (next.state === 'begun') return yield* write(next)
    if (next.state !== 'running' && next.state !== 'stored') throw new AskAgain()
    if (yield* followAnswer(turn, signal)) return
  }
}

const refused = ({ status, reason }: ModelRefusal): Response => refusal(status, reason)

async function stopAnswer(request: Request, context: FunctionContext): Promise<Response> {
  const turn = new URL(request.url).searchParams.get('turn')
  if (!isTurn(turn)) return refusal(400, 'turn must be a UUID')
  const asker = await whoAsks(request, context)
  if (asker.kind === 'refused') return refusal(asker.status, asker.reason)
  if (asker.kind === 'anybody') return refusal(401, 'Sign in to stop an answer')
  const wait = await takeTurn(context, `stop:user:${asker.id}`, STOPS)
  if (wait > 0) return tooOften(wait)
  await turnOf(context, asker.id, turn, { ...QUESTIONS.user, atOnce: AT_ONCE }).stop()
  return new Response(null, { status: 204 })
}
