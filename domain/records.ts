/** The kinds of records that the AI co-founder may refer to, those of the view `founder_records`. */
export const RECORD_KINDS = ['goal', 'loop', 'check-in', 'decision', 'note', 'own-note'] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export interface RecordReference {
  readonly kind: RecordKind
  /** A UUID, in lower case. */
  readonly id: string
}

/**
 * A reference in an answer.
 * @example
 * referenceTo({ kind: 'goal', id: '5f0c' }) // '[[goal:5f0c]]'
 */
export const referenceTo = ({ kind, id }: RecordReference): string => `[[${kind}:${id}]]`

/** A UUID in lower case, as part of a pattern. */
export const RECORD_ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`

/**
 * The references in a text, as `kind` and `id`; invalid ones are ignored.
 * @example
 * 'See [[goal:5f0c2b1e-0000-4000-8000-000000000001]].'.replaceAll(REFERENCES, '“Ten demos”') // 'See “Ten demos”.'
 */
export const REFERENCES = new RegExp(String.raw`\[\[(?<kind>${RECORD_KINDS.join('|')}):(?<id>${RECORD_ID})\]\]`, 'g')
