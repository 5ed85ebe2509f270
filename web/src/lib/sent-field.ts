import { readDraft, useDraft, writeDraft } from './drafts.ts'
import { checkNetwork, isOffline } from './network.ts'
import { unsavedId } from './use-optimistic.ts'

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
export const useUnsentForm = (user: string, name: string) =>
  useUnsent<UnsentForm<unknown>>(user, name, JSON.stringify(useDraft<unknown>(user, name, null)[0]))

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

interface UnsentRows extends Unsent {
  /** In the order in which they were sent, each with its text in the field. */
  readonly rows: readonly (SentRow & { readonly text: string })[]
}

interface SentField {
  /** Of the drafts. */
  name: string
  /** Between a returned text and the next one, which may have been started. */
  separator: string
  /** What is sent for a text in the field. */
  contentOf: (text: string) => string
}

/** A field whose text is sent as a row, and returns when that fails. */
export function useSentField(user: string, { name, separator, contentOf }: SentField) {
  const [text, setText] = useDraft(user, name, '')
  const content = contentOf(text.trim())
  const { setUnsent, isWaiting } = useUnsent<UnsentRows>(user, name, content)
  /** The rows that could not be sent and are unchanged at the start of the field, and what was typed behind them. */
  const split = (text: string) => {
    const unsent = readDraft<UnsentRows | null>(user, unsentName(name), null)
    const rows: UnsentRows['rows'][number][] = []
    let rest = text
    for (const row of unsent?.rows ?? []) {
      const isWhole = rest === row.text
      if (contentOf(row.text) !== row.content || !(isWhole || rest.startsWith(row.text + separator))) break
      rows.push(row)
      rest = isWhole ? '' : rest.slice(row.text.length + separator.length)
    }
    return { rows, rest }
  }
  return {
    text,
    setText,
    content,
    isWaiting,
    /** Empties the field. @returns what is to be sent, in order */
    take: (): readonly SentRow[] => {
      const { rows, rest } = split(text.trim())
      setText('')
      setUnsent(null)
      return rest.trim() ? [...rows, { id: unsavedId(), content: contentOf(rest.trim()) }] : rows
    },
    /**
     * Nothing typed is lost: the text returns behind those that were sent before it, and before the one that was started.
     * @param hasFailed false when the page was closed before the response
     */
    restore: (text: string, { id, content }: SentRow, hasFailed: boolean) =>
      setText((next) => {
        const before = split(next)
        const rows = [...before.rows, { id, content, text }]
        const returned = rows.map((row) => row.text).join(separator)
        const unsent = { content: contentOf(returned), rows }
        if (hasFailed && !before.rest) storeUnsent(user, name, unsent)
        else setUnsent(unsent)
        return [returned, before.rest].filter(Boolean).join(separator)
      }),
  }
}
