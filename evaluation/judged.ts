import { readdirSync, readFileSync } from 'node:fs'
import type { FounderKey } from './founders/founder.ts'
import { markdownTable, percentOf } from './table.ts'

/**
 * Sets that nobody prepared for: each was written without the code at hand, asked once, and judged as a founder reads.
 * They are counted by kind; their questions are never printed.
 */
const FOLDER = 'evaluation/judged'

/** In the order in which the sets were asked, and in which they are named. */
const ORDER = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const VERDICTS = ['right', 'late', 'evasive', 'irrelevant', 'wrong', 'misleading'] as const

/** A question of a set, before anybody judged its answer. */
export interface Unseen {
  readonly founder: FounderKey
  readonly kind: string
  /** The messages of a conversation; the answer to the last one counts. */
  readonly ask: string | readonly string[]
  readonly facts: string
}

export interface Judged extends Unseen {
  readonly verdict: (typeof VERDICTS)[number]
}

export interface JudgedSet<Line> {
  readonly name: string
  readonly lines: readonly Line[]
}

/** Kinds as the sets name them, where they differ from the questions by subject or from each other. */
const KINDS: Readonly<Record<string, string>> = {
  figure: 'single figures',
  compare: 'comparisons',
  supposition: 'what-ifs',
  'follow-up': 'follow-ups',
  'not-recorded': 'not recorded',
  squad: 'squad and notes',
  'squad/notes/calls': 'squad and notes',
  records: 'search',
  write: 'writing',
  talk: 'talk and outside',
  outside: 'talk and outside',
  'outside/talk': 'talk and outside',
}

export const kindNamed = (kind: string): string => KINDS[kind] ?? kind

/** The lines of a file in JSON, one value a line. */
export const readLines = <Line>(path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)

/** The sets of the folder in order; answers that wait for a judge are none. */
function readSets<Line>(isOf: (name: string) => boolean, nameOf: (name: string) => string): JudgedSet<Line>[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl') && !file.endsWith('.answers.jsonl'))
  return files
    .map((file) => file.slice(0, -'.jsonl'.length))
    .filter(isOf)
    .map((name) => ({ name: nameOf(name), lines: readLines<Line>(`${FOLDER}/${name}.jsonl`) }))
    .toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))
}

const CARE = 'care-'

/** The sets that are judged to their last line. */
export const readJudgedSets = (): JudgedSet<Judged>[] =>
  readSets<Judged>((name) => !name.startsWith(CARE), (name) => name).filter(({ lines }) => lines.every(isJudged)) // prettier-ignore

/** @throws {Error} when a verdict is none that is counted */
function isJudged({ verdict }: Partial<Judged>): boolean {
  if (verdict !== undefined && !VERDICTS.includes(verdict)) throw new Error(`verdicts: ${VERDICTS.join(', ')}`)
  return verdict !== undefined
}

/** A message that needs care, and which, or one about business with the same words. */
export interface CareMessage {
  readonly ask: string
  readonly need?: string
}

export const readCareSets = (): JudgedSet<CareMessage>[] =>
  readSets((name) => name.startsWith(CARE), (name) => name.slice(CARE.length)) // prettier-ignore

/** A row for each kind and each verdict, a column for each set. */
export function judgedTable(sets: readonly JudgedSet<Judged>[]): string {
  const columns = [...sets.map(({ lines }) => lines), sets.flatMap(({ lines }) => lines)]
  const shareOf = (lines: readonly Judged[], ...verdicts: readonly string[]) => {
    const part = lines.filter(({ verdict }) => verdicts.includes(verdict)).length
    return lines.length === 0 ? '–' : `${part} of ${lines.length} ${percentOf(part, lines.length)}`
  }
  const counts = (title: string, ...verdicts: readonly string[]) => [
    title,
    ...columns.map((lines) => shareOf(lines, ...verdicts)),
  ]
  const kinds = [...new Set(columns.flat().map(({ kind }) => kindNamed(kind)))].toSorted((a, b) => a.localeCompare(b))
  return markdownTable(
    ['right', ...sets.map(({ name }) => name), 'all'],
    [
      ['asked as', ...columns.map((lines) => [...new Set(lines.map(({ founder }) => founder))].join(', '))],
      ...kinds.map((kind) => [
        kind,
        ...columns.map((lines) => shareOf(lines.filter((one) => kindNamed(one.kind) === kind), 'right')),
      ]),
      counts('**all kinds**', 'right'),
      ...VERDICTS.slice(1).map((verdict) => counts(`${verdict}, of all kinds`, verdict)),
      counts('**wrong or misleading**', 'wrong', 'misleading'),
    ],
  ) // prettier-ignore
}
