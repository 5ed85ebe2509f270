import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { readDraft, writeDraft } from '../../lib/drafts.ts'
import { createStore } from '../../lib/store.ts'
import { texts } from '../../lib/texts.ts'
import { toastError } from '../../lib/toasts.ts'
import { newUuid } from '../../lib/uuid.ts'
import type { Ask } from './ask.ts'
import type { History, StoredMessage } from './history.ts'
import { storeRestoredTurn, takeRestoredTurn } from './restored-turn.ts'
import { trimHistory } from './trim-history.ts'

/** A question of this tab and its answer, until both are among the stored messages. */
export interface Turn {
  readonly id: string
  readonly question: string
  /** The text so far. */
  readonly answer: string
  readonly state: 'answering' | 'stopping' | 'answered'
  /** When it was sent: an ISO moment. */
  readonly at: string
}

/** The stored part of a turn, so that it can be requested again. */
interface Kept extends Pick<Turn, 'id' | 'question' | 'at'> {
  /** Whether it was restored before. */
  readonly isAgain?: boolean
}

interface ConversationNeeds {
  user: string
  ask: Ask
  /** Stops an answer. @throws when the server cannot be reached */
  stop: (turn: string) => Promise<void>
  history: History
}

/** Milliseconds for a stream to end after its answer is stopped. */
const ENDING_MS = 2000

export const isAnswering = (turns: readonly Turn[]) => turns.some(({ state }) => state !== 'answered')

/** Whether `stored` contains a turn. */
export const holds = (stored: readonly StoredMessage[], { id }: Pick<Turn, 'id'>) =>
  stored.some(({ turn }) => turn === id)

export type Conversation = ReturnType<typeof createConversation>

/**
 * A founder's conversation with the AI, in this tab. It lives outside the screen, so that an
 * answer continues when the founder opens another screen; a question is stored before it is sent until it
 * is answered, so that a reload of the tab requests the same answer again.
 */
export function createConversation({ user, ask, stop, history }: ConversationNeeds) {
  const { current, set, subscribe } = createStore<readonly Turn[]>([])
  const leave = new AbortController()
  let giveUp = new AbortController()

  const change = (id: string, to: Partial<Turn>) =>
    set(current().map((turn) => (turn.id === id ? { ...turn, ...to } : turn)))
  const forget = ({ id }: Kept) => {
    writeDraft(user, 'chat-turn', null)
    set(current().filter((turn) => turn.id !== id))
  }
  const wasStopped = (id: string) => current().some((turn) => turn.id === id && turn.state === 'stopping')

  /** Restores the question in the message box, before what was typed since. */
  const takeBack = (kept: Kept) => {
    forget(kept)
    writeDraft(user, 'chat', [kept.question, readDraft(user, 'chat', '')].filter(Boolean).join('\n'))
  }

  /** Asked again in the same words it is the same turn: the server may have it, and its answer. */
  const takeBackUnsure = async (kept: Kept) => {
    takeBack(kept)
    storeRestoredTurn(user, kept)
    await history.refetch()
  }

  const showFailure = (message: string) =>
    toastError({ title: texts.titles.connection, description: texts.chat.connection(message) })

  /** The server ended the answer without text, and has stored nothing. */
  const wordless = async (kept: Kept) => {
    if (wasStopped(kept.id)) return takeBack(kept)
    if (!kept.isAgain) {
      takeBack(kept)
      return showFailure(texts.chat.failed)
    }
    // The server knows that this turn was stopped, so only a new one is answered.
    forget(kept)
    return begin({ id: newUuid(), question: kept.question })
  }

  const run = async (kept: Kept): Promise<void> => {
    const { id, question } = kept
    const before = current()
    set([...current(), { ...kept, answer: '', state: 'answering' }])
    giveUp = new AbortController()
    const signal = AbortSignal.any([leave.signal, giveUp.signal])

    const stored = await Promise.race([history.known().catch(() => []), nothingOnce(signal)])
    if (leave.signal.aborted) return
    if (holds(stored, kept)) return forget(kept)
    if (wasStopped(id)) return takeBackUnsure(kept)
    const unstored = before.filter((turn) => !holds(stored, turn))
    set(current().filter((turn) => turn.id === id || unstored.includes(turn)))
    const answer = await ask({
      turn: id,
      user,
      messages: trimHistory([...stored, ...unstored.flatMap(messagesOf), { role: 'user', content: question }]),
      onText: (answer) => change(id, { answer }),
      signal,
    })
    if (leave.signal.aborted) return
    if (!answer.ok) {
      showFailure(answer.failure)
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
    current,
    subscribe,

    send: async (question: string): Promise<void> => {
      const again = takeRestoredTurn(user, question)
      await begin({ id: again ?? newUuid(), question, isAgain: again !== undefined })
    },

    /** Stops the answer in progress; its text so far stays. */
    stop: async (): Promise<void> => {
      const turn = current().find(({ state }) => state === 'answering')
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

    /** Ends it: nothing is stored or shown from now on. */
    end: () => leave.abort(),
  }
}

const messagesOf = ({ question, answer }: Turn): ChatMessage[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

const nothingOnce = (signal: AbortSignal) =>
  new Promise<StoredMessage[]>((resolve) => signal.addEventListener('abort', () => resolve([])))
