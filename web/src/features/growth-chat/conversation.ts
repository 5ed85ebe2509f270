import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { readDraft, writeDraft } from '../../lib/offline/drafts.ts'
import { Refusal, runLane } from '../../lib/offline/outbox-lane.ts'
import { addToOutbox, rememberReturned, type OutboxRow } from '../../lib/offline/outbox.ts'
import { checkNetwork } from '../../lib/offline/network.ts'
import { createStore } from '../../lib/data/store.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import type { Ask } from './ask.ts'
import { FIRST, type History, type StoredMessage } from './history.ts'
import { trimHistory } from './trim-history.ts'
import { chatTexts } from './chat-texts.ts'

/** A question of this tab and its answer, until both are among the stored messages. */
export interface Turn {
  readonly id: string
  /** Its id, or `FIRST`. */
  readonly conversation: string
  readonly question: string
  /** The text so far. */
  readonly answer: string
  readonly state: 'answering' | 'stopping' | 'answered'
  /** When it was sent: an ISO moment. */
  readonly at: string
}

type QuestionRow = OutboxRow<'question'>

/** The name of the draft of a conversation's next question. */
export const questionDraft = (conversation: string): string => `chat:${conversation}`

interface ConversationDependencies {
  user: string
  ask: Ask
  /** Stops an answer. @throws when the server cannot be reached */
  stop: (turn: string) => Promise<void>
  history: (conversation: string) => History
}

/** Milliseconds for a stream to end after its answer is stopped. */
const STREAM_END_TIMEOUT_MS = 2000

/** The conversation to which a question of the outbox belongs. */
export const conversationOf = ({ payload }: Pick<QuestionRow, 'payload'>): string => payload.conversation ?? FIRST

export const isAnswering = (turns: readonly Turn[]) => turns.some(({ state }) => state !== 'answered')

/** Whether `stored` contains a turn. */
export const containsTurn = (stored: readonly StoredMessage[], { id }: Pick<Turn, 'id'>) =>
  stored.some(({ turn }) => turn === id)

export type Conversation = ReturnType<typeof createConversation>

/**
 * A founder's conversation with the AI, in this tab. It lives outside the screen, so that an
 * answer continues when the founder opens another screen; a question is in the outbox until it is answered, so that a
 * reload of the tab requests the same answer again.
 */
export function createConversation({ user, ask, stop, history }: ConversationDependencies) {
  const { current, set, subscribe } = createStore<readonly Turn[]>([])
  let users = 0
  let leave = new AbortController()
  let leaveLane = () => {}
  let cancel = new AbortController()

  const change = (id: string, to: Partial<Turn>) =>
    set(current().map((turn) => (turn.id === id ? { ...turn, ...to } : turn)))
  const removeTurn = (id: string) => set(current().filter((turn) => turn.id !== id))
  const wasStopped = (id: string) => current().some((turn) => turn.id === id && turn.state === 'stopping')

  /** Restores a question that was stopped in the message box, before what was typed since. */
  const restoreQuestion = (row: QuestionRow) => {
    removeTurn(row.id)
    const draft = questionDraft(conversationOf(row))
    writeDraft(user, draft, [row.payload.question, readDraft(user, draft, '')].filter(Boolean).join('\n'))
  }

  /** The server may have the turn and its answer, so the same question again reuses its id. */
  const restoreUnconfirmed = (row: QuestionRow) => {
    restoreQuestion(row)
    rememberReturned(row, user)
    // Not awaited: the question may be entered again meanwhile.
    void history(conversationOf(row)).refetch()
  }

  /**
   * After a failure, unless the server has completed the answer.
   * @throws Refusal, which leaves the question to the user; without a network another error, and it waits
   */
  const failTurn = async (row: QuestionRow, message: string): Promise<void> => {
    const isReachable = await checkNetwork()
    removeTurn(row.id)
    toastError({ title: texts.titles.connection, description: chatTexts.connection(message) })
    // It waits at once: the stored messages cannot be read either.
    if (!isReachable) throw new Error(message)
    const { refetch, known } = history(conversationOf(row))
    await refetch()
    if (containsTurn(await known().catch(() => []), row)) return
    throw new Refusal(message)
  }

  /** The server ended the answer without text, and has stored nothing. */
  const onEmptyAnswer = async (row: QuestionRow) => {
    if (wasStopped(row.id)) return restoreQuestion(row)
    if (!row.isTried) return failTurn(row, chatTexts.failed)
    // The server knows that this turn was stopped, so only a new one is answered.
    removeTurn(row.id)
    addToOutbox(user, 'question', row.payload)
  }

  /** Asks a question of the outbox. @throws see `failTurn` */
  const answer = async (row: QuestionRow): Promise<void> => {
    const { id, payload, enteredAt } = row
    const { question } = payload
    const conversation = conversationOf(row)
    const { known, refetch } = history(conversation)
    const all = current()
    const before = all.filter((turn) => turn.conversation === conversation)
    const at = new Date(enteredAt).toISOString()
    set([...all, { id, conversation, question, at, answer: '', state: 'answering' }])
    cancel = new AbortController()
    const signal = AbortSignal.any([leave.signal, cancel.signal])

    const stored = await Promise.race([known().catch(() => []), emptyOnAbort(signal)])
    leave.signal.throwIfAborted()
    if (containsTurn(stored, row)) return removeTurn(id)
    if (wasStopped(id)) return restoreUnconfirmed(row)
    const isKept = (turn: string | null) => turn === null || turn !== payload.insteadOf
    const unstored = before.filter((turn) => !containsTurn(stored, turn))
    set(current().filter((turn) => turn.id === id || !before.includes(turn) || unstored.includes(turn)))
    const result = await ask({
      turn: id,
      user,
      conversation: payload.conversation,
      messages: trimHistory([
        ...stored.filter(({ turn }) => isKept(turn)),
        ...unstored.filter((turn) => isKept(turn.id)).flatMap(messagesOf),
        { role: 'user', content: question },
      ]),
      onText: (answer) => change(id, { answer }),
      signal,
    })
    leave.signal.throwIfAborted()
    if (!result.ok) return failTurn(row, result.failure)
    if (!result.value) return signal.aborted ? restoreUnconfirmed(row) : onEmptyAnswer(row)
    change(id, { answer: result.value, state: 'answered' })
    void refetch()
  }

  return {
    current,
    subscribe,

    /** @param insteadOf a turn that is asked again in other words: its messages are not sent */
    send: (question: string, conversation = FIRST, insteadOf?: string): void =>
      addToOutbox(user, 'question', {
        question,
        ...(conversation !== FIRST && { conversation }),
        ...(insteadOf !== undefined && { insteadOf }),
      }),

    /** Without the turns of a conversation that was deleted. */
    forget: (conversation: string): void => set(current().filter((turn) => turn.conversation !== conversation)),

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

    /**
     * Asks what is in the outbox as long as a part of the page uses the conversation.
     * @returns a function that leaves it: the question that is being answered then is asked again by the next one
     */
    join: (): (() => void) => {
      if (users++ === 0) {
        leave = new AbortController()
        leaveLane = runLane(user, 'question', answer)
      }
      return () => {
        if (--users > 0) return
        leaveLane()
        leave.abort()
        set(current().filter(({ state }) => state === 'answered'))
      }
    },
  }
}

const messagesOf = ({ question, answer }: Turn): ChatMessage[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

const emptyOnAbort = (signal: AbortSignal) =>
  new Promise<StoredMessage[]>((resolve) => signal.addEventListener('abort', () => resolve([])))
