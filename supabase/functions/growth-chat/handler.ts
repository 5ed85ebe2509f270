import type { ChatMessage } from '../../../domain/growth-chat.ts'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { contextOf, loadContext, readRecords } from '../_shared/founder-context.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import { refusal, type Client, type FunctionContext } from '../_shared/function.ts'
import type { ModelRefusal } from '../_shared/model.ts'
import { modelOf } from '../_shared/model-settings.ts'
import { openAnswerWithTools } from '../_shared/model-tools.ts'
import { recordModelUsage, sumOf, type TokenUsage } from '../_shared/model-usage.ts'
import { takeModelBudget, type ModelBudget } from '../_shared/model-budget.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { authenticate } from '../_shared/authenticate.ts'
import { Aliases, withAliases } from './aliases.ts'
import { dangerAnswer } from './care/care-answer.ts'
import { dangerIn } from './care/care.ts'
import type { Danger } from './care/danger-phrases.ts'
import { coachAnswer } from './coach.ts'
import { founderQueries } from './founder-queries.ts'
import { escapeMarks } from './escape-marks.ts'
import { eventStreamResponse } from './event-stream.ts'
import { RetryLater, readGrowingAnswer, writeAnswer } from './answer-writer.ts'
import { withBasis, type AnswerReport } from './basis.ts'
import { promptOf } from './prompt.ts'
import { isUuid, parseChatRequest, prefersBasis } from './request.ts'
import { createConcurrencyLimit } from '../_shared/concurrency-limit.ts'
import { toolsOf } from './tools.ts'
import { turnOf, type Beginning, type Begun, type Turn } from './turn.ts'

/** Rate limits of questions: of one founder, and of one address without an account. */
const QUESTIONS = { user: { allowed: 20, seconds: 60 }, anonymous: { allowed: 10, seconds: 60 } } as const
/** Rate limit of stop requests of one founder. */
const STOPS = { allowed: 60, seconds: 60 } as const
/** Concurrent answers for one caller. */
const MAX_CONCURRENT = 3

/** Concurrent answers on this server: unstored ones, and reads of stored ones. */
const concurrency = createConcurrencyLimit(MAX_CONCURRENT)
const reading = createConcurrencyLimit(10)
const tooMany = () => refusal(429, 'Too many answers at once', { 'Retry-After': '5' })
const tooOften = (seconds: number) =>
  refusal(429, 'Too many messages, try again in a moment', { 'Retry-After': String(seconds) })

/**
 * `POST {messages: [{role, content}], userId, turn?, conversation?}`: the AI co-founder's answer as an event stream (SPEC section 7).
 * With a user's token it knows that user's records; with the public key alone the built-in coach answers in
 * general.
 * With a `turn` the answer is completed and stored even when the client disconnects;
 * the same turn returns it again (idempotent). It is stored in the `conversation`, by default the founder's first one.
 * `DELETE ?turn=`: stops an answer.
 */
export default async function growthChat(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method === 'DELETE') return stopAnswer(request, context)
  if (request.method !== 'POST') return refusal(405, 'Only POST and DELETE', { Allow: 'POST, DELETE' })
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  const chat = parseChatRequest(await request.json().catch(() => undefined))
  if (typeof chat === 'string') return refusal(400, chat)
  const danger = dangerIn(chat.messages.at(-1)?.content ?? '')
  const asked = { messages: chat.messages, hasBasis: prefersBasis(request), danger }
  if (caller.kind === 'user' && chat.userId !== undefined && chat.userId !== caller.id) {
    return refusal(403, 'userId is not the signed-in user')
  }

  if (caller.kind === 'user' && chat.turn !== undefined) {
    const limits = { ...QUESTIONS.user, atOnce: MAX_CONCURRENT }
    const counted = { ...limits, countsBudget: danger === undefined }
    const turn = turnOf(context, caller.id, chat.turn, counted, chat.conversation)
    return answerTurn(context, turn, caller, asked)
  }
  if (danger) return helpResponse(danger)
  const who = caller.kind === 'user' ? `user:${caller.id}` : `address:${context.clientAddress}`
  const wait = await checkRateLimit(context, `chat:${who}`, QUESTIONS[caller.kind])
  if (wait > 0) return tooOften(wait)
  const founder = caller.kind === 'user' ? askedWithoutTurn(context, caller) : undefined
  const open: Open = (signal) => openAnswerStream(context, founder, asked, signal)
  return answerOnce(context, who, request.signal, open)
}

