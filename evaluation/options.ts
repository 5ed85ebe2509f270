import { parseArgs } from 'node:util'
import { FOUNDER_KEYS, type FounderKey } from './founders/founder.ts'

export interface Options {
  readonly founder?: FounderKey
  readonly kind?: string
  /** Part of the question. */
  readonly question?: string
  /** Prints all answers, not only those graded wrong. */
  readonly print: boolean
  /** Writes the table into docs/ai.md. */
  readonly write: boolean
}

/** @throws {TypeError} when an option or a founder is unknown */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      founder: { type: 'string' },
      kind: { type: 'string' },
      question: { type: 'string' },
      print: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const founder = FOUNDER_KEYS.find((key) => key === values.founder)
  if (values.founder !== undefined && !founder) throw new TypeError(`founders: ${FOUNDER_KEYS.join(', ')}`)
  return {
    ...(founder && { founder }),
    ...(values.kind !== undefined && { kind: values.kind }),
    ...(values.question !== undefined && { question: values.question }),
    print: values.print,
    write: values.write,
  }
}
