import { truncate } from './truncate.ts'

/** The basis of a model's answer; the server writes it at the end of the answer. */
export interface AnswerBasis {
  /** The records that the model had: "12 goals", "runway of Nov 3, 2026". */
  readonly records: readonly string[]
  /** Numbers of the answer that are in no record and no question, and are computed from none of those. */
  readonly unverified: readonly string[]
  /** The model reached the limit of its tokens before the end of the answer. */
  readonly isCut: boolean
}

/** The basis of an answer that has none. */
export const NO_BASIS: AnswerBasis = { records: [], unverified: [], isCut: false }

/** The prefix of the server's marks. */
export const BASIS_MARKS = ['[[based-on:', '[[unverified:', '[[cut-short]]'] as const

const SEPARATOR = '; '
/** Characters of one list: a screen shows it in two lines. */
const LIMIT = 300

const mark = (kind: string, parts: readonly string[]): string[] =>
  parts.length > 0 ? [`[[${kind}:${truncate(parts.join(SEPARATOR), LIMIT)}]]`] : []

/**
 * As the answer holds it, each list on a line.
 * @example
 * basisMark({ records: ['12 goals', '8 check-ins'], unverified: ['64'], isCut: false })
 * // '[[based-on:12 goals; 8 check-ins]]\n[[unverified:64]]'
 */
export const basisMark = ({ records, unverified, isCut }: AnswerBasis): string =>
  [...mark('based-on', records), ...mark('unverified', unverified), ...(isCut ? ['[[cut-short]]'] : [])].join('\n')

const MARK = String.raw`\[\[(?:(?<kind>based-on|unverified):(?<parts>[^[\]\n]{1,${LIMIT}})|cut-short)\]\]`
/** Only at the end of an answer: anywhere else a model has written them. */
const MARKS_AT_END = new RegExp(String.raw`(?:${MARK.replaceAll(/\?<\w+>/g, '?:')}\s*)+$`)
/** Characters of all marks, with their names and the lines between them. */
const MAX_MARKS = BASIS_MARKS.length * (LIMIT + 30)

const marksOf = (answer: string): string => MARKS_AT_END.exec(answer.slice(-MAX_MARKS))?.[0] ?? ''

/**
 * @example
 * basisOf('Ten demos.\n[[based-on:12 goals]]\n[[cut-short]]') // { records: ['12 goals'], unverified: [], isCut: true }
 * basisOf('[[based-on:12 goals]] is not at the end.') // NO_BASIS
 */
export function basisOf(answer: string): AnswerBasis {
  const found = [...marksOf(answer).matchAll(new RegExp(MARK, 'g'))]
  const partsOf = (kind: string) =>
    found.findLast(({ groups }) => groups?.['kind'] === kind)?.groups?.['parts']?.split(SEPARATOR) ?? []
  const isCut = found.some(([mark]) => mark === '[[cut-short]]')
  return { records: partsOf('based-on'), unverified: partsOf('unverified'), isCut }
}

/**
 * An answer without its basis, nor one that is incomplete at its end.
 * @example
 * withoutBasis('Ten demos.\n[[based-on:12 goals]]') // 'Ten demos.'
 * withoutBasis('Ten demos.\n[[based-on:12 go') // 'Ten demos.'
 */
export function withoutBasis(answer: string): string {
  const whole = withoutHalfMark(answer)
  return whole.slice(0, whole.length - marksOf(whole).length).trimEnd()
}

/** From the last bracket on, so that a long answer is read once. */
function withoutHalfMark(answer: string): string {
  const begin = answer.lastIndexOf('[[')
  const end = answer.slice(begin)
  const isHalf =
    begin >= 0 &&
    !/\n|\](?!$)/.test(end) &&
    BASIS_MARKS.some((start) => end.startsWith(start) || (end.length > '[['.length && start.startsWith(end)))
  return isHalf ? answer.slice(0, begin) : answer
}
