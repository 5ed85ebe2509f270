import { plainNumber } from '../../../../domain/numbers.ts'
import { dayOf, isDay, type IsoDate } from '../../../../domain/week.ts'

/** What a cell says: a value, nothing readable, or what only its author knows. */
export type Read<Value> = { readonly value: Value } | 'unreadable' | 'ambiguous'

/** Which of two numbers of a date is the day. */
export type DayOrder = 'day-first' | 'month-first'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

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
 * readDay('03/04/2026') // 'ambiguous'
 * readDay('03/04/2026', 'day-first') // { value: '2026-04-03' }
 * readDay('04/04/2026') // { value: '2026-04-04' }
 * readDay('31/02/2026') // 'unreadable'
 * readDay('31/10/26') // 'unreadable'
 */
export function readDay(text: string, order?: DayOrder): Read<IsoDate> {
  const moment = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : undefined
  if (moment && !Number.isNaN(moment.getTime())) return dayFrom(...ymd(dayOf(moment)))
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(?:t|,?\s+)\d{1,2}:\d\d.*$/, '')
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(plain)
  if (iso) return dayFrom(iso[1], iso[3], iso[4])
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(plain)
  if (numbers) {
    const [, first, mark, second, year] = numbers
    const [one, other] = [Number(first), Number(second)]
    if (other > 12) return dayFrom(year, first, second)
    // Where dates have dots the day comes first.
    if (one > 12 || one === other || mark === '.') return dayFrom(year, second, first)
    if (!order) return 'ambiguous'
    return order === 'day-first' ? dayFrom(year, second, first) : dayFrom(year, first, second)
  }
  const words = plain.replace(/^[a-z]+day,?\s+|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/, '')
  const named = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(words)
  if (named) return dayFrom(named[3], monthIn(named[2]), named[1])
  const monthFirst = /^([a-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/.exec(words)
  return monthFirst ? dayFrom(monthFirst[3], monthIn(monthFirst[1]), monthFirst[2]) : 'unreadable'
}

const ymd = (day: IsoDate) => day.split('-') as [string, string, string]

const monthIn = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3)) + 1)

function dayFrom(year = '', month = '', day = ''): Read<IsoDate> {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? { value: iso } : 'unreadable'
}

/** What a dot before three digits is: of "8.000". */
export type DotMeaning = 'groups' | 'decimals'

/**
 * A number as people write it, with the mark of a currency.
 * @param dot what was said of numbers that can be read both ways
 * @example
 * readNumber('1,234') // { value: 1234 }
 * readNumber('1 234.5') // { value: 1234.5 }
 * readNumber('€ 12.500,50') // { value: 12500.5 }
 * readNumber('12,5 EUR') // { value: 12.5 }
 * readNumber('€8.000') // 'ambiguous'
 * readNumber('€8.000', 'groups') // { value: 8000 }
 * readNumber('8.000', 'decimals') // { value: 8 }
 * readNumber('a few') // 'unreadable'
 * readNumber('5k') // 'unreadable'
 */
export function readNumber(text: string, dot?: DotMeaning): Read<number> {
  const bare = text
    .normalize('NFKC')
    .replace(/^[-+]?\s*(?:[A-Z]{3}\b|\p{Sc})|\s*(?:\b[A-Z]{3}|\p{Sc})$/gu, '')
    .trim()
  if (/^\d{1,3}\.\d{3}$/.test(bare)) {
    if (!dot) return 'ambiguous'
    return { value: Number(dot === 'groups' ? bare.replace('.', '') : bare) }
  }
  const hasCommaDecimals = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(bare) || /^\d+,(?:\d{1,2}|\d{4,})$/.test(bare)
  const plain = hasCommaDecimals ? bare.replaceAll('.', '').replace(',', '.') : plainNumber(bare)
  return plain === undefined ? 'unreadable' : { value: Number(plain) }
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
