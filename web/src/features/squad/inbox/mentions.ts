interface Member {
  readonly id: string
  readonly label: string
}

/** Colleagues whom a note mentions; the database refuses more. */
const MAX_MENTIONS = 10

const MAX_SUGGESTED = 5

/** The name that is being typed behind an @ at the end of a text; not that of a mail address. */
const TYPED = /(?<=^|\s)@([^@\n]{0,60})$/

/**
 * Colleagues whose name begins with what is typed behind an @.
 * @example
 * suggested('Ask @ma', [{ id: '1', label: 'Maya Member' }]) // [{ id: '1', label: 'Maya Member' }]
 * suggested('Ask @Maya Member', [{ id: '1', label: 'Maya Member' }]) // []
 * suggested('maya@ma', [{ id: '1', label: 'Maya Member' }]) // []
 */
export function suggested(text: string, members: readonly Member[]): readonly Member[] {
  const typed = TYPED.exec(text)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  return members
    .filter(({ label }) => label.toLowerCase().startsWith(typed) && label.toLowerCase() !== typed)
    .slice(0, MAX_SUGGESTED)
}

/**
 * The text with the name of a colleague in place of what is typed behind its last @.
 * @example
 * withMention('Ask @ma', 'Maya Member') // 'Ask @Maya Member '
 */
export const withMention = (text: string, label: string): string => text.replace(TYPED, () => `@${label} `)

/**
 * The ids of the colleagues whom a note mentions.
 * @example
 * mentionedIn('Ask @Maya Member, please', [{ id: '1', label: 'Maya Member' }, { id: '2', label: 'Maya' }]) // ['1']
 */
export function mentionedIn(text: string, members: readonly Member[]): readonly string[] {
  let rest = text.toLowerCase()
  // The longest names first: one may begin with another.
  const mentioned = members
    .toSorted((one, other) => other.label.length - one.label.length)
    .filter(({ label }) => {
      const before = rest
      rest = rest.replaceAll(`@${label.toLowerCase()}`, ' ')
      return rest !== before
    })
  return mentioned.map(({ id }) => id).slice(0, MAX_MENTIONS)
}
