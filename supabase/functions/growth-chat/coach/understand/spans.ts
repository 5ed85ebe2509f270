import * as chrono from 'chrono-node/en'
import { formatDate, formatMonth } from '../../../../../domain/dates.ts'
import { addDays } from '../../../../../domain/days.ts'
import { weekOf, type IsoDate } from '../../../../../domain/week.ts'

/** Days from the first to the last, both included, in UTC. */
export interface Span {
  readonly from: IsoDate
  readonly to: IsoDate
  /** As a sentence says it: "in October 2026", "last week". */
  readonly label: string
  /** The very day that "a year ago" is, for what is known of a day and not of a span. */
  readonly on?: IsoDate
}

const MONTHS = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november',
  'december',
] // prettier-ignore
const month = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?<=\b(?:in|of|since|for|during|last|and|until|about|to|from|this|vs\.?|than|early|late|mid)\s)(?:mar(?:ch)?|may)|(?:march|may)(?=\s\d{4})|^(?:mar(?:ch)?|may)(?=\W*$))`

type Unit = 'week' | 'month' | 'quarter' | 'year'
type Reader = (groups: Readonly<Record<string, string | undefined>>, today: IsoDate) => Span | undefined

const COUNTS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, few: 3, couple: 2,
} // prettier-ignore
const countOf = (text: string | undefined): number => COUNTS[text ?? ''] ?? Number(text ?? 1)
const count = `(?<count>\\d{1,3}|${Object.keys(COUNTS).join('|')})`

/** The latest month of that name that has begun, or that of the year. */
function monthNamed(month: string, year: string | undefined, today: IsoDate): Span {
  const index = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3)))
  const chosen = year ? Number(year) : yearOf(today) - (isoDate(yearOf(today), index, 1) > today ? 1 : 0)
  const from = isoDate(chosen, index, 1)
  return { from, to: addDays(monthsAfter(from, 1), -1), label: formatMonth(from) }
}

/** The first that matches is used. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /\b(?:the )?same (?<unit>month|quarter) (?:of |in )?last year\b|\bthis (?<time>time) last year\b/,
    ({ unit = 'month' }, today) =>
      monthsSpan(monthsBefore(unitSpan(unit as Unit, today, 0).from, 12), unit === 'quarter' ? 3 : 1),
  ],
  [
    // "Will it last 24 months?" is no past.
    new RegExp(
      `(?<!\\b(?:would|will|could|can|to|we|it|us|me|money|cash|should|must) )\\b(?:last|past|previous) (?:couple of |few )?${count} (?<unit>day|week|month|quarter|year)s?\\b`,
    ),
    ({ count, unit = '' }, today) => {
      const many = countOf(count)
      if (many < 1) return undefined
      const label = `in the last ${many} ${unit}${many === 1 ? '' : 's'}`
      const from =
        unit === 'day'
          ? addDays(today, 1 - many)
          : unit === 'week'
            ? addDays(today, 1 - 7 * many)
            : addDays(monthsBefore(today, many * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1)), 1)
      return { from, to: today, label }
    },
  ],
  [
    /\b(?:half a year|(?<more>a year and a half|one and a half years)) ago\b/,
    ({ more }, today) => {
      const on = monthsBefore(today, more ? 18 : 6)
      return { ...unitSpan('month', on, 0), label: more ? 'a year and a half ago' : 'half a year ago', on }
    },
  ],
  [
    new RegExp(`\\b(?:(?<article>an?)|${count}) (?<unit>day|week|month|quarter|year)s? ago\\b`),
    ({ article, count, unit = '' }, today) => {
      const many = article ? 1 : countOf(count)
      const label = `${many} ${unit}${many === 1 ? '' : 's'} ago`
      const on =
        unit === 'day' || unit === 'week'
          ? addDays(today, -many * (unit === 'week' ? 7 : 1))
          : monthsBefore(today, many * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1))
      return unit === 'day' ? { from: on, to: on, label } : { ...unitSpan(unit as Unit, today, -many), label, on }
    },
  ],
  [
    /\bsince (?:the )?(?:start|beginning|first day) of (?:the |this )?(?<unit>week|month|quarter|year)\b|\bsince the (?<begun>week|month|quarter|year) (?:start|beg[au]n)\w*|\b(?<unitToDate>week|month|quarter|year)[- ]to[- ]date\b|\b(?<ytd>ytd)\b/,
    ({ unit, begun, unitToDate, ytd }, today) => {
      const { from } = unitSpan((unit ?? begun ?? unitToDate ?? (ytd && 'year') ?? 'month') as Unit, today, 0)
      return { from, to: today, label: `since ${formatDate(from)}` }
    },
  ],
  [/\b(?:the day before yesterday)\b/, (_, today) => day(addDays(today, -2), 'the day before yesterday')],
  [/\byesterday\b/, (_, today) => day(addDays(today, -1), 'yesterday')],
  [
    /\b(?:(?:the )?(?<nth>first|second|last) half of |h(?<half>[12]) (?:of )?)(?:(?<which>this|last) year|(?:the year )?(?<year>20\d\d)|(?:the )?year)(?!\d)|\bh(?<bare>[12])\b/,
    ({ nth, half, bare, which, year }, today) => {
      const number = Number(half ?? bare ?? (nth === 'first' ? 1 : 2))
      const start = (of: number) => isoDate(of, (number - 1) * 6, 1)
      const isPast = !year && !which && start(yearOf(today)) > today
      const chosen = year ? Number(year) : yearOf(today) - (which === 'last' || isPast ? 1 : 0)
      const from = start(chosen)
      return { from, to: addDays(monthsAfter(from, 6), -1), label: `in the ${number === 1 ? 'first' : 'second'} half of ${chosen}` }
    },
  ], // prettier-ignore
  [
    // "The last week with mood 4" is any week.
    /\b(?<which>this|current|last|previous|past) (?<unit>week|month|quarter|year)\b(?! (?:with|without|when|where|that|in which|i (?:was|had|felt))\b)/,
    ({ which = '', unit = '' }, today) => {
      const isPresent = which === 'this' || which === 'current'
      const span = unitSpan(unit as Unit, today, isPresent ? 0 : -1)
      return { ...span, label: `${isPresent ? 'this' : 'last'} ${unit}` }
    },
  ],
  [
    /\b(?:in )?(?:q(?<quarter>[1-4])|(?<nth>first|second|third|fourth) quarter)(?: (?:of )?(?<year>20\d\d))?\b/,
    ({ quarter, nth, year }, today) => {
      const number = quarter ? Number(quarter) : ['first', 'second', 'third', 'fourth'].indexOf(nth ?? '') + 1
      const start = (in_: number) => isoDate(in_, (number - 1) * 3, 1)
      const chosen = year ? Number(year) : yearOf(today) - (start(yearOf(today)) > today ? 1 : 0)
      const from = start(chosen)
      return { from, to: addDays(monthsAfter(from, 3), -1), label: `in Q${number} ${chosen}` }
    },
  ],
  [
    new RegExp(`\\b(?<half>first|second|last) half of ${month}(?:,? (?<year>20\\d\\d))?`),
    ({ half, month = '', year }, today) => {
      const { from, to, label } = monthNamed(month, year, today)
      const middle = addDays(from, 14)
      return half === 'first'
        ? { from, to: middle, label: `in the first half of ${label}` }
        : { from: addDays(middle, 1), to, label: `in the second half of ${label}` }
    },
  ],
  [
    /\b(?:in|of|for|during|since) (?:calendar )?week (?<week>\d{1,2})(?: (?:of )?(?<year>20\d\d))?\b(?! (?:days|weeks|months))|\b[ck]w ?(?<short>\d{1,2})\b/,
    ({ week, short, year }, today) => {
      const number = Number(week ?? short)
      // The week of January 4 is the first (ISO 8601).
      const monday = (of: number) => addDays(weekOf(new Date(`${of}-01-04T00:00:00Z`), 'UTC'), 7 * (number - 1))
      const chosen = year ? Number(year) : yearOf(today) - (monday(yearOf(today)) > today ? 1 : 0)
      const from = monday(chosen)
      return number >= 1 && number <= 53
        ? { from, to: addDays(from, 6), label: `in the week of ${formatDate(from)}` }
        : undefined
    },
  ],
  [
    // A month without a day; a day of a month is read below.
    new RegExp(
      `(?<!\\d\\s|\\d(?:st|nd|rd|th)\\s(?:of\\s)?)\\b${month}\\b\\.?(?!\\s\\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d))(?:,? (?<year>20\\d\\d))?`,
    ),
    ({ month = '', year }, today) => {
      const { from, to, label } = monthNamed(month, year, today)
      return { from, to, label: `in ${label}` }
    },
  ],
  [
    /(?<=\b(?:in|during|for|of|since|year|about|and|vs|than) )(?<year>20\d\d)\b/,
    ({ year }) => ({ from: isoDate(Number(year), 0, 1), to: isoDate(Number(year), 11, 31), label: `in ${year}` }),
  ],
  [/\btoday\b/, (_, today) => day(today, 'today')],
]

/**
 * The span of time that a question names; the latest one that is not in the future where the year is not said. Undefined
 * when it names none.
 * @param text in lower case
 */
export function spanIn(question: string, today: IsoDate): Span | undefined {
  // "In May last year" is a month, and no year.
  const text = question.replace(
    new RegExp(`\\b(${MONTHS.join('|')}),? (?:of )?(last|this) year\\b`, 'g'),
    (_, name: string, which: string) => `${name} ${yearOf(today) - (which === 'last' ? 1 : 0)}`,
  )
  const [, start, end] = /\b(?:from|between) (.{3,20}?) (?:to|and|until|till) (.{3,20})/.exec(text) ?? []
  const [first, last] = [start && spanIn(`in ${start}`, today), end && spanIn(`in ${end}`, today)]
  if (first && last && first.from < last.to) {
    return { from: first.from, to: last.to, label: `from ${formatDate(first.from)} to ${formatDate(last.to)}` }
  }
  if (/\b20\d\d-\d\d-\d\d\b|\bweek (?:of|from)\b/.test(text)) {
    const written = dayIn(text, today)
    if (written) return written
  }
  for (const [pattern, read] of readers) {
    const match = pattern.exec(text)
    const span = match && read(match.groups ?? {}, today)
    if (!span) continue
    return /\bsince (?:\w+ of )?$/.test(text.slice(0, match.index)) ? since(span, today) : span
  }
  return dayIn(text, today)
}

/** "How did demos grow from September to October?" compares the two. */
const GROWN =
  /\b(?:gr[eo]w|ris|rose|increas|decreas|fall|fell|drop|chang)\p{L}*\b.*\b(?:from|between) (?<start>.{3,20}?) (?:to|and) (?<end>.{3,20})/u

/** Two spans of one question, for a comparison: "October and September", "this month and the one before". */
export function spansIn(text: string, today: IsoDate): readonly Span[] {
  const first = spanIn(text, today)
  if (!first) return []
  const ends = GROWN.exec(text)?.groups
  const [begun, ended] = [ends?.['start'], ends?.['end']].map((part) => part && spanIn(`in ${part}`, today))
  if (begun && ended && begun.from < ended.from) return [ended, begun]
  // Both ends of one span are no comparison.
  if (first.label.startsWith('from ')) return [first]
  const rest = text
    .split(/\b(?:and|or|vs\.?|versus|than|with|to|against)\b/)
    // What a year and "may" need before them stands in the part before.
    .flatMap((part) => spanIn(/^ *(?:20\d\d|may|mar(?:ch)?)\b/.test(part) ? `in ${part.trim()}` : part, today) ?? [])
  const others = rest.filter(({ from, to }) => from !== first.from || to !== first.to)
  return [first, ...others]
}

/** The calendar month, quarter or year that a day is in. */
export function calendarSpan(unit: 'month' | 'quarter' | 'year', today: IsoDate): Span {
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  return monthsSpan(unitSpan(unit, today, 0).from, months)
}

/** The span before one, of the same length or unit. */
export function spanBefore({ from, to }: Span): Span {
  const months = wholeMonths({ from, to })
  if (months) return monthsSpan(monthsBefore(from, months), months)
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return {
    from: addDays(from, -length),
    to: addDays(from, -1),
    label: length === 7 ? 'the week before' : 'before that',
  }
}

/** The span after one, of the same length or unit. */
export function spanAfter({ from, to }: Span): Span {
  const months = wholeMonths({ from, to })
  if (months) return monthsSpan(monthsAfter(from, months), months)
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { from: addDays(to, 1), to: addDays(to, length), label: length === 7 ? 'the week after' : 'after that' }
}

/** A single day: "on 3 November", "last Tuesday", "2026-09-14". */
function dayIn(text: string, today: IsoDate): Span | undefined {
  const found = chrono
    .parse(text, new Date(`${today}T12:00:00Z`))
    .find(({ text: words, start }) => !/week|now/.test(words) && (start.isCertain('day') || start.isCertain('weekday')))
  if (!found) return undefined
  const [year, monthOfYear, dayOfMonth] = (['year', 'month', 'day'] as const).map((part) => found.start.get(part) ?? 1)
  const written = isoDate(year ?? 0, (monthOfYear ?? 1) - 1, dayOfMonth ?? 1)
  const isAhead = written > today && !found.start.isCertain('year')
  const from = !isAhead ? written : found.start.isCertain('day') ? monthsBefore(written, 12) : addDays(written, -7)
  if (/\bweek (?:of|from)\b/.test(text)) {
    const monday = weekOf(new Date(`${from}T00:00:00Z`), 'UTC')
    return { from: monday, to: addDays(monday, 6), label: `in the week of ${formatDate(monday)}` }
  }
  const span = day(from, `on ${formatDate(from)}`)
  return /\bsince\b/.test(text) ? since(span, today) : span
}

/** A day that is still to come: "in 3 months", "two weeks from now", "by the end of June". @param text in lower case */
export function dayAhead(text: string, today: IsoDate): IsoDate | undefined {
  const bound = BOUND.exec(text)?.groups
  if (bound) return boundOf(bound, today)
  const christmas = text
    // To chrono a weekday is the next one.
    .replace(/\bweek ?day\b/g, 'day')
    .replace(/\bafter (?=\d|an? |two |three |four |six )/g, 'in ')
    .replace(/\b(?:christmas|xmas)(?: day)?\b/, '25 december')
    .replace(/\bnew year(?:'s)?(?: day)?\b/, '1 january')
  for (const { text: words, start } of chrono.parse(christmas, new Date(`${today}T12:00:00Z`), { forwardDate: true })) {
    const [year = 0, monthOfYear = 1, date = 1] = (['year', 'month', 'day'] as const).map(
      (part) => start.get(part) ?? 1,
    )
    const first = isoDate(year, monthOfYear - 1, date)
    const isWholeMonth = start.isCertain('month') && !start.isCertain('day')
    const day =
      isWholeMonth && /\b(?:end of|until|till|by|through)\b/.test(christmas)
        ? addDays(monthsAfter(isoDate(year, monthOfYear - 1, 1), 1), -1)
        : first
    if (day > today && !/^(?:now|may)$/.test(words)) return day
  }
  return undefined
}

/** "The end of the year", "the first of next month": chrono does not read them. */
const BOUND =
  /\b(?<edge>end|last(?: day)?|start|beginning|first(?: day)?) of (?<which>the|this|next) (?<unit>week|month|quarter|year)\b|\b(?<yearEnd>year[- ]?end)\b/

function boundOf(
  { edge, which, unit, yearEnd }: Readonly<Record<string, string | undefined>>,
  today: IsoDate,
): IsoDate | undefined {
  const isEnd = yearEnd !== undefined || edge === 'end' || edge?.startsWith('last') === true
  const of = (offset: number): IsoDate => {
    const { from, to } = unitSpan((unit ?? 'year') as Unit, today, offset)
    return isEnd ? to : from
  }
  const day = of(which === 'next' ? 1 : 0)
  return day > today ? day : which === 'the' ? of(1) : undefined
}

const since = ({ from }: Span, today: IsoDate): Span => ({ from, to: today, label: `since ${formatDate(from)}` })

const day = (date: IsoDate, label: string): Span => ({ from: date, to: date, label })

function unitSpan(unit: Unit, today: IsoDate, offset: number): Omit<Span, 'label'> {
  if (unit === 'week') {
    const from = addDays(weekOf(new Date(`${today}T00:00:00Z`), 'UTC'), offset * 7)
    return { from, to: addDays(from, 6) }
  }
  const months = { month: 1, quarter: 3, year: 12 }[unit]
  const begun = Math.floor((Number(today.slice(5, 7)) - 1) / months) * months
  const from = isoDate(yearOf(today), begun + offset * months, 1)
  return { from, to: addDays(monthsAfter(from, months), -1) }
}

/** How many calendar months a span is: 1, 3 for a quarter, 12 for a year; undefined for any other. */
const wholeMonths = ({ from, to }: Pick<Span, 'from' | 'to'>): number | undefined =>
  from.endsWith('-01') ? [1, 3, 6, 12].find((months) => addDays(monthsAfter(from, months), -1) === to) : undefined

function monthsSpan(from: IsoDate, months: number): Span {
  const label =
    months === 12
      ? String(yearOf(from))
      : months === 6
        ? `the ${from.slice(5, 7) === '01' ? 'first' : 'second'} half of ${yearOf(from)}`
        : months === 3
          ? `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${yearOf(from)}`
          : formatMonth(from)
  return { from, to: addDays(monthsAfter(from, months), -1), label: `in ${label}` }
}

const yearOf = (date: IsoDate): number => Number(date.slice(0, 4))
const isoDate = (year: number, month: number, dayOfMonth: number): IsoDate =>
  new Date(Date.UTC(year, month, dayOfMonth)).toISOString().slice(0, 10) as IsoDate
/** The same day of another month, or its last day. */
function monthsAfter(date: IsoDate, months: number): IsoDate {
  const month = Number(date.slice(5, 7)) - 1 + months
  const last = Number(isoDate(yearOf(date), month + 1, 0).slice(8))
  return isoDate(yearOf(date), month, Math.min(Number(date.slice(8)), last))
}
const monthsBefore = (date: IsoDate, months: number): IsoDate => monthsAfter(date, -months)
