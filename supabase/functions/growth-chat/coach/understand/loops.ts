import { subjectWords } from '../../../../../domain/words.ts'
import { quotedAmong } from '../../../../../domain/quotes.ts'
import { plain } from './plain.ts'

interface Named {
  readonly name: string
}

/** Words of a loop's name that questions use for something else. */
const GENERAL = new Set(
  `loop loops demo demos message messages conversion conversions channel channels customer customers week month outreach
  growth first after before best with from the and for our ask all new via per into over`.split(/\s+/),
)
const MIN_LETTERS = 3

/**
 * The loops that a question names, in the order of their names in it: by their name in quotes, or by a word of it that
 * is in no other name.
 */
export function loopsNamed<Loop extends Named>(question: string, loops: readonly Loop[]): readonly Loop[] {
  const quoted = quotedAmong(question, loops, ({ name }) => name)
  if (quoted) return [quoted]
  const asked = wordsOf(question)
  const places = loops.map((loop) => {
    const words = wordsOf(loop.name).filter((word) => !GENERAL.has(word))
    const found = words.flatMap((word) => {
      const at = asked.findIndex((other) => isSame(word, other))
      return at >= 0 ? [{ word, at }] : []
    })
    return { loop, found, isWhole: words.length > 0 && found.length === words.length }
  })
  return places
    .filter(({ loop, found, isWhole }) => {
      if (found.length === 0) return false
      const rivals = places.filter(
        ({ loop: other, found: theirs }) =>
          other !== loop && theirs.some(({ word }) => found.some((mine) => isSame(word, mine.word))),
      )
      return isWhole || rivals.every(({ found: theirs, isWhole }) => !isWhole && theirs.length < found.length)
    })
    .toSorted((a, b) => (a.found[0]?.at ?? 0) - (b.found[0]?.at ?? 0))
    .map(({ loop }) => loop)
}

/**
 * The one of several texts that shares most subjects with a question; undefined when it shares hardly any.
 * @param minShared words that it must share
 */
export function mostAlike<Known>(
  question: string,
  known: readonly Known[],
  textOf: (one: Known) => string,
  minShared = 1,
): Known | undefined {
  const quoted = quotedAmong(question, known, textOf)
  if (quoted) return quoted
  const asked = new Set(subjectWords(plain(question)))
  const numbers = numbersIn(question)
  const [best] = known
    .map((one) => {
      const words = subjectWords(plain(textOf(one)))
      const shared = words.filter((word) => asked.has(word)).length
      return { one, shared, share: words.length > 0 ? shared / words.length : 0 }
    })
    // "Port 55" is not "Port 5".
    .filter(({ one }) => numbers.size === 0 || [...numbersIn(textOf(one))].every((number) => numbers.has(number)))
    .filter(({ shared, share }) => shared >= Math.max(2, minShared) || (shared >= minShared && share >= 0.5))
    .toSorted((a, b) => b.shared - a.shared || b.share - a.share)
  return best?.one
}

/** Whether a text has a person's first name. @param text in lower case, without accents */
export function isNamedIn(text: string, person: string): boolean {
  const [first = ''] = plain(person).match(/\p{L}{2,}/u) ?? []
  return (
    first.length >= MIN_LETTERS && !GENERAL.has(first) && new RegExp(`(?<!\\p{L})${first}(?!\\p{L})`, 'u').test(text)
  )
}

const numbersIn = (text: string): ReadonlySet<string> => new Set(text.match(/\d+/g) ?? [])

const wordsOf = (text: string): string[] =>
  (plain(text).match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS)

/** The same word, also in another number: "workshop" and "workshops", "mail" and "mailing". */
function isSame(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short === long || (short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3)
}
