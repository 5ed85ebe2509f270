import { plainNumber } from '../../../../domain/numbers.ts'
import { dayOf, isDay, type IsoDate } from '../../../../domain/week.ts'

/** What a cell says: a value, nothing readable, what only its author knows, or the contrary of what they said. */
export type Read<Value> = { readonly value: Value } | 'unreadable' | 'ambiguous' | 'contrary'

/** Which of two numbers of a date is the day. */
export type DayOrder = 'day-first' | 'month-first'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * A day as people and spreadsheets write it, with or without a time. Years have four digits.
 * @param order what was said of dates that can be read both ways
 * @example
 * readDay('2026-10-31') // { value: '2026-10-31' }
 * readDay('2026-10-31 09:05:00') // { value: '2026-10-31' }
 * readDay('31.10.2026') // { value: '2026-10-31' }
 * readDay('10/31/2026') // { value: '2026-10-31' }
 * readDay('Oct 31st, 2026') // { value: '2026-10-31' }
 * readDay('Friday, 31-October-2026') // { value: '2026-10-31' }
 * readDay('03.04.2026') // 'ambiguous'
 * readDay('03/04/2026', 'day-first') // { value: '2026-04-03' }
 * readDay('10/31/2026', 'day-first') // 'contrary'
 * readDay('04/04/2026') // { value: '2026-04-04' }
 * readDay('31/02/2026') // 'unreadable'
 * readDay('31/10/26') // 'unreadable'
 * readDay('3 Marraskuu 2026') // 'unreadable'
 */
export function readDay(text: string, order?: DayOrder): Read<IsoDate> {
  const moment = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : undefined
  if (moment && !Number.isNaN(moment.getTime())) return certain(dayFrom(...ymd(dayOf(moment))))
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(?:t|,?\s+)\d{1,2}:\d\d.*$/, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(plain)
  if (iso) return certain(dayFrom(iso[1], iso[3], iso[4]))
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(plain)
  if (numbers) {
    const [, first, , second, year] = numbers
    return oneOf({ 'day-first': dayFrom(year, second, first), 'month-first': dayFrom(year, first, second) }, order)
  }
  const words = plain.replace(/^[a-z]+day,?\s+|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/, '')
  const named = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(words)
  if (named) return certain(dayFrom(named[3], monthIn(named[2]), named[1]))
  const monthFirst = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/.exec(words)
  return certain(monthFirst ? dayFrom(monthFirst[3], monthIn(monthFirst[1]), monthFirst[2]) : undefined)
}

const certain = <Value>(value: Value | undefined): Read<Value> => (value === undefined ? 'unreadable' : { value })

/** Of the two ways to read a cell the one that is possible, or that was chosen. */
function oneOf<Way extends string, Value>(
  readings: Readonly<Record<Way, Value | undefined>>,
  way: Way | undefined,
): Read<Value> {
  const possible = [...new Set(Object.values<Value | undefined>(readings))].filter((value) => value !== undefined)
  const isSame = possible.length === 1 && Object.values(readings).every((value) => value !== undefined)
  if (way && possible.length > 0 && !isSame) return readings[way] === undefined ? 'contrary' : { value: readings[way] }
  return possible.length > 1 ? 'ambiguous' : certain(possible[0])
}

const ymd = (day: IsoDate) => day.split('-') as [string, string, string]

/** The number of a month that is written out, or by its first letters. */
const monthIn = (name = ''): string =>
  String(MONTHS.findIndex((month) => [month, month.slice(0, 3)].includes(name === 'sept' ? 'sep' : name)) + 1)

function dayFrom(year = '', month = '', day = ''): IsoDate | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : undefined
}

/** What is before the decimals of a number; the other one divides thousands. */
export type DecimalMark = 'dot' | 'comma'

/**
 * A number as people write it, with the mark of a currency.
 * @param mark what was said of numbers that can be read both ways
 * @example
 * readNumber('1 234.5') // { value: 1234.5 }
 * readNumber('€ 12.500,50') // { value: 12500.5 }
 * readNumber('12,5 EUR') // { value: 12.5 }
 * readNumber('-€100') // { value: -100 }
 * readNumber('0.125') // { value: 0.125 }
 * readNumber('1,250') // 'ambiguous'
 * readNumber('€8.000') // 'ambiguous'
 * readNumber('-€8.000', 'comma') // { value: -8000 }
 * readNumber('8.000', 'dot') // { value: 8 }
 * readNumber('12,5', 'dot') // 'contrary'
 * readNumber('a few') // 'unreadable'
 * readNumber('5k') // 'unreadable'
 */
export function readNumber(text: string, mark?: DecimalMark): Read<number> {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^([-+−]?)\s*(?:[A-Z]{3}\b|\p{Sc})\s*/u, '$1')
    .replace(/\s*(?:\b[A-Z]{3}|\p{Sc})$/u, '')
  const swapped = bare.replaceAll(/[.,]/g, (one) => (one === '.' ? ',' : '.'))
  return oneOf({ dot: numberIn(bare), comma: numberIn(swapped) }, mark)
}

function numberIn(text: string): number | undefined {
  const plain = plainNumber(text)
  return plain === undefined ? undefined : Number(plain)
}

const YES = new Set('yes y true 1 x done complete completed finished achieved ✓ ✔ ✅ ☑'.split(' '))
const NO = new Set([
  'no',
  'n',
  'false',
  '0',
  '-',
  'open',
  'todo',
  'to do',
  'not done',
  'in progress',
  'started',
  '☐',
  '✗',
  '❌',
])

/**
 * @example
 * readYesNo('x') // { value: true }
 * readYesNo('In progress') // { value: false }
 * readYesNo('maybe') // 'unreadable'
 */
export function readYesNo(text: string): Read<boolean> {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/\ufe0f/g, '')
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : 'unreadable'
}
