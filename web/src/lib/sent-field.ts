import { useDraft } from './drafts.ts'
import { unsavedId } from './use-optimistic.ts'

/** Content that could not be sent, and is in its field again. */
interface Unsent {
  /** Of the row, for the next attempt: the one before may have arrived. */
  readonly id: string
  readonly content: string
  /** False when the page was closed before the response. */
  readonly hasFailed: boolean
  /** It is sent when the network is back. */
  readonly waits?: boolean
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
  const [unsent, setUnsent] = useDraft<Unsent | null>(user, `${name}-unsent`, null)
  const content = contentOf(text.trim())
  const isUnchanged = unsent?.content === content
  return {
    text,
    setText,
    content,
    isWaiting: isUnchanged && unsent.waits === true,
    /** Empties the field. @returns the id of the row */
    take: () => {
      setText('')
      setUnsent(null)
      return isUnchanged ? unsent.id : unsavedId()
    },
    /** Nothing typed is lost: the text returns before the one that was started. */
    restore: (text: string, unsent: Unsent) =>
      setText((next) => {
        setUnsent(next ? null : unsent)
        return [text, next].filter(Boolean).join(separator)
      }),
    /** Content that has failed, as long as its text is unchanged. */
    failed:
      isUnchanged && unsent.hasFailed
        ? { waits: unsent.waits, wait: () => setUnsent({ ...unsent, waits: true }) }
        : undefined,
  }
}
