import {
  RECORD_KINDS,
  REFERENCES,
  referenceTo,
  type RecordKind,
  type RecordReference,
} from '../../../domain/records.ts'
import type { Tool } from '../_shared/model-tools.ts'
import { rewriteStream } from './rewrite-stream.ts'

const LETTERS = {
  goal: 'g',
  loop: 'l',
  'check-in': 'c',
  decision: 'd',
  note: 'n',
  'own-note': 'o',
} as const satisfies Record<RecordKind, string>

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const kinds = RECORD_KINDS.join('|')
const ALIAS = new RegExp(`^(?:${kinds}):(?<short>[a-z]\\d{1,5})$`)
const MARKED_ALIAS = new RegExp(String.raw`\[\[(?:${kinds}):(?<short>[a-z]\d{1,5})\]\]`, 'g')
/** The end of a text that may become a marked alias; the kind is checked apart. */
const BEGUN = /\[(?:\[(?<kind>[a-z-]{0,8})(?<rest>:[a-z]?\d{0,5}\]?)?)?$/
/** Characters of the longest marked alias. */
const MAX_MARK = 20

/**
 * Short names for the records of one answer: the model reads and writes `goal:g3` instead of a UUID, which costs it 25 tokens
 * and is copied with mistakes.
 */
export class Aliases {
  readonly #shortNames = new Map<string, string>()
  readonly #records = new Map<string, RecordReference>()
  readonly #counts = new Map<RecordKind, number>()

  /** `goal:g3`, the same for the same record. */
  of(record: RecordReference): string {
    const key = referenceTo(record)
    let short = this.#shortNames.get(key)
    if (short === undefined) {
      const count = (this.#counts.get(record.kind) ?? 0) + 1
      this.#counts.set(record.kind, count)
      short = `${LETTERS[record.kind]}${count}`
      this.#shortNames.set(key, short)
      this.#records.set(short, record)
    }
    return `${record.kind}:${short}`
  }

  /**
   * Data with aliases in place of ids. An id whose kind nothing tells is left out: no answer can refer to it.
   * @param name of what the data is, such as a tool's; keys within and a row's own `kind` come before it
   */
  inData(data: unknown, name = ''): unknown {
    if (typeof data === 'string') return this.inText(data)
    if (Array.isArray(data)) return data.map((one) => this.inData(one, name))
    if (typeof data !== 'object' || data === null) return data
    const own = 'kind' in data && typeof data.kind === 'string' ? data.kind : name
    return Object.fromEntries(
      Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
        if (!/^(?:id|.*_id)$/.test(key) || typeof value !== 'string' || !UUID.test(value))
          return [[key, this.inData(value, kindIn(key) ? key : name)]]
        const kind = key === 'id' ? kindIn(own) : kindIn(key)
        return kind ? [[key, this.of({ kind, id: value })]] : []
      }),
    )
  }

  /** Arguments of a tool with ids in place of aliases. */
  resolveData(data: unknown): unknown {
    if (typeof data === 'string') return this.#records.get(ALIAS.exec(data)?.groups?.['short'] ?? '')?.id ?? data
    if (Array.isArray(data)) return data.map((one) => this.resolveData(one))
    if (typeof data !== 'object' || data === null) return data
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, this.resolveData(value)]))
  }

  /** An earlier answer with aliases in its references. */
  inText(text: string): string {
    return text.replaceAll(REFERENCES, (_, kind: RecordKind, id: string) => `[[${this.of({ kind, id })}]]`)
  }

  /** A model's text with ids in its references; one to an unknown alias is dropped. */
  resolveText(text: string): string {
    return text.replaceAll(MARKED_ALIAS, (_, short: string) => {
      const record = this.#records.get(short)
      return record ? referenceTo(record) : ''
    })
  }

  /** The same for a stream. Holds back only what may be a marked alias. */
  resolveStream(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    return rewriteStream(pieces, begunMark, (text) => this.resolveText(text))
  }
}

/** The end of a text that may become a marked alias. */
function begunMark(text: string): string {
  const { 0: begun = '', groups } = BEGUN.exec(text.slice(-MAX_MARK)) ?? {}
  const { kind = '', rest } = groups ?? {}
  const isPossible = RECORD_KINDS.some((one) => (rest === undefined ? one.startsWith(kind) : one === kind))
  return isPossible ? begun : ''
}

/** The kind of record in a name: `check-in` for `list_check_ins` and `checkins`. */
function kindIn(name: string): RecordKind | undefined {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return RECORD_KINDS.find((kind) => letters.includes(kind.replace('-', '')))
}

/** Tools whose results have aliases, and whose arguments may. */
export const withAliases = (tools: readonly Tool[], aliases: Aliases): Tool[] =>
  tools.map((tool) => ({
    ...tool,
    run: async (args) => aliases.inData(await tool.run(aliases.resolveData(args)), tool.name),
  }))