/** A founder whose question has no turn: records and budget are requests of their own. */
function askedWithoutTurn(context: FunctionContext, { id, client }: Pick<ChatCaller, 'id' | 'client'>): ChatCaller {
  const known = loadContext(context, client, id)
  known.catch(() => undefined)
  return { id, client, known, takeBudget: () => takeModelBudget(context, id) }
}

type Open = (signal: AbortSignal) => Promise<Result<AsyncIterable<string>, ModelRefusal>>

interface Asked {
  readonly messages: readonly ChatMessage[]
  /** Danger to life: answered at once, by no model, whatever limit is used up. */
  readonly danger: Danger | undefined
  /** Whether a model's answer ends with what it is based on. */
  readonly hasBasis: boolean
}

/** A founder who asks, with what is known of them. */
interface ChatCaller {
  readonly id: string
  readonly client: Client
  readonly known: Promise<FounderContext>
  /** Counts the question to the model, unless its turn was. */
  readonly takeBudget: () => Promise<ModelBudget>
}

/**
 * The pieces of the answer: the model's for a founder within the daily budget; the built-in coach's when no model is
 * configured, and for callers without an account, since a model costs money.
 */
async function openAnswerStream(
  context: FunctionContext,
  caller: ChatCaller | undefined,
  { messages, hasBasis, danger }: Asked,
  signal: AbortSignal,
): ReturnType<Open> {
  if (danger) return succeed(inWords(dangerAnswer[danger]))
  const model = modelOf(context)
  if (!model || !caller) return succeed(inWords(await coachAnswer(caller && (await askingFounder(caller)), messages)))
  const [budget, records] = await Promise.all([caller.takeBudget(), caller.known])
  if (budget !== 'taken') return fail(usedUp[budget])
  const report: AnswerReport = { toolResults: [], finish: '' }
  let usage: TokenUsage | undefined
  const aliases = new Aliases()
  const founder = await askingFounder(caller)
  const tools = withAliases(
    toolsOf(() => founder),
    aliases,
  )
  const answer = await openAnswerWithTools(model, promptOf(records, messages, aliases), tools, signal, fetch, {
    onResult: (result) => report.toolResults.push(result),
    onFinish: (reason) => (report.finish = reason),
    onUsage: (reported) => (usage = sumOf(usage, reported)),
    onToolError: (cause) => context.waitUntil(Promise.reject(cause)),
  })
  if (!answer.ok) return answer
  const recordUsage = () =>
    context.waitUntil(recordModelUsage(context, { founder: caller.id, purpose: 'answer', usage }))
  // Marks last: a reference that is dropped may bring the halves of one together.
  const pieces = escapeMarks(aliases.resolveStream(withEnd(answer.value, recordUsage)))
  return succeed(hasBasis ? withBasis(pieces, records, messages, report) : pieces)
}

/** @param onEnd called when the answer ends in any way */
async function* withEnd(pieces: AsyncIterable<string>, onEnd: () => void): AsyncGenerator<string> {
  try {
    yield* pieces
  } finally {
    onEnd()
  }
}

const askingFounder = async ({ id, client, known }: ChatCaller) => ({
  context: await known,
  queries: founderQueries(client, id),
})

/** Outside every limit and without a store: help must not depend on either. */
const helpResponse = (danger: Danger): Response => eventStreamResponse(inWords(dangerAnswer[danger]), () => undefined)

/** Without a pause: each word goes out as fast as it is read. */
async function* inWords(text: string): AsyncGenerator<string> {
  yield* text.match(/\s*\S+\s*/g) ?? []
}

/** SPEC section 8. */
const USED_UP = { status: 402, reason: 'AI usage limit reached. Please contact support.' } as const
const usedUp = {
  founder: { ...USED_UP, cause: 'the founder has asked the model AI_QUESTIONS_PER_DAY times within a day' },
  all: { ...USED_UP, cause: 'the model was asked AI_QUESTIONS_PER_DAY_TOTAL times within a day' },
} as const

