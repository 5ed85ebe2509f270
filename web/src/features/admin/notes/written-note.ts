/** SPEC section 3. */
const DEFAULT_CATEGORY = 'buyer-insights'

/** Characters; the database refuses more. */
export const NOTE_LIMITS = { title: 200, category: 100, content: 10_000 } as const

/** Content of a note, for one founder or for many. */
export interface WrittenNote {
  readonly title: string
  readonly category: string
  readonly content: string
}

export const EMPTY_NOTE: WrittenNote = { title: '', category: DEFAULT_CATEGORY, content: '' }

/** The note to store, or undefined while title or content is missing (SPEC section 5). */
export function completeNote({ title, category, content }: WrittenNote): WrittenNote | undefined {
  const note = { title: title.trim(), category: category.trim() || DEFAULT_CATEGORY, content: content.trim() }
  return note.title && note.content ? note : undefined
}
