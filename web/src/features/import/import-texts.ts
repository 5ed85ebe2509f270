import { enumerated } from '../../../../domain/enumerated.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { Kind } from './columns.ts'

const NOUNS: Record<Kind, readonly [one: string, many: string]> = {
  goals: ['goal', 'goals'],
  decisions: ['decision', 'decisions'],
  'check-ins': ['check-in', 'check-ins'],
  loops: ['loop entry', 'loop entries'],
}

/**
 * @example
 * counted('goals', 34) // '34 goals'
 * counted('loops', 1) // '1 loop entry'
 */
export const counted = (kind: Kind, count: number): string =>
  `${formatCount(count)} ${NOUNS[kind][count === 1 ? 0 : 1]}`

const rows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`)

export const importTexts = {
  spreadsheetFile: 'This is a spreadsheet. Save it as CSV first, then choose that file.',
  notUtf8: 'This file is not text in UTF-8. Save it as “CSV UTF-8”, then choose it again.',
  tooLarge: 'A file has at most 1 MB. Split it into smaller ones.',
  tooManyLines: 'A file has at most 2,000 rows. Split it into smaller ones.',
  tooManyColumns: 'A file has at most 100 columns.',
  tooMuchText: 'That is too much text for one import. Split the file into smaller ones.',
  emptyFile: 'There are no rows in it.',
  headerAlone: 'There is no row below the names of the columns.',
  unreadable: 'The file could not be read.',
  openQuote: (row: number) => `A quote (") is not closed properly in or after row ${row}.`,
  unknown: 'We can’t tell what this is. The first row needs the names of the columns:',
  lacks: (kind: Kind, columns: readonly string[]) =>
    `This looks like ${NOUNS[kind][1].replace(/^points of /, '')}, but has no column “${columns.join('” and no column “')}”.`,
  ignored: (columns: readonly string[]) =>
    columns.length === 1
      ? `The column “${columns[0]}” is not used.`
      : `Not used: the columns ${enumerated(columns.map((name) => `“${name}”`))}.`,
  ignoredCount: (count: number) => `${formatCount(count)} columns are not used`,
  loopsAreAdmins: 'Loops are managed by your growth squad. Send them this file: they can import it for you.',
  previewFailed: 'We couldn’t check what is here already.',
  totalsNeeded:
    'One of these loops is here already. Its history takes totals: what the count was on each day, not what was gained.',
  wrongRows: (count: number, isPasted: boolean) =>
    isPasted
      ? `Correct ${rows(count)}, then preview ${count === 1 ? 'it' : 'them'} again.`
      : `Correct ${rows(count)} in the file, then choose it again.`,
  questions: (count: number) => `Answer the question${count === 1 ? '' : 's'} above first.`,
  /** Under the name of a file whose questions are not answered yet. */
  unanswered: (count: number, wrong: number) =>
    `${rows(count)}${wrong > 0 ? `, ${formatCount(wrong)} with an error` : ''}`,
  /** Under the name of the file. */
  summary: (
    kind: Kind,
    { added, known, wrong, isChecked }: { added: number; known: number; wrong: number; isChecked: boolean },
  ) =>
    [
      `${counted(kind, added)} ${isChecked ? 'to add' : 'in it'}`,
      ...(known > 0 ? [`${formatCount(known)} here already`] : []),
      ...(wrong > 0 ? [`${rows(wrong)} with an error`] : []),
    ].join(', '),
  nothingNew: 'All of it is here already.',
  adds: (kind: Kind, count: number) => (count === 0 ? 'Import' : `Import ${counted(kind, count)}`),
  done: (kind: Kind, { added, skipped }: { added: number; skipped: number }) =>
    `${counted(kind, added)} imported.${skipped > 0 ? ` ${rows(skipped)} ${skipped === 1 ? 'was' : 'were'} here already.` : ''}`,
  undone: (kind: Kind, { removed, kept }: { removed: number; kept: number }) =>
    `${counted(kind, removed)} removed.${kept > 0 ? ` ${formatCount(kept)} ${kept === 1 ? 'stays' : 'stay'}: changed, commented on, linked to or added to since.` : ''}`,
  view: (kind: Kind) =>
    `View ${{ goals: 'Goals', decisions: 'Decisions', 'check-ins': 'Check-ins', loops: 'Loops' }[kind]}`,
  importFailed: 'Nothing was imported. Please try again.',
  refused: (reason: string) => `Nothing was imported: ${reason}.`,
  tooSlow: 'Nothing was imported: it took too long. Split the file, or try again in a minute.',
  isFull: 'Nothing was imported: the account is full.',
  tooMany: (reason: string) => `Nothing was imported. ${reason}. Try again later.`,
  recentFailed: 'Failed to load the recent imports',
  undoFailed: 'Failed to undo the import',
  tooLate: 'It is too late to undo this.',
  isKnown: 'Here already, or the same as a row above: skipped',
} as const

/** What is wrong with a line. */
export const problems = {
  missing: (column: string) => `The ${column} is missing`,
  tooLong: (column: string, limit: number) => `The ${column} has more than ${formatCount(limit)} characters`,
  noDay: (column: string, text: string) => `“${text}” is not a date (${column}). Write it like 2026-10-31`,
  noNumber: (column: string, text: string) => `“${text}” is not a number (${column})`,
  noCount: (column: string, text: string) => `“${text}” is not a whole number from 0 to a billion (${column})`,
  noTarget: (column: string, text: string) => `“${text}” is not a number from 0 to a billion (${column})`,
  noChoice: (column: string, text: string, choices: readonly string[]) =>
    `“${text}” is not ${enumerated(choices, 'or')} (${column})`,
  inFuture: (column: string, text: string) => `“${text}” is in the future (${column})`,
  ambiguousDay: (text: string) => `“${text}” can be read in two ways: choose above how dates are written`,
  ambiguousNumber: (text: string) => `“${text}” can be read in two ways: choose above how numbers are written`,
  contrary: (text: string) => `“${text}” does not fit what you chose above`,
  noColumn: (text: string) =>
    `${text} is in a column without a name. Name it in the first row, or quote cells with commas`,
  openMeaning: 'Choose above what the numbers are',
  doneButNot: 'It is not done, but has a date on which it was completed',
  doneTwice: 'One column says that it is done, and another that it is not',
  doneBeforeSet: 'It was completed before it was created',
  noTargetYet: 'A goal with progress or a unit needs a target',
  reviewedBeforeDecided: 'It was reviewed before it was decided',
  reviewTooLate: 'It is reviewed between the day it was decided and three years later',
  outcomeAlone: 'What came of a decision needs both the outcome and whether it was right: yes, partly or no',
  sameWeek: (row: number) => `The same week as row ${row}`,
  samePoint: (row: number) => `The same loop and day as row ${row}`,
  noValue: 'There is no number in this row',
  belowZero: 'The gains of the loop add up to less than zero',
  tooManyLoops: 'A file has at most 50 loops',
} as const
