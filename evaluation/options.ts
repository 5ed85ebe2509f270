import { parseArgs } from 'node:util'
import { FOUNDER_KEYS, type FounderKey } from './founders/founder.ts'

export interface Options {
  readonly founder?: FounderKey
  readonly kind?: string
  /** Part of the question. */
  readonly question?: string
  /** A set of questions to ask instead, whose answers are written beside it. */
  readonly ask?: string
  /** Prints all answers, not only those graded wrong. */
  readonly print: boolean
  /** Writes the tables into docs/ai.md. */
  readonly write: boolean
}

/** @throws {TypeError} when an option or a founder is unknown, or a table of some questions would be written */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      founder: { type: 'string' },
      kind: { type: 'string' },
      question: { type: 'string' },
      ask: { type: 'string' },
      print: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const { founder: _, ...rest } = values
  const founder = FOUNDER_KEYS.find((key) => key === values.founder)
  if (values.founder !== undefined && !founder) throw new TypeError(`founders: ${FOUNDER_KEYS.join(', ')}`)
  if (values.ask !== undefined && !values.ask.endsWith('.jsonl')) throw new TypeError('--ask takes a .jsonl file')
  const options = { ...rest, ...(founder && { founder }) }
  if (options.write && !asksAll(options)) throw new TypeError('--write goes with all questions')
  return options
}

/** Whether no option leaves questions out. */
export const asksAll = ({ founder, kind, question, ask }: Options): boolean =>
  (founder ?? kind ?? question ?? ask) === undefined
