import type { Result } from '../../../domain/result.ts'
import { truncate, withoutHalfCharacter } from '../../../domain/truncate.ts'
import { MAX_ANSWER_CHARACTERS, type ModelRefusal } from '../_shared/model.ts'
import { pause } from '../_shared/pause.ts'
import { storable } from '../_shared/storable.ts'
import type { Turn } from './turn.ts'

/** Milliseconds between two saves of the partial answer, which also check whether to continue. */
const SAVE_INTERVAL_MS = 500
/** Milliseconds between two polls of an answer that another server writes. */
const POLL_INTERVAL_MS = 300
/** Milliseconds without a successful poll before the client has to retry. */
const POLL_TIMEOUT_MS = 10_000
/** Milliseconds before each retry of storing an answer while the database is unavailable. */
const STORE_RETRY_MS = [200, 500, 1000, 2000] as const

/** The client has to retry with the same turn: the stream is cut, as by a lost connection. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
}

export interface AnswerRequest {
  readonly turn: Turn
  /** The writer's claim on the turn. */
  readonly writer: string
  readonly question: string
  readonly open: (signal: AbortSignal) => Promise<Result<AsyncIterable<string>, ModelRefusal>>
}

/** `lost`: another writer has the turn by now, or it cannot be stored. */
type Ending = { readonly kind: 'stored' | 'lost' } | { readonly kind: 'failed'; readonly cause: unknown }

/**
 * Writes an answer to its end and stores it, with or without a client.
 * - `opened`: why the model refuses; undefined once the answer has started
 * - `read`: the answer as it grows, for one client
 * - `ended`: resolves at the end; rejects with what the operator should know
 */
export function writeAnswer({ turn, writer, question, open }: AnswerRequest) {
  const stop = new AbortController()
  let text = ''
  /** Why it is stopped early: the founder stopped it, or another writer has the turn. */
  let early: 'stopped' | 'lost' | undefined
  let ending: Ending | undefined
  let wake = () => {}
  let resolveOpened: (refusal: ModelRefusal | undefined) => void
  const opened = new Promise<ModelRefusal | undefined>((resolve) => (resolveOpened = resolve))

  async function write(): Promise<Ending> {
    try {
      const answer = await open(stop.signal)
      if (!early) resolveOpened(answer.ok ? undefined : answer.failure)
      if (!answer.ok) throw new Error(answer.failure.cause)
      for await (const piece of answer.value) {
        const grown = text + piece
        text = truncate(grown, MAX_ANSWER_CHARACTERS)
        wake()
        if (early || grown.length >= MAX_ANSWER_CHARACTERS) break
      }
    } catch (cause) {
      if (early) return early === 'lost' ? { kind: 'lost' } : store(turn, writer, question, text)
      await turn.end(writer, '', '').catch(() => undefined)
      return { kind: 'failed', cause }
    }
    return early === 'lost' ? { kind: 'lost' } : store(turn, writer, question, text)
  }

  /** Saves the partial answer at intervals until it is complete. */
  async function savePeriodically(): Promise<void> {
    for (await pause(SAVE_INTERVAL_MS); !ending; await pause(SAVE_INTERVAL_MS)) {
      // Continues while the database is unavailable.
      const shouldContinue = await turn.grow(writer, storable(withoutHalfCharacter(text))).catch(() => true)
      if (shouldContinue === true || ending) continue
      early ??= shouldContinue === false ? 'stopped' : 'lost'
      stop.abort()
    }
  }

  const ended = write().then((how) => {
    ending = how
    resolveOpened(undefined)
    wake()
    if (how.kind === 'failed') throw how.cause
  })
  void savePeriodically()

  async function* read(): AsyncGenerator<string, void> {
    let shown = 0
    while (shown < text.length || !ending) {
      if (shown < text.length) yield text.slice(shown, (shown = text.length))
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    if (ending.kind === 'failed') throw ending.cause
    if (ending.kind === 'lost') throw new RetryLater()
  }

  return { opened, read, ended }
}

async function store(turn: Turn, writer: string, question: string, text: string): Promise<Ending> {
  for (let attempt = 0; ; attempt++) {
    try {
      const isMine = await turn.end(writer, storable(question), storable(text))
      return { kind: isMine ? 'stored' : 'lost' }
    } catch {
      const wait = STORE_RETRY_MS[attempt]
      if (wait === undefined) return { kind: 'lost' }
      await pause(wait)
    }
  }
}

/**
 * An answer that is complete, or that another server writes, from its start.
 * @returns whether it is complete; false when it has no writer any more and none of it was sent
 * @throws {RetryLater} when it has no writer any more and some of it was sent
 */
export async function* readGrowingAnswer(turn: Turn, signal: AbortSignal): AsyncGenerator<string, boolean> {
  let shown = 0
  let firstSeen: string | undefined
  let lookedAt = performance.now()
  while (!signal.aborted) {
    const answer = await turn.read().catch(() => 'unknown' as const)
    if (answer === 'unknown') {
      if (performance.now() - lookedAt > POLL_TIMEOUT_MS) throw new RetryLater()
    } else {
      lookedAt = performance.now()
      if (!answer && shown === 0) return false
      // The answer failed, its writer is gone, or it was restarted: a retry returns the whole answer.
      if (!answer || answer.text.length < shown) throw new RetryLater()
      firstSeen ??= answer.changed_at
      // Sends nothing of an answer whose writer may be gone: the next one may write another.
      const isAlive = answer.is_complete || answer.changed_at !== firstSeen
      if (isAlive && answer.text.length > shown) yield answer.text.slice(shown, (shown = answer.text.length))
      if (answer.is_complete) return true
    }
    await pause(POLL_INTERVAL_MS)
  }
  return true
}
