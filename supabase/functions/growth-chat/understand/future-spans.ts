import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { daysBack, daySpan, isoDate, monthsAfter, unitSpan, yearOf, type Span, type Unit } from './calendar-spans.ts'
import { SEASON, SEASONS } from './seasons.ts'
import { COUNT, countOf, MONTH, MONTHS, UNIT, type Reader, type Readers } from './span-words.ts'

/** Gauss: the Sunday after the first full moon of spring. */
function easter(year: number): IsoDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return isoDate(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}

/** The first day among this year's and later ones that is still to come. */
const toCome = (today: IsoDate, dayIn: (year: number) => IsoDate, skipped = 0): IsoDate => {
  const year = yearOf(today) + (dayIn(yearOf(today)) < today ? 1 : 0)
  return dayIn(year + skipped)
}

const aheadDay = (day: IsoDate, label = `until ${formatDate(day)}`): Span => daySpan(day, label)

/** Times to come. */
export const ahead: Readers = [
  [
    new RegExp(
      String.raw`\b(?:(?:in|within|after) (?:the next )?${COUNT} ${UNIT}s?(?: time)?(?! ago)|(?<!\d[\d.,]*k? )(?<many>\d{1,3}|two|three|four|six|a) (?<later>day|week|month|quarter|year)s? (?:from now(?! on\b)|later|ahead|out))\b`,
      'g',
    ),
    ({ count, unit, many, later }, today) => {
      const [number, of] = [countOf(count ?? many), (unit ?? later ?? 'month') as Unit]
      return aheadDay(daysBack(of, -number, today), `in ${number} ${of}${number === 1 ? '' : 's'}`)
    },
  ],
  [
    /\b(?<edge>end|last day|start|beginning|first) of (?<which>the|this|next) (?<unit>week|month|quarter|year)\b|\b(?:the )?(?<yearEnd>year[- ]?end)\b|\bend of (?<short>year|month|quarter)\b/g,
    ({ edge = 'end', which = 'this', unit, short }, today) => {
      const { from, to } = unitSpan((unit ?? short ?? 'year') as Unit, today, which === 'next' ? 1 : 0)
      const day = edge === 'end' || edge === 'last day' ? to : from
      return day >= today ? aheadDay(day, `by ${formatDate(day)}`) : undefined
    },
  ],
  [
    /\bnext (?<unit>week|month|quarter|year)\b/g,
    ({ unit = '' }, today) => ({ ...unitSpan(unit as Unit, today, 1), label: `next ${unit}` }),
  ],
  [/\btomorrow\b/g, (_, today) => daySpan(addDays(today, 1), 'tomorrow')],
  [
    // Close to one Christmas, the next one is that of the year after.
    /\b(?:(?<which>next) )?(?:christmas|xmas)(?: day| eve)?\b/g,
    ({ which }, today) =>
      aheadDay(toCome(today, (year) => isoDate(year, 11, 25), which && today >= isoDate(yearOf(today), 10, 1) ? 1 : 0)),
  ],
  [/\b(?:next )?easter(?: sunday)?\b/g, (_, today) => aheadDay(toCome(today, easter))],
  [/\bnew year(?:'?s)?(?: day)?\b/g, (_, today) => aheadDay(isoDate(yearOf(today) + 1, 0, 1))],
  [
    new RegExp(String.raw`\b(?:until|till|by|before|through|reach|to|into|next)(?: the| next)? ${SEASON}`, 'g'),
    ({ season = '' }, today) => aheadDay(toCome(today, (year) => isoDate(year, SEASONS[season] ?? 0, 1))),
  ],
  [
    new RegExp(
      String.raw`\b(?:until|till|by|before|through|reach|to) (?:the end of |end of )?${MONTH}\b(?:,? (?<year>20\d\d))?(?!\s\d)`,
      'g',
    ),
    ({ month = '', year }, today) => {
      const index = MONTHS.indexOf(month.slice(0, 3))
      const named = isoDate(year ? Number(year) : yearOf(today), index, 1)
      const from = !year && named < today ? isoDate(yearOf(today) + 1, index, 1) : named
      const to = addDays(monthsAfter(from, 1), -1)
      return year && to > today ? aheadDay(to) : undefined
    },
  ],
]

/** A month without its year that is still to come, where a question is about the future: "can I pay salaries end of January". */
const FUTURE =
  /\b(?:can|will|gonna|going to|make it|survive|lasts?(?! (?:year|quarter|month|week|day))|enough|(?:is|be|have|remains?) left|still (?:be|have|pay|alive)|bridge|(?:get|gets|live|come) (?:us |me )?through|nothing (?:else )?changes|(?:revenue|income|burn|costs|spending) (?:keeps?|stays?|remains?))\b/
const PAST = /\b(?:did|was|were|had|have been|happened)\b/
export const COMING = new RegExp(
  String.raw`\b(?:until|till|by|to|through|past|(?:the |at the )?end of|in|late)(?: the)?(?: end of)? ${MONTH}\b(?!\s\d)`,
  'g',
)
export const coming: Reader = ({ month = '' }, today) => {
  const index = MONTHS.indexOf(month.slice(0, 3))
  const endIn = (year: number) => addDays(isoDate(year, index + 1, 1), -1)
  const end = endIn(yearOf(today))
  return aheadDay(end < today ? endIn(yearOf(today) + 1) : end)
}

export const isAboutFuture = (text: string): boolean => FUTURE.test(text) && !PAST.test(text)
