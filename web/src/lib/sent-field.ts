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
  const { last, setUnsent, isWaiting } = useUnsent<UnsentRow>(user, name, content)
  /** What the field holds: what could not be sent, under its id, and what was typed behind it. */
  const rows = (): readonly UnsentRow[] => {
    if (last?.content === content) return [last]
    if (!last || !content.startsWith(last.content + separator)) return [{ id: unsavedId(), content }]
    const rest = content.slice(last.content.length + separator.length).trim()
    return [last, ...(rest ? [{ id: unsavedId(), content: contentOf(rest) }] : [])]
  }
  return {
    text,
    setText,
    content,
    isWaiting,
    /** Empties the field. @returns what is to be sent, in order */
    take: () => {
      const taken = rows()
      setText('')
      setUnsent(null)
      return taken
    },
    /**
     * Nothing typed is lost: the text returns before the one that was started.
     * @param hasFailed false when the page was closed before the response
     */
    restore: (text: string, unsent: UnsentRow, hasFailed: boolean) =>
      setText((next) => {
        if (hasFailed && !next) storeUnsent(user, name, unsent)
        else setUnsent(unsent)
        return [text, next].filter(Boolean).join(separator)
      }),
  }
}
