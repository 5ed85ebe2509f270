import { truncate } from './truncate.ts'

/** What an answer of a model is based on; the server writes it at the end of the answer. */
export interface AnswerBasis {
  /** The records that the model had: "12 goals", "runway of Nov 3, 2026". */
  readonly records: readonly string[]
  /** Numbers of the answer that are in no record and no question, and are computed from none of those. */
  readonly unverified: readonly string[]
}

const SEPARATOR = '; '
/** Characters of one list: a screen shows it in two lines. */
const LIMIT = 300

const mark = (kind: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [`[[${kind}:${truncate(parts.join(SEPARATOR), LIMIT)}]]`] : []

/** As the answer holds it, on lines of its own: `[[based-on:12 goals; 8 check-ins]]` and `[[unverified:64; 12%]]`. */
export const basisMark = ({ records, unverified }: AnswerBasis): string =>
  [...mark('based-on', records), ...mark('unverified', unverified)].join('\n')

const MARK = new RegExp(String.raw`\[\[(?<kind>based-on|unverified):(?<parts>[^[\]\n]{1,${LIMIT}})\]\][ \t]*\n?`, 'g')

/** The last basis of each kind: a model may repeat the one of an answer before. */
export function basisOf(answer: string): AnswerBasis {
  const found = [...answer.matchAll(MARK)]
  const partsOf = (kind: string) =>
    found.findLast(({ groups }) => groups?.['kind'] === kind)?.groups?.['parts']?.split(SEPARATOR) ?? []
  return { records: partsOf('based-on'), unverified: partsOf('unverified') }
}

/** An answer without its basis, nor one that is incomplete at its end. */
export const withoutBasis = (answer: string): string =>
  answer
    .replaceAll(MARK, '')
    .replace(/\[\[(?:b[a-z-]*|u[a-z-]*)(?::[^[\]\n]*\]?)?$/, '')
    .trimEnd()
