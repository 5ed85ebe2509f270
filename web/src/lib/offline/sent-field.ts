import { readDraft, useDraft, writeDraft } from './drafts.ts'
import { checkNetwork, isOffline } from './network.ts'
import { unsavedId } from '../data/use-optimistic.ts'
import { useWaitingRows, waitingRows } from './waiting-rows.ts'

/** What could not be sent, and is in its field or form again. */
export interface Unsent {
  /** What the field or form held. */
  readonly content: string
  /** It is sent when the network is back. */
  readonly waits?: boolean
}

/** The draft of what a field or form could not send. */
export const unsentName = (name: string) => `${name}-unsent`

/** Stores what has failed; without a network it waits. */
export function storeUnsent(user: string, name: string, unsent: Unsent): void {
  const store = (waits: boolean) => {
    const stored = { ...unsent, waits }
    writeDraft(user, unsentName(name), stored)
    return stored
  }
  const stored = store(isOffline())
  void checkNetwork().then((isReachable) => {
    // It may have been sent again meanwhile.
    if (!isReachable && readDraft(user, unsentName(name), undefined) === stored) store(true)
  })
}

/** What could not be sent, as long as the field or form still holds it. */
export function useUnsent<Kind extends Unsent>(user: string, name: string, content: string) {
  const [last, setUnsent] = useDraft<Kind | null>(user, unsentName(name), null)
  const unsent = last?.content === content ? last : undefined
  return { last, unsent, setUnsent, isWaiting: unsent?.waits === true }
}

/** What a form could not send. */
export interface UnsentForm<Row> extends Unsent {
  /** For the next attempt: the one before may have arrived. Missing when another row has its place. */
  readonly row?: Row
}

/** The same for what opens the form. */
export function useUnsentForm(user: string, name: string) {
  const form = useUnsent<UnsentForm<unknown>>(user, name, JSON.stringify(useDraft<unknown>(user, name, null)[0]))
  const { isWaiting } = useWaitingRows(user, name)
  return { ...form, isWaiting: form.isWaiting || isWaiting }
}

export interface UnsentRow extends Unsent {
  /** For the next attempt: the one before may have arrived. */
  readonly id: string
}

/** What is sent for a text. */
export interface SentRow {
  /** For the next attempt: the one before may have arrived. */
  readonly id: string
  readonly content: string
}

/** With its text in the field. */
interface TypedRow extends SentRow {
  readonly text: string
}

interface UnsentRows extends Unsent {
  /** In the order in which they were sent. */
  readonly rows: readonly TypedRow[]
}

interface SentField {
  /** Of the drafts. */
  name: string
  /** Between a returned text and the next one, which may have been started. */
  separator: string
  /** What is sent for a text in the field. */
  contentOf: (text: string) => string
  /** Whether the caller sends queued rows when the network is back. Otherwise what fails always returns to the field. */
  hasQueue: boolean
}

/** A field whose text is sent as a row, and returns when that fails. */
export function useSentField(user: string, { name, separator, contentOf, hasQueue }: SentField) {
  const [text, setText] = useDraft(user, name, '')
  const content = contentOf(text.trim())
  const { setUnsent, isWaiting } = useUnsent<UnsentRows>(user, name, content)
  /** The rows that could not be sent and are unchanged at the start of the field, and what was typed behind them. */
  const split = (text: string) => {
    const unsent = readDraft<UnsentRows | null>(user, unsentName(name), null)
    const rows: TypedRow[] = []
    let rest = text
    for (const row of unsent?.rows ?? []) {
      const isWhole = rest === row.text
      if (contentOf(row.text) !== row.content || !(isWhole || rest.startsWith(row.text + separator))) break
      rows.push(row)
      rest = isWhole ? '' : rest.slice(row.text.length + separator.length)
    }
    return { rows, rest }
  }
  const queue = waitingRows<TypedRow>(user, name)
  const waiting = useWaitingRows(user, name)
  const rowOf = (text: string): TypedRow => ({ id: unsavedId(), content: contentOf(text), text })
  /** Returns a row to the field, before what is typed there. */
  const putBack = (row: TypedRow, { waits }: { waits: boolean }) =>
    setText((next) => {
      const before = split(next)
      const rows = [...before.rows, row]
      const returned = rows.map((row) => row.text).join(separator)
      const unsent = { content: contentOf(returned), rows }
      if (waits && !before.rest) storeUnsent(user, name, unsent)
      else setUnsent(unsent)
      return [returned, before.rest].filter(Boolean).join(separator)
    })
  return {
    text,
    setText,
    content,
    /** What is in the field is sent when the network is back. */
    isUnsent: isWaiting,
    /** What waits beside the field. */
    waiting: waiting.rows,
    isWaiting: isWaiting || waiting.isWaiting,
    /** Empties the field. @returns what is to be sent now, in order */
    take: (): readonly SentRow[] => {
      const { rows, rest } = split(text.trim())
      const typed = rest.trim() ? [...rows, rowOf(rest.trim())] : rows
      setText('')
      setUnsent(null)
      // Behind those that wait, in order.
      if (!hasQueue || !isOffline() || queue.read().length === 0) return typed
      queue.add(typed)
      return []
    },
    /** @returns what has waited for the network */
    takeWaiting: (): readonly SentRow[] => {
      const rows = isWaiting ? split(text.trim()).rows : []
      if (isWaiting) {
        setText('')
        setUnsent(null)
      }
      return [...queue.take(), ...rows]
    },
    /** What waits in the field waits beside it, so that another can be typed. */
    makeRoom: () => {
      queue.add(split(text.trim()).rows)
      setText('')
      setUnsent(null)
    },
    /** What waits beside the field returns to it, and waits no more. */
    edit: (id: string) => {
      const row = queue.read().find((row) => row.id === id)
      if (!row) return
      queue.remove(id)
      putBack(row, { waits: false })
    },
    /**
     * Nothing typed is lost: the text returns behind those that were sent before it, and before the one that was started.
     * @param hasFailed false when the page was closed before the response
     */
    restore: (text: string, { id, content }: SentRow, hasFailed: boolean) => {
      const row = { id, content, text }
      if (!hasQueue) return putBack(row, { waits: false })
      const isStarted = split(readDraft(user, name, '')).rest !== ''
      if (!hasFailed && queue.wasTaken(id)) queue.add([row])
      else if (hasFailed && (queue.wasTaken(id) || isStarted))
        queue.restore(row, 'last', () => putBack(row, { waits: false }))
      else putBack(row, { waits: hasFailed })
    },
  }
}
