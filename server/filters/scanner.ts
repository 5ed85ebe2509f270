import { fail, succeed, type Result } from '../../domain/result.ts'

/** Why a text of a client cannot be parsed. */
export type SyntaxFailure =
  | {
      readonly kind: 'bad-syntax'
      readonly what: string
      readonly text: string
      readonly column: number
      readonly unexpected: string
      readonly expected: string
    }
  | { readonly kind: 'embedding'; readonly relation: string }
  | { readonly kind: 'not-embedded'; readonly relation: string }
  | { readonly kind: 'aggregate' }
  | { readonly kind: 'bad-query'; readonly message: string }

/**
 * Reads one text from left to right. Keeps the first error, and matches nothing after it: a reader needs no error path
 * of its own, `finish` returns the error.
 */
export class Scanner {
  readonly #what: string
  readonly #text: string
  #at = 0
  #failure: SyntaxFailure | undefined

  /** @param what the text's name in an error message, e.g. "filter" */
  constructor(what: string, text: string) {
    this.#what = what
    this.#text = text
  }

  take(literal: string): boolean {
    const found = this.#failure === undefined && this.#text.startsWith(literal, this.#at)
    if (found) this.#at += literal.length
    return found
  }

  /** @param pattern a sticky one (`/…/y`) */
  match(pattern: RegExp): RegExpExecArray | undefined {
    if (this.#failure !== undefined) return undefined
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at += found[0].length
    return found
  }

  expect(literal: string, expected = `"${literal}"`): void {
    if (!this.take(literal)) this.refuse(expected)
  }

  refuse(expected: string): void {
    const found = this.#text.slice(this.#at).match(/^./su)?.[0]
    this.stop({
      kind: 'bad-syntax',
      what: this.#what,
      text: this.#text,
      column: this.#at + 1,
      unexpected: found === undefined ? 'end of input' : JSON.stringify(found),
      expected,
    })
  }

  stop(failure: SyntaxFailure): void {
    this.#failure ??= failure
  }

  finish<Value>(value: Value, expected = 'end of input'): Result<Value, SyntaxFailure> {
    if (this.#at < this.#text.length) this.refuse(expected)
    return this.#failure === undefined ? succeed(value) : fail(this.#failure)
  }
}

/** `item ("," item)*`, white space around the commas. */
export function readList<Item>(scanner: Scanner, readItem: (scanner: Scanner) => Item): Item[] {
  const items: Item[] = []
  do {
    scanner.match(/\s*/y)
    items.push(readItem(scanner))
    scanner.match(/\s*/y)
  } while (scanner.take(','))
  return items
}

const quoted = /"((?:[^"\\]|\\.)*)"/sy

/** A text in double quotes, where `\"` and `\\` stand for themselves. */
export const readQuoted = (scanner: Scanner): string | undefined => scanner.match(quoted)?.[1]?.replace(/\\(.)/gs, '$1')
