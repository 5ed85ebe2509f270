import type { IsoDate } from '../domain/week.ts'

/** What a right answer contains. */
export type Fact =
  | { readonly kind: 'number'; readonly value: number; readonly tolerance: number; readonly isFirst: boolean }
  | { readonly kind: 'percent'; readonly value: number; readonly isFirst: boolean }
  | { readonly kind: 'date'; readonly day: IsoDate }
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'says'; readonly what: string; readonly pattern: RegExp }
  | { readonly kind: 'any'; readonly of: readonly Fact[] }

/** A number that the first line has, in any usual form: 8000, "8,000", "$8,000", "8k". */
export const number = (value: number, tolerance = 0): Fact => ({ kind: 'number', value, tolerance, isFirst: true })
/** A number anywhere in the answer. */
export const mentions = (value: number): Fact => ({ kind: 'number', value, tolerance: 0, isFirst: false })
/** A share in whole percent, in the first line. */
export const percent = (value: number): Fact => ({ kind: 'percent', value: Math.round(value), isFirst: true })
export const date = (day: IsoDate): Fact => ({ kind: 'date', day })
/** Words anywhere, in any case and with any accents. */
export const words = (text: string): Fact => ({ kind: 'words', words: text })
/** A reference to this record. */
export const record = ({ id }: { readonly id: string }): Fact => ({ kind: 'record', id })
export const says = (what: string, pattern: RegExp): Fact => ({ kind: 'says', what, pattern })
export const any = (...of: readonly Fact[]): Fact => ({ kind: 'any', of })

export const notRecorded = says(
  'that it is not recorded',
  /not (?:yet )?(?:been )?(?:recorded|tracked|stored|in (?:your|the) records)|no (?:record|data)|don’t have|do(?:es)? not (?:have|record|track)|nothing (?:about|is recorded|in your records)|isn['’]t (?:recorded|tracked)/i,
)
export const speaksEnglish = says('that it speaks English', /english/i)
export const declines = says(
  'that it does not do that',
  /cannot|can['’]t|not able|unable|only answer|don['’]t|do not|outside|nothing else|no (?:other|hidden)/i,
)

interface NumberInText {
  readonly value: number
  readonly isPercent: boolean
}

const withoutReferences = (text: string): string => text.replaceAll(/\[\[[^\]]*\]\]/g, ' ')

/** The numbers of a text, outside references and dates in figures. */
export function numbersIn(text: string): NumberInText[] {
  const found = withoutReferences(text).matchAll(
    /(?<![\p{L}\d.,])([-−]?)[$€£]?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(k|m)?(?![\p{L}\d])\s?(%)?/giu,
  )
  return [...found].map(([, sign, digits = '', factor = '', share]) => ({
    value: Number(digits.replaceAll(',', '')) * ({ k: 1e3, m: 1e6 }[factor.toLowerCase()] ?? 1) * (sign ? -1 : 1),
    isPercent: share !== undefined,
  }))
}

export const firstLineOf = (answer: string): string =>
  answer
    .trim()
    .split('\n')
    .find((line) => line.trim() !== '') ?? ''

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\\*_`]/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

/** Whether an answer contains a fact. */
export function contains(answer: string, fact: Fact): boolean {
  switch (fact.kind) {
    case 'number':
      return numbersIn(fact.isFirst ? firstLineOf(answer) : answer).some(
        ({ value, isPercent }) =>
          !isPercent && Math.abs(Math.abs(value) - Math.abs(fact.value)) <= fact.tolerance + 1e-9,
      )
    case 'percent':
      return numbersIn(fact.isFirst ? firstLineOf(answer) : answer).some(
        ({ value, isPercent }) => isPercent && Math.abs(value - fact.value) <= 0.5,
      )
    case 'date':
      return datesOf(fact.day).some((written) => plain(answer).includes(written))
    case 'words':
      return plain(withoutReferences(answer)).includes(plain(fact.words))
    case 'record':
      return answer.includes(fact.id)
    case 'says':
      return fact.pattern.test(answer)
    case 'any':
      return fact.of.some((one) => contains(answer, one))
    default:
      return fact satisfies never
  }
}

/** A day as it may be written, in lower case. */
function datesOf(day: IsoDate): string[] {
  const moment = new Date(`${day}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions, locale: string) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(moment).toLowerCase()
  return [
    day,
    format({ day: 'numeric', month: 'long' }, 'en-GB'),
    format({ day: 'numeric', month: 'short' }, 'en-GB'),
    format({ day: 'numeric', month: 'long' }, 'en-US'),
    format({ day: 'numeric', month: 'short' }, 'en-US'),
  ]
}

/** A fact in words, for a report. */
export function described(fact: Fact): string {
  switch (fact.kind) {
    case 'number':
      return String(fact.value)
    case 'percent':
      return `${fact.value}%`
    case 'date':
      return fact.day
    case 'words':
      return `“${fact.words}”`
    case 'record':
      return `the record ${fact.id}`
    case 'says':
      return fact.what
    case 'any':
      return fact.of.map(described).join(' or ')
    default:
      return fact satisfies never
  }
}
