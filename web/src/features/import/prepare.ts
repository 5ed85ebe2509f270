import type { Json } from '../../../../domain/database.types.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Recognised } from './columns.ts'
import { problems } from './import-texts.ts'
import { refuseRepeated } from './drafts.ts'
import { LineCells, type Given } from './line-cells.ts'
import { addUp } from './loop-totals.ts'
import type { Answers, Prepared, Question, Written } from './prepare-types.ts'
import type { Line } from './read-csv.ts'
import { quote, WRITERS } from './writers.ts'

/**
 * What a file's lines become, or what is wrong with them.
 * @param today of who imports
 */
export function prepare(file: Recognised, lines: readonly Line[], today: IsoDate, answers: Answers): Prepared {
  // Asked again when it is answered, so that the answer can be changed.
  const questions = new Map<Question, string>()
  const asked: Given = { answers: {}, today, questions }
  const given: Given = { answers, today, questions: new Map() }
  const write = (line: Line, how: Given) => {
    const cells = new LineCells(line, file, how)
    // Nothing is left out unsaid: of columns with a name the preview says it.
    const unnamed = line.cells.find((cell, place) => cell !== '' && !file.header[place])
    if (unnamed !== undefined) cells.refuse(problems.noColumn(quote(unnamed)))
    const written = WRITERS[file.kind](cells)
    return { row: line.row, cells, written }
  }
  for (const line of lines) write(line, asked)
  const drafts = lines.map((line) => write(line, given))
  if (file.kind === 'loops') addUp(file, drafts, answers, questions)
  if (file.kind === 'check-ins') refuseRepeated(drafts, ({ week_of }) => week_of, problems.sameWeek)
  return {
    questions,
    lines: drafts.map(({ row, cells: { problem, isOpen }, written: { text, record } }) => ({
      id: String(row),
      row,
      text,
      ...(problem === undefined ? { record: withoutMissing(record) } : { problem, ...(isOpen && { isOpen }) }),
    })),
  }
}

const withoutMissing = (record: Written['record']) =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Json] => entry[1] !== undefined))
