/** What the AI co-founder may refer to; the kinds of the view `founder_records`. */
export const RECORD_KINDS = ['goal', 'loop', 'check-in', 'decision', 'note'] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export interface RecordReference {
  readonly kind: RecordKind
  /** A UUID, in lower case. */
  readonly id: string
}

/** How an answer names a record: `[[goal:5f0c…]]`. */
export const referenceTo = ({ kind, id }: RecordReference): string => `[[${kind}:${id}]]`

/** Every reference in a text, as `kind` and `id`; text that only looks like one is none. */
export const REFERENCES = new RegExp(
  String.raw`\[\[(?<kind>${RECORD_KINDS.join('|')}):(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\]\]`,
  'g',
)
