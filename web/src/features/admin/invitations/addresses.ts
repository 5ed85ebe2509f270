/** As the database reads it: what it refuses is said before it is sent. */
const ADDRESS = /^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s<>,;:"()\\]+$/

export interface Addresses {
  /** Each once, in lower case. */
  readonly addresses: readonly string[]
  /** What looks like one, and is none. */
  readonly wrong: readonly string[]
}

/**
 * The addresses in a pasted list or in the text of a CSV file, whatever stands between and beside them.
 * @example
 * readAddresses('Ana Sousa <Ana@acme.com>; ben@b.co, ana@acme.com') // { addresses: ['ana@acme.com', 'ben@b.co'], wrong: [] }
 * readAddresses('name,email\nMaya,maya@upswing') // { addresses: [], wrong: ['maya@upswing'] }
 */
export function readAddresses(text: string): Addresses {
  const found = text.split(/[\s<>,;:"()\\]+/).filter((word) => word.includes('@'))
  const words = [
    ...new Set(
      found.map((word) =>
        word
          .replace(/[.']+$/, '')
          .replace(/^'+/, '')
          .toLowerCase(),
      ),
    ),
  ]
  return {
    addresses: words.filter((word) => ADDRESS.test(word)),
    wrong: words.filter((word) => !ADDRESS.test(word)),
  }
}
