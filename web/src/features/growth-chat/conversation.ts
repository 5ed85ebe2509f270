import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { readDraft, writeDraft } from '../../lib/drafts.ts'
import { texts } from '../../lib/texts.ts'
import { toastError } from '../../lib/toasts.ts'
import { newUuid } from '../../lib/uuid.ts'
import type { Ask } from './ask.ts'
import type { History, StoredMessage } from './history.ts'
import { keepReturned, takeReturned } from './returned-turn.ts'
import { toSend } from './to-send.ts'

/** A question of this tab and its answer, until both are read from where the server stores them. */
export interface Turn {
  readonly id: string
  readonly question: string
  /** As far as it is written. */
  readonly answer: string
  readonly state: 'answering' | 'stopping' | 'answered'
  /** When it was asked: an ISO moment. */
  readonly at: string
}

/** What is kept of a turn, so that it can be asked for again. */
interface Kept extends Pick<Turn, 'id' | 'question' | 'at'> {
  /** It was given back before. */
  readonly isAgain?: boolean
}

interface ConversationNeeds {
  user: string
  ask: Ask
  /** Ends an answer where it is. @throws when the server cannot be told */
  stop: (turn: string) => Promise<void>
  history: History
}

/** Milliseconds for a stream to end by itself once its answer is stopped. */
const ENDING_MS = 2000

export const isAnswering = (turns: readonly Turn[]) => turns.some(({ state }) => state !== 'answered')

/** Whether `stored` holds a turn. */
export const holds = (stored: readonly StoredMessage[], { id }: Pick<Turn, 'id'>) =>
  stored.some(({ turn }) => turn === id)

export type Conversation = ReturnType<typeof createConversation>

/**
 * A founder's conversation with the AI, as far as this tab has to do with it. It lives outside the screen, so that an
 * answer goes on being shown when the founder has looked elsewhere; a question is kept from before it is sent until it
 * is answered, so that a reload of the tab asks for the same answer again.
 */
export function createConversation({ user, ask, stop, history }: ConversationNeeds) {
  const listeners = new Set<() => void>()
  let turns: readonly Turn[] = []
  const leave = new AbortController()
  let giveUp = new AbortController()

  const set = (next: readonly Turn[]) => {
    turns = next
    for (const listener of listeners) listener()
  }
  const change = (id: string, to: Partial<Turn>) =>
    set(turns.map((turn) => (turn.id === id ? { ...turn, ...to } : turn)))
  const forget = ({ id }: Kept) => {
    writeDraft(user, 'chat-turn', null)
    set(turns.filter((turn) => turn.id !== id))
  }
  const wasStopped = (id: string) => turns.some((turn) => turn.id === id && turn.state === 'stopping')

  /** The words return to the box, before whatever was typed since. */
  const takeBack = (kept: Kept) => {
    forget(kept)
    writeDraft(user, 'chat', [kept.question, readDraft(user, 'chat', '')].filter(Boolean).join('\n'))
  }

  /** Asked again in the same words it is the same turn then: perhaps the server has got it, and its answer. */
  const takeBackUnsure = async (kept: Kept) => {
    takeBack(kept)
    keepReturned(user, kept)
    await history.refetch()
  }

  const tell = (message: string) =>
    toastError({ title: texts.titles.connection, description: texts.chat.connection(message) })

  /** The server has ended the answer without a word, and has stored nothing. */
  const wordless = async (kept: Kept) => {
    if (wasStopped(kept.id)) return takeBack(kept)
    if (!kept.isAgain) {
      takeBack(kept)
      return tell(texts.chat.failed)
    }
    // The server knows that this turn was stopped: only a new one is answered.
    forget(kept)
    return begin({ id: newUuid(), question: kept.question })
  }

  const run = async (kept: Kept): Promise<void> => {
    const { id, question } = kept
    const before = turns
    set([...turns, { ...kept, answer: '', state: 'answering' }])
    giveUp = new AbortController()
    const signal = AbortSignal.any([leave.signal, giveUp.signal])

    const stored = await Promise.race([history.known().catch(() => []), nothingOnce(signal)])
    if (leave.signal.aborted) return
    if (holds(stored, kept)) return forget(kept)
    if (wasStopped(id)) return takeBackUnsure(kept)
    const unstored = before.filter((turn) => !holds(stored, turn))
    set(turns.filter((turn) => turn.id === id || unstored.includes(turn)))
    const answer = await ask({
      turn: id,
      user,
      messages: toSend([...stored, ...unstored.flatMap(messagesOf), { role: 'user', content: question }]),
      onText: (answer) => change(id, { answer }),
      signal,
    })
    if (leave.signal.aborted) return
    if (!answer.ok) {
      tell(answer.failure)
      return takeBackUnsure(kept)
    }
    if (!answer.value) return signal.aborted ? takeBackUnsure(kept) : wordless(kept)
    writeDraft(user, 'chat-turn', null)
    change(id, { answer: answer.value, state: 'answered' })
    await history.refetch()
  }

  const begin = async (turn: Pick<Kept, 'id' | 'question' | 'isAgain'>): Promise<void> => {
    const kept = { ...turn, at: new Date().toISOString() }
    writeDraft(user, 'chat-turn', kept)
    await run(kept)
  }

  const interrupted = readDraft<Kept | null>(user, 'chat-turn', null)
  if (interrupted) void run(interrupted)

  return {
    current: () => turns,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    send: async (question: string): Promise<void> => {
      const again = takeReturned(user, question)
      await begin({ id: again ?? newUuid(), question, isAgain: again !== undefined })
    },

    /** Ends the answer that is being written; what there is of it stays. */
    stop: async (): Promise<void> => {
      const turn = turns.find(({ state }) => state === 'answering')
      if (!turn) return
      const stream = giveUp
      change(turn.id, { state: 'stopping' })
      try {
        await stop(turn.id)
        setTimeout(() => stream.abort(), ENDING_MS)
      } catch {
        stream.abort()
      }
    },

    /** Nothing of it happens from now on. */
    end: () => leave.abort(),
  }
}

const messagesOf = ({ question, answer }: Turn): ChatMessage[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

const nothingOnce = (signal: AbortSignal) =>
  new Promise<StoredMessage[]>((resolve) => signal.addEventListener('abort', () => resolve([])))
