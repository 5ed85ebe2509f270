import type { Result } from '../../../domain/result.ts'
import { LONGEST_ANSWER, type ModelRefusal } from '../_shared/model.ts'
import { pause } from '../_shared/pause.ts'
import type { Turn } from './turn.ts'

/** Milliseconds between two times that what has been written is kept, and that it is asked whether to go on. */
const KEEP_MS = 500
/** Milliseconds between two looks at an answer that is written elsewhere. */
const LOOK_MS = 300
/** Milliseconds after which an answer that cannot be looked at is to be asked for again. */
const BLIND_MS = 10_000
/** Milliseconds before each further try to store an answer while the database is away. */
const STORE_AGAIN_MS = [200, 500, 1000, 2000] as const

/** The answer may be had by asking again: its stream is cut, as a lost connection cuts it. */
export class AskAgain extends Error {
  override readonly name = 'AskAgain'
}

export interface Writing {
  readonly turn: Turn
  /** Who this writer is to the turn. */
  readonly writer: string
  readonly question: string
  readonly open: (signal: AbortSignal) => Promise<Result<AsyncIterable<string>, ModelRefusal>>
}

/** `lost`: by now it is another one's to write, or it cannot be stored. */
type Ending = { readonly kind: 'stored' | 'lost' } | { readonly kind: 'failed'; readonly cause: unknown }

/**
 * Writes an answer to its end and stores it, whether anybody reads it or not.
 * - `opened`: why the model refuses; undefined once it has begun to answer
 * - `read`: the answer as it grows, for one reader
 * - `ended`: when nothing is left to do; rejects with what the operator should know
 */
export function writeAnswer({ turn, writer, question, open }: Writing) {
  const stop = new AbortController()
  let text = ''
  /** Why it is ended early: the founder wants it, or the turn is another one's by now. */
  let early: 'stopped' | 'lost' | undefined
  let ending: Ending | undefined
  let wake = () => {}
  let tellOpened: (refusal: ModelRefusal | undefined) => void
  const opened = new Promise<ModelRefusal | undefined>((resolve) => (tellOpened = resolve))

  async function write(): Promise<Ending> {
    try {
      const answer = await open(stop.signal)
      if (!early) tellOpened(answer.ok ? undefined : answer.failure)
      if (!answer.ok) throw new Error(answer.failure.cause)
      for await (const piece of answer.value) {
        text = (text + piece).slice(0, LONGEST_ANSWER)
        wake()
        if (early || text.length === LONGEST_ANSWER) break
      }
    } catch (cause) {
      if (early) return early === 'lost' ? { kind: 'lost' } : store(turn, writer, question, text)
      await turn.end(writer, '', '').catch(() => undefined)
      return { kind: 'failed', cause }
    }
    return early === 'lost' ? { kind: 'lost' } : store(turn, writer, question, text)
  }

  /** Keeps what has been written so far, until all is. */
  async function keep(): Promise<void> {
    for (await pause(KEEP_MS); !ending; await pause(KEEP_MS)) {
      // While the database is away, it goes on.
      const goesOn = await turn.grow(writer, storable(whole(text))).catch(() => true)
      if (goesOn === true || ending) continue
      early ??= goesOn === false ? 'stopped' : 'lost'
      stop.abort()
    }
  }

  const ended = write().then((how) => {
    ending = how
    tellOpened(undefined)
    wake()
    if (how.kind === 'failed') throw how.cause
  })
  void keep()

  async function* read(): AsyncGenerator<string, void> {
    let shown = 0
    while (shown < text.length || !ending) {
      if (shown < text.length) yield text.slice(shown, (shown = text.length))
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    if (ending.kind === 'failed') throw ending.cause
    if (ending.kind === 'lost') throw new AskAgain()
  }

  return { opened, read, ended }
}

async function store(turn: Turn, writer: string, question: string, text: string): Promise<Ending> {
  for (let attempt = 0; ; attempt++) {
    try {
      const isMine = await turn.end(writer, storable(question), storable(text))
      return { kind: isMine ? 'stored' : 'lost' }
    } catch {
      const wait = STORE_AGAIN_MS[attempt]
      if (wait === undefined) return { kind: 'lost' }
      await pause(wait)
    }
  }
}

/**
 * An answer that is complete, or that is written elsewhere, from its beginning.
 * @returns whether it is complete; false when nobody writes it any more, and nothing of it has been shown
 * @throws {AskAgain} when nobody does, and some of it has been shown
 */
export async function* followAnswer(turn: Turn, signal: AbortSignal): AsyncGenerator<string, boolean> {
  let shown = 0
  let firstSeen: string | undefined
  let lookedAt = performance.now()
  while (!signal.aborted) {
    const answer = await turn.read().catch(() => 'unknown' as const)
    if (answer === 'unknown') {
      if (performance.now() - lookedAt > BLIND_MS) throw new AskAgain()
    } else {
      lookedAt = performance.now()
      if (!answer && shown === 0) return false
      // It has failed or its writer is gone, or it has begun anew: who asks again gets the whole of it.
      if (!answer || answer.text.length < shown) throw new AskAgain()
      firstSeen ??= answer.changed_at
      // Nothing is shown of an answer whose writer may be gone: the next one may write another.
      const isAlive = answer.is_complete || answer.changed_at !== firstSeen
      if (isAlive && answer.text.length > shown) yield answer.text.slice(shown, (shown = answer.text.length))
      if (answer.is_complete) return true
    }
    await pause(LOOK_MS)
  }
  return true
}

/** Without half a character at the end, the rest of which is to come. */
const whole = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

/** What PostgreSQL can hold of a text: no zero bytes, no halves of a character. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')
