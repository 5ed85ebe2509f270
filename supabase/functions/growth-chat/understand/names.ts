import { quotedAmong } from '../../../../domain/quotes.ts'
import type { RecordReference } from '../../../../domain/records.ts'
import { subjectWords } from '../../_shared/words.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Loop } from '../../_shared/founder-records.ts'
import { isCommon } from './common-words.ts'
import { plain } from './plain.ts'

/** Words of a name that questions use for something else. */
const GENERAL = new Set(
  `loop loops demo demos message messages conversion conversions channel channels customer customers week month outreach growth first
  after before best with from the and for our ask all new via per into over call calls team lead founder founders product support strategy squad expert`.split(
    /\s+/,
  ),
)
const MIN_LETTERS = 3
/** Letters that forms of a word differ by: "workshop" and "workshops", "mail" and "mailing". */
const MAX_ENDING = 3

/** Position of a name among the words of a text. */
export interface Named<Known> {
  readonly known: Known
  /** Indices of its words. */
  readonly at: readonly number[]
}

const wordsOf = (text: string): string[] =>
  (plain(text).match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS)

/** The same word, in any of its forms. */
export function isForm(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long) return true
  return (
    short.length >= 4 &&
    ((long.startsWith(short) && long.length - short.length <= MAX_ENDING) || stem(short) === stem(long))
  )
}

/** Whether a word means a word of a name: a common one only means itself, "account" is not "accounting". */
const isNamedBy = (word: string, other: string): boolean =>
  isForm(word, other) && !(word.endsWith('ing') && !other.endsWith('ing') && isCommon(other))

/** The beginning that the forms of an English word share. */
export const stem = (word: string): string =>
  word.replace(/(?<=\p{L}{3})(?:ings?|ers?|ed|es|s|e)$/u, '').replace(/(?<=\p{L}{3})(\p{L})\1$/u, '$1')

/** A loop that a question names. */
export interface NamedLoop extends Named<Loop> {
  /** All particular words of its name, or the name in quotes. */
  readonly isWhole: boolean
}

/**
 * The loops that a question names, in its order: by their name in quotes, by their whole name, or by a word of it that is
 * in no other name.
 * @param words of the question, in lower case
 */
export function loopsNamed(text: string, words: readonly string[], loops: readonly Loop[]): readonly NamedLoop[] {
  const quoted = quotedAmong(text, loops, ({ name }) => name)
  if (quoted) return [{ known: quoted, at: [], isWhole: true }]
  const places = loops.map((loop) => {
    const every = wordsOf(loop.name)
    const own = every.filter((word) => !GENERAL.has(word))
    const found = own.filter((word) => words.some((other) => isNamedBy(word, other)))
    const isWhole = own.length > 0 && found.length === own.length
    // Named whole, its general words are its own too: "founder" in "Founder workshops" asks about no founder.
    const at = (isWhole ? every : own).flatMap((word) =>
      words.flatMap((other, index) => (isNamedBy(word, other) ? [index] : [])),
    )
    return { known: loop, at, found, isWhole }
  })
  return places
    .filter(({ known, found, isWhole }) => {
      if (found.length === 0) return false
      // "Cold mail" is not "Cold calls", of whose name only "cold" is particular.
      const isInAnother = places.some(
        (other) => other.found.length > found.length && found.every((word) => other.found.includes(word)),
      )
      if (isInAnother && !plain(text).includes(plain(known.name))) return false
      const rivals = places.filter(
        (other) => other.known !== known && other.found.some((word) => found.some((mine) => isForm(word, mine))),
      )
      return isWhole || rivals.every((rival) => !rival.isWhole && rival.found.length < found.length)
    })
    .toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
}

/** Members of the squad who have written, by a name that the question has. */
export function peopleNamed(words: readonly string[], { messages }: FounderContext): readonly Named<string>[] {
  const senders = [...new Set(messages.map(({ sender }) => sender))].filter((sender) => sender !== FOUNDER_AS_SENDER)
  return senders.flatMap((sender) => {
    // The words of a question have no hyphens.
    const own = (`${plain(sender)} ${plain(sender).replaceAll('-', '')}`.match(/\p{L}{2,}/gu) ?? []).filter(
      (word) => !GENERAL.has(word),
    )
    const at = words.flatMap((word, index) => (own.some((name) => word === name || word === `${name}s`) ? [index] : []))
    return at.length > 0 ? [{ known: sender, at }] : []
  })
}

/** A record whose title the question quotes or has words of. */
export interface NamedRecord extends Named<RecordReference> {
  /** Words of the title that the question has, and their share of it. */
  readonly shared: number
  readonly share: number
  /** A goal with a number to reach. */
  readonly hasTarget: boolean
}

/** The goals, decisions and notes whose titles a question means, the most alike first. */
export function recordsNamed(text: string, words: readonly string[], context: FounderContext): readonly NamedRecord[] {
  const titled = [
    ...context.goals.map(({ id, text: title, target }) => ({ kind: 'goal' as const, id, title, target })),
    ...context.decisions.map(({ id, title }) => ({ kind: 'decision' as const, id, title, target: undefined })),
    ...context.notes.map(({ id, title }) => ({ kind: 'note' as const, id, title, target: undefined })),
  ]
  const quoted = quotedAmong(text, titled, ({ title }) => title)
  if (quoted) {
    const { kind, id, target } = quoted
    return [{ known: { kind, id }, at: [], shared: 99, share: 1, hasTarget: target !== undefined }]
  }
  const numbers = new Set(text.match(/\d+/g) ?? [])
  return titled
    .flatMap(({ kind, id, title, target }): NamedRecord[] => {
      const own = subjectWords(plain(title).replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ''))
      const found = own.filter((word) => words.some((other) => isForm(word, other)))
      // "Port 55" is not "Port 5"; "12 practices" are those of "Sign 12 new practices at $149".
      const stated = title.match(/\d+/g) ?? []
      const isNumbered = stated.some((number) => numbers.has(number))
      const isOtherNumber = numbers.size > 0 && stated.length > 0 && !isNumbered
      // Its number counts as a word of a goal.
      const counted = kind === 'goal' && isNumbered ? 1 : 0
      const [shared, all] = [found.length + counted, own.length + counted]
      const share = all > 0 ? shared / all : 0
      // "How many open goals" has two words of "there are 999 open goals", and means none of it.
      const isGeneral = found.every((word) => isCommon(word)) && (share < 0.6 || shared === 1)
      if (isGeneral || isOtherNumber || found.length === 0 || (shared < 2 && share < 0.5)) return []
      const at = words.flatMap((word, index) => (found.some((mine) => isForm(mine, word)) ? [index] : []))
      return [{ known: { kind, id }, at, shared, share, hasTarget: target !== undefined }]
    })
    .toSorted((a, b) => b.shared - a.shared || b.share - a.share)
}
