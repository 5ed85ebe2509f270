import type { IsoDate } from '../../../../domain/week.ts'
import { readDay, readNumber, readYesNo, type Read } from './cells.ts'
import { COLUMNS, type Recognised } from './columns.ts'
import { problems } from './import-texts.ts'
import type { Answers, Question } from './prepare-types.ts'
import type { Line } from './read-csv.ts'

/** With what a file is read. */
export interface Given {
  readonly answers: Answers
  /** Of who imports. */
  readonly today: IsoDate
  /** What the file leaves open, with a cell in which it does. */
  readonly questions: Map<Question, string>
}

/** Words that a cell may have, each for a value. */
export type Choices<Value> = readonly (readonly [label: string, value: Value, ...words: string[]])[]

/** Reads the cells of a line; the first problem counts. */
export class LineCells {
  problem: string | undefined
  /** Whether an answer to a question solves the problem. */
  isOpen = false
  readonly today: IsoDate
  readonly #line: Line
  readonly #file: Recognised
  readonly #given: Given

  constructor(line: Line, file: Recognised, given: Given) {
    this.#line = line
    this.#file = file
    this.#given = given
    this.today = given.today
  }

  refuse(problem: string, isOpen = false): void {
    if (this.problem !== undefined) return
    this.problem = problem
    this.isOpen = isOpen
  }

  cell = (field: string): string => this.#line.cells[this.#file.places.get(field) ?? -1] ?? ''

  has = (field: string): boolean => this.#file.places.has(field)

  /** A column as the file calls it, or as the example does. */
  name = (field: string): string =>
    this.#file.names.get(field) ?? (COLUMNS[this.#file.kind] as Record<string, readonly string[]>)[field]?.[0] ?? field

  text(field: string, limit: number): string | undefined {
    const text = this.cell(field)
    if (text.length > limit) this.refuse(problems.tooLong(this.name(field), limit))
    return text === '' ? undefined : text
  }

  needed(field: string, limit: number): string {
    const text = this.text(field, limit)
    if (text === undefined) this.refuse(problems.missing(this.name(field)))
    return text ?? ''
  }

  /** @param isPast whether it must not be in the future */
  day(field: string, isPast = true): IsoDate | undefined {
    const text = this.cell(field)
    if (text === '') return undefined
    const read = readDay(text, this.#given.answers.days)
    const day = this.#value(read, 'days', text, problems.ambiguousDay(text), problems.noDay(this.name(field), text))
    if (isPast && day !== undefined && day > this.#given.today) this.refuse(problems.inFuture(this.name(field), text))
    return day
  }

  neededDay(field: string): IsoDate | undefined {
    if (this.cell(field) === '') this.refuse(problems.missing(this.name(field)))
    return this.day(field)
  }

  number(field: string): number | undefined {
    const text = this.cell(field)
    if (text === '') return undefined
    const read = readNumber(text, this.#given.answers.decimals)
    return this.#value(
      read,
      'decimals',
      text,
      problems.ambiguousNumber(text),
      problems.noNumber(this.name(field), text),
    )
  }

  choice<Value>(field: string, choices: Choices<Value>): Value | undefined {
    const text = this.cell(field)
    if (text === '') return undefined
    const word = text.toLowerCase()
    const chosen = choices.find(([label, value, ...words]) =>
      [label.toLowerCase(), String(value), ...words].includes(word),
    )
    if (!chosen)
      this.refuse(
        problems.noChoice(
          this.name(field),
          text,
          choices.map(([label]) => label),
        ),
      )
    return chosen?.[1]
  }

  yesNo(field: string): boolean | undefined {
    const text = this.cell(field)
    if (text === '') return undefined
    const read = readYesNo(text)
    if (typeof read !== 'string') return read.value
    this.refuse(problems.noChoice(this.name(field), text, ['yes', 'no']))
    return undefined
  }

  #value<Value>(
    read: Read<Value>,
    question: Question,
    text: string,
    ambiguous: string,
    unreadable: string,
  ): Value | undefined {
    if (typeof read !== 'string') return read.value
    if (read === 'ambiguous' && !this.#given.questions.has(question)) this.#given.questions.set(question, text)
    this.refuse({ ambiguous, unreadable, contrary: problems.contrary(text) }[read], read === 'ambiguous')
    return undefined
  }
}
