import type { IsoDate } from '../../../../domain/week.ts'
import { isoDate, monthsSpan, yearOf, type Span } from './calendar-spans.ts'
import { NUMBER_WORDS } from './number-words.ts'

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?<=\b(?:in|of|since|for|during|last|and|until|till|about|to|from|this|vs|than|early|late|mid|between|before|by|through|past|reach)\s)(?:mar(?:ch)?|may)|(?:march|may)(?=\s\d{4})|^(?:mar(?:ch)?|may)(?=\W*$))`
const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, a: 1, an: 1, few: 3 }
export const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(NUMBERS).join('|')})`
export const UNIT = String.raw`(?<unit>day|week|month|quarter|year)`

type Groups = Readonly<Record<string, string | undefined>>

/** The span that the named groups of a pattern mean; undefined where they mean none. */
export type Reader = (groups: Groups, today: IsoDate) => Span | undefined
export type Readers = readonly (readonly [RegExp, Reader])[]

export const countOf = (text: string | undefined): number => NUMBERS[text ?? ''] ?? Number(text ?? 1)
export const ordinalOf = (text: string | undefined): number =>
  ['first', 'second', 'third', 'fourth'].indexOf(text ?? '') + 1

/** The latest one that has begun where the year is not said. */
export const latest = (year: string | undefined, today: IsoDate, start: (year: number) => IsoDate): IsoDate =>
  start(year ? Number(year) : yearOf(today) - (start(yearOf(today)) > today ? 1 : 0))

export function monthNamed(name: string, year: string | undefined, today: IsoDate): Span {
  const index = MONTHS.indexOf(name.slice(0, 3))
  return monthsSpan(
    latest(year, today, (of) => isoDate(of, index, 1)),
    1,
  )
}

export const yearWord = (year: string | undefined, which: string | undefined, today: IsoDate): string | undefined =>
  year ?? (which === 'last' ? String(yearOf(today) - 1) : which === 'this' ? String(yearOf(today)) : undefined)
