import type { Answer } from './ask.ts'
import type { Question } from './facts.ts'
import type { Verdict } from './grade.ts'

export interface Graded {
  readonly question: Question
  readonly answer: Answer
  readonly verdict: Verdict
}

/** Thresholds for the built-in coach in every kind of question; a model is measured by them too. */
export const BAR = { rightPercent: 95, wrongNumbers: 0, foreign: 0 } as const

export const meetsBar = (graded: readonly Graded[]): boolean => {
  const { wrongNumbers, foreign } = totalsOf(graded)
  return (
    wrongNumbers <= BAR.wrongNumbers &&
    foreign <= BAR.foreign &&
    byKind(graded).every(([, ofKind]) => 100 * totalsOf(ofKind).right >= BAR.rightPercent * ofKind.length)
  )
}

const byKind = (graded: readonly Graded[]) =>
  [...new Set(graded.map(({ question }) => question.kind))].map(
    (kind) => [kind, graded.filter(({ question }) => question.kind === kind)] as const,
  )

export const totalsOf = (graded: readonly Graded[]) => ({
  right: graded.filter(({ verdict }) => verdict.isRight).length,
  wrongNumbers: graded.filter(({ verdict }) => verdict.isWrongNumber).length,
  foreign: graded.filter(({ verdict }) => verdict.isForeign).length,
})

/** A row for each kind of question, and one for all. */
export const tableOf = (graded: readonly Graded[]): string =>
  markdownTable(
    ['kind', 'questions', 'right', 'wrong numbers', 'foreign facts', 'words (median)', 'first word p50 / p95', 'whole p50 / p95'],
    [...byKind(graded).map(([kind, ofKind]) => rowOf(kind, ofKind)), rowOf('**all**', graded)],
  ) // prettier-ignore

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Rounded down: "(94%)" is below 95. */
export const percentOf = (part: number, of: number): string => `(${Math.floor((100 * part) / Math.max(1, of))}%)`

function rowOf(kind: string, graded: readonly Graded[]): string[] {
  const { right, wrongNumbers, foreign } = totalsOf(graded)
  const of = (pick: (each: Graded) => number, percent: number) => percentile(graded.map(pick), percent)
  const ms = (pick: (each: Graded) => number) => `${Math.round(of(pick, 50))} / ${Math.round(of(pick, 95))} ms`
  return [
    kind,
    String(graded.length),
    `${right} ${percentOf(right, graded.length)}`,
    String(wrongNumbers),
    String(foreign),
    String(Math.round(of(({ verdict }) => verdict.words, 50))),
    ms(({ answer }) => answer.firstWordMs),
    ms(({ answer }) => answer.wholeMs),
  ]
}

/** The nearest rank. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0
}

/** The tables of `docs/ai.md` that the command writes, by the name in their markers. */
export type TableName = 'evaluation' | 'judged' | 'care'

/** Replaces what stands between two markers of a document. @throws {Error} when it has no such markers */
export function withTable(document: string, table: string, name: TableName = 'evaluation'): string {
  const markers = [`<!-- ${name} -->`, `<!-- /${name} -->`] as const
  const [from, to] = markers.map((marker) => document.indexOf(marker)) as [number, number]
  if (from < 0 || to < from) throw new Error(`the document lacks ${markers.join(' and ')}`)
  return `${document.slice(0, from + markers[0].length)}\n\n${table}\n\n${document.slice(to)}`
}
