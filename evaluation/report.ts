import type { Asked } from './run.ts'

/** The result by kind of question, as a table in Markdown. */
export function tableOf(asked: readonly Asked[]): string {
  const kinds = [...new Set(asked.map(({ question }) => question.kind))].toSorted()
  const rows = [
    ...kinds.map((kind) =>
      rowOf(
        kind,
        asked.filter(({ question }) => question.kind === kind),
      ),
    ),
    rowOf('all', asked),
  ]
  const head = [
    'kind of question',
    'questions',
    'right',
    'wrong numbers',
    'foreign facts',
    'words, median',
    'first word, p50 / p95',
    'whole, p50 / p95',
  ]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function rowOf(kind: string, asked: readonly Asked[]): string[] {
  const count = (is: (one: Asked) => boolean) => String(asked.filter(is).length)
  const at = (share: number, value: (one: Asked) => number) => {
    const sorted = asked.map(value).toSorted((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  }
  return [
    kind,
    String(asked.length),
    count(({ grade }) => grade.isRight),
    count(({ grade }) => grade.isWrongNumber),
    count(({ grade }) => grade.isForeign),
    String(at(0.5, ({ grade }) => grade.words)),
    `${at(0.5, ({ firstMs }) => firstMs)} / ${at(0.95, ({ firstMs }) => firstMs)} ms`,
    `${at(0.5, ({ wholeMs }) => wholeMs)} / ${at(0.95, ({ wholeMs }) => wholeMs)} ms`,
  ]
}
