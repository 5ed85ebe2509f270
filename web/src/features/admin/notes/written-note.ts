import { DEFAULT_NOTE_CATEGORY } from './note-limits.ts'

/** Content of a note, for one founder or for many. */
export interface WrittenNote {
  readonly title: string
  readonly category: string
  readonly content: string
}

export const EMPTY_NOTE: WrittenNote = { title: '', category: DEFAULT_NOTE_CATEGORY, content: '' }

/** The note to store, or undefined while title or content is missing (SPEC section 5). */
export function completeNote({ title, category, content }: WrittenNote): WrittenNote | undefined {
  const note = { title: title.trim(), category: category.trim() || DEFAULT_NOTE_CATEGORY, content: content.trim() }
  return note.title && note.content ? note : undefined
}