/** An answer without a turn: it is stopped when its client disconnects. */
async function answerOnce(
  { waitUntil }: FunctionContext,
  who: string,
  signal: AbortSignal,
  open: Open,
): Promise<Response> {
  const end = concurrency.acquire(who)
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
  return eventStreamResponse(answer.value, (cause) => {
    end()
    leave.abort()
    if (cause !== undefined) waitUntil(Promise.reject(cause))
  })
}

/** An answer that is completed and stored even without a client; an existing one is read again. */
async function answerTurn(
  context: FunctionContext,
  turn: Turn,
  { id, client }: { id: string; client: Client },
  asked: Asked,
): Promise<Response> {
  // Concurrently, since the founder waits for both; the slower one first.
  const beginning = turn.begin()
  const records = readRecords(client)
  records.catch(() => undefined)
  const begun = await beginning.catch((cause: unknown) => {
    if (asked.danger) return { state: 'too-many' } as const
    throw cause
  })
  if (begun.state === 'wait' || begun.state === 'too-many' || begun.state === 'full' || begun.state === 'many') {
    if (asked.danger) return helpResponse(asked.danger)
    if (begun.state === 'many') return refusal(409, 'There are as many conversations as there may be. Delete one.')
    if (begun.state === 'full') return refusal(413, 'This account is full. Delete what is no longer needed.')
    return begun.state === 'wait' ? tooOften(begun.seconds) : tooMany()
  }
  const write = ({ writer, memory, budget }: Beginning) => {
    const question = asked.messages.at(-1)?.content ?? ''
    const known = records.then((read) => contextOf(read, memory ?? ''))
    known.catch(() => undefined)
    const takeBudget = () => (budget === null ? takeModelBudget(context, id) : Promise.resolve(budget))
    const open: Open = (signal) => openAnswerStream(context, { id, client, known, takeBudget }, asked, signal)
    const answer = writeAnswer({ turn, writer, question, open })
    context.waitUntil(answer.ended)
    return answer
  }
  if (begun.state === 'begun') {
    const { opened, read } = write(begun)
    const refusedBy = await opened
    return refusedBy ? refused(refusedBy) : eventStreamResponse(read(), () => undefined)
  }

  const end = reading.acquire(id)
  if (!end) return tooMany()
  const leave = new AbortController()
  return eventStreamResponse(
    readAgain(turn, begun, leave.signal, (next) => write(next).read()),
    () => {
      end()
      leave.abort()
    },
  )
}

/** Reads the answer that another request writes or has written; writes it here when that one is gone. */
async function* readAgain(
  turn: Turn,
  begun: Begun,
  signal: AbortSignal,
  write: (begun: Beginning) => AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  for (let next = begun; next.state !== 'stopped'; next = await turn.begin()) {
    if (next.state === 'begun') return yield* write(next)
    if (next.state !== 'running' && next.state !== 'stored') throw new RetryLater()
    if (yield* readGrowingAnswer(turn, signal)) return
  }
}

const refused = ({ status, reason, error }: ModelRefusal): Response =>
  refusal(status, reason, error?.retryAfter === undefined ? undefined : { 'Retry-After': String(error.retryAfter) })

async function stopAnswer(request: Request, context: FunctionContext): Promise<Response> {
  const turn = new URL(request.url).searchParams.get('turn')
  if (!isUuid(turn)) return refusal(400, 'turn must be a UUID')
  const caller = await authenticate(request, context)
  if (caller.kind === 'refused') return refusal(caller.status, caller.reason)
  if (caller.kind === 'anonymous') return refusal(401, 'Sign in to stop an answer')
  const wait = await checkRateLimit(context, `stop:user:${caller.id}`, STOPS)
  if (wait > 0) return tooOften(wait)
  await turnOf(context, caller.id, turn, { ...QUESTIONS.user, atOnce: MAX_CONCURRENT, countsBudget: false }).stop()
  return new Response(null, { status: 204 })
}
