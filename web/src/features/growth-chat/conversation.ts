import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { createStore } from '../../lib/data/store.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { newUuid } from '../../lib/data/uuid.ts'
import type { Ask } from './ask.ts'
import type { History, StoredMessage } from './history.ts'
import type { WaitingRow } from '../../lib/offline/waiting-rows.ts'
import { QUESTION, storeRestoredTurn, takeRestoredTurn, waitingQuestions } from './restored-turn.ts'
import { trimHistory } from './trim-history.ts'
import { chatTexts } from './chat-texts.ts'

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

/** The stored part of a turn, so that a reload can request it again. */
interface StoredTurn extends Pick<Turn, 'id' | 'question' | 'at'> {
  /** Whether the turn was restored before: the server may know it. */
  readonly isRetry?: boolean
}

interface ConversationDependencies {
  user: string
  ask: Ask
  /** Stops an answer. @throws when the server cannot be reached */
  stop: (turn: string) => Promise<void>
  history: History
}

/** Milliseconds for a stream to end after its answer is stopped. */
const STREAM_END_TIMEOUT_MS = 2000

export const isAnswering = (turns: readonly Turn[]) => turns.some(({ state }) => state !== 'answered')

/** Whether `stored` contains a turn. */
export const containsTurn = (stored: readonly StoredMessage[], { id }: Pick<Turn, 'id'>) =>
  stored.some(({ turn }) => turn === id)

export type Conversation = ReturnType<typeof createConversation>

/**
 * A founder's conversation with the AI, in this tab. It lives outside the screen, so that an
 * answer continues when the founder opens another screen; a question is stored before it is sent until it
 * is answered, so that a reload of the tab requests the same answer again.
 */
export function createConversation({ user, ask, stop, history }: ConversationDependencies) {
  const { current, set, subscribe } = createStore<readonly Turn[]>([])
  const leave = new AbortController()
  let cancel = new AbortController()

  const change = (id: string, to: Partial<Turn>) =>
    set(current().map((turn) => (turn.id === id ? { ...turn, ...to } : turn)))
  const removeTurn = ({ id }: StoredTurn) => {
    writeDraft(user, 'chat-turn', null)
    set(current().filter((turn) => turn.id !== id))
  }
  const wasStopped = (id: string) => current().some((turn) => turn.id === id && turn.state === 'stopping')

  /** Restores the question in the message box, before what was typed since. */
  const restoreQuestion = (turn: StoredTurn) => {
    removeTurn(turn)
    writeDraft(user, QUESTION, [turn.question, readDraft(user, QUESTION, '')].filter(Boolean).join('\n'))
  }

  /** The server may have the turn and its answer, so the same question again reuses its id. */
  const restoreUnconfirmed = async (turn: StoredTurn) => {
    const hasFailed = !wasStopped(turn.id)
    const { id, question: text } = turn
    const queue = waitingQuestions(user)
    const leaveToUser = () => {
      restoreQuestion(turn)
      storeRestoredTurn(user, turn, false)
    }
    const isStarted = readDraft(user, QUESTION, '') !== ''
    const wasTaken = queue.wasTaken(id)
    if (hasFailed && (wasTaken || isStarted)) {
      removeTurn(turn)
      queue.restore({ id, text }, wasTaken ? 'first' : 'last', leaveToUser)
    } else {
      restoreQuestion(turn)
      storeRestoredTurn(user, turn, hasFailed)
    }
    await history.refetch()
  }

  const showFailure = (message: string) =>
    toastError({ title: texts.titles.connection, description: chatTexts.connection(message) })

  /** The server ended the answer without text, and has stored nothing. */
  const onEmptyAnswer = async (turn: StoredTurn) => {
    if (wasStopped(turn.id)) return restoreQuestion(turn)
    if (!turn.isRetry) {
      restoreQuestion(turn)
      return showFailure(chatTexts.failed)
    }
    // The server knows that this turn was stopped, so only a new one is answered.
    removeTurn(turn)
    return start({ id: newUuid(), question: turn.question })
  }

  const run = async (turn: StoredTurn): Promise<void> => {
    const { id, question } = turn
    const before = current()
    set([...current(), { ...turn, answer: '', state: 'answering' }])
    cancel = new AbortController()
    const signal = AbortSignal.any([leave.signal, cancel.signal])

    const stored = await Promise.race([history.known().catch(() => []), emptyOnAbort(signal)])
    if (leave.signal.aborted) return
    if (containsTurn(stored, turn)) return removeTurn(turn)
    if (wasStopped(id)) return restoreUnconfirmed(turn)
    const unstored = before.filter((turn) => !containsTurn(stored, turn))
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
      return restoreUnconfirmed(turn)
    }
    if (!answer.value) return signal.aborted ? restoreUnconfirmed(turn) : onEmptyAnswer(turn)
    writeDraft(user, 'chat-turn', null)
    change(id, { answer: answer.value, state: 'answered' })
    await history.refetch()
  }

  const start = async (question: Pick<StoredTurn, 'id' | 'question' | 'isRetry'>): Promise<void> => {
    const turn = { ...question, at: new Date().toISOString() }
    writeDraft(user, 'chat-turn', turn)
    await run(turn)
  }

  const interrupted = readDraft<StoredTurn | null>(user, 'chat-turn', null)
  // What is damaged has another shape.
  if (interrupted?.id && interrupted.question) void run(interrupted)

  return {
    current,
    subscribe,

    send: async (question: string): Promise<void> => {
      const restored = takeRestoredTurn(user, question)
      await start({ id: restored ?? newUuid(), question, isRetry: restored !== undefined })
    },

    /** Sends a question that has waited. */
    resend: ({ id, text }: WaitingRow): Promise<void> => start({ id, question: text, isRetry: true }),

    /** Stops the answer in progress; its text so far stays. */
    stop: async (): Promise<void> => {
      const turn = current().find(({ state }) => state === 'answering')
      if (!turn) return
      const stream = cancel
      change(turn.id, { state: 'stopping' })
      try {
        await stop(turn.id)
        setTimeout(() => stream.abort(), STREAM_END_TIMEOUT_MS)
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

const emptyOnAbort = (signal: AbortSignal) =>
  new Promise<StoredMessage[]>((resolve) => signal.addEventListener('abort', () => resolve([])))
