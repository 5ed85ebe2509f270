import { readDraft, useDraft } from '../../lib/offline/drafts.ts'
import { unsavedId } from '../../lib/data/use-optimistic.ts'

/** A sent text: it may have arrived when it returns, and is the same row then. */
interface SentText {
  readonly id: string
  readonly content: string
}

const NONE: readonly SentText[] = []

/**
 * A field of the team, whose text returns when it could not be sent (SPEC section 4): behind those that were sent before it,
 * and before what is typed meanwhile.
 * @param name of its draft
 */
export function useTextField(admin: string, name: string) {
  const [text, setText] = useDraft(admin, name, '')
  const [, setReturned] = useDraft(admin, `${name}-returned`, NONE)
  /** Splits the field into unchanged returned texts at its start, and the text typed behind them. */
  const split = (): { readonly returned: readonly SentText[]; readonly rest: string } => {
    const returned: SentText[] = []
    let rest = `${readDraft(admin, name, '').trim()}\n`
    for (const row of readDraft(admin, `${name}-returned`, NONE)) {
      if (!rest.startsWith(`${row.content}\n`)) break
      returned.push(row)
      rest = rest.slice(row.content.length + 1)
    }
    return { returned, rest: rest.trim() }
  }
  return {
    text,
    setText,
    /** Empties the field. @returns what is sent, in order */
    take: (): readonly SentText[] => {
      const { returned, rest } = split()
      setText('')
      setReturned(NONE)
      return rest ? [...returned, { id: unsavedId(), content: rest }] : returned
    },
    restore: ({ id, content }: SentText) => {
      const { returned, rest } = split()
      const all = [...returned, { id, content }]
      setReturned(all)
      setText([...all.map((row) => row.content), rest].filter(Boolean).join('\n'))
    },
  }
}
