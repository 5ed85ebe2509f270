import * as chrono from 'chrono-node/en'
import { formatDate, formatMonth } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import {
  daysBack,
  daySpan,
  isoDate,
  mondayOf,
  monthsAfter,
  monthsSpan,
  sinceSpan,
  unitSpan,
  weekSpan,
  yearOf,
  type Span,
  type Unit,
} from './calendar-spans.ts'
import { NUMBER_WORDS } from './number-words.ts'

/** A time that a text names, and where. */
export interface FoundSpan {
  readonly start: number
  readonly end: number
  readonly span: Span
  /** The span lies after today: "in 3 months", "until July 2027". */
  readonly isAhead: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?<=\b(?:in|of|since|for|during|last|and|until|till|about|to|from|this|vs|than|early|late|mid|between|before|by|through|past|reach)\s)(?:mar(?:ch)?|may)|(?:march|may)(?=\s\d{4})|^(?:mar(?:ch)?|may)(?=\W*$))`
const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, a: 1, an: 1, few: 3 }
const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(NUMBERS).join('|')})`
const UNIT = String.raw`(?<unit>day|week|month|quarter|year)`

const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }
/** "The autumn fair" is no time. */
const SEASON = String.raw`(?<season>spring|summer|autumn|fall|winter)(?! (?:fair|sale|break|party|school|holiday|edition))\b`

type Groups = Readonly<Record<string, string | undefined>>
type Reader = (groups: Groups, today: IsoDate) => Span | undefined

const countOf = (text: string | undefined): number => NUMBERS[text ?? ''] ?? Number(text ?? 1)
const ordinalOf = (text: string | undefined): number => ['first', 'second', 'third', 'fourth'].indexOf(text ?? '') + 1

/** The latest one that has begun where the year is not said. */
const latest = (year: string | undefined, today: IsoDate, start: (year: number) => IsoDate): IsoDate =>
  start(year ? Number(year) : yearOf(today) - (start(yearOf(today)) > today ? 1 : 0))

function monthNamed(name: string, year: string | undefined, today: IsoDate): Span {
  const index = MONTHS.indexOf(name.slice(0, 3))
  return monthsSpan(
    latest(year, today, (of) => isoDate(of, index, 1)),
    1,
  )
}

const MOST_WEEKS = 53

/** The week of January 4 is the first (ISO 8601). */
const mondayOfWeek = (week: number, year: number): IsoDate => addDays(mondayOf(isoDate(year, 0, 4)), 7 * (week - 1))

/** 52 or 53 */
const weeksOf = (year: number): number => (mondayOfWeek(MOST_WEEKS, year) < mondayOfWeek(1, year + 1) ? MOST_WEEKS : 52)

const yearWord = (year: string | undefined, which: string | undefined, today: IsoDate): string | undefined =>
  year ?? (which === 'last' ? String(yearOf(today) - 1) : which === 'this' ? String(yearOf(today)) : undefined)

/** March to May, June to August, and so on: of the year in which it begins. */
const seasonIn = (name: string, year: number): Span => ({
  ...monthsSpan(isoDate(year, SEASONS[name] ?? 0, 1), 3),
  label: `in ${name === 'fall' ? 'autumn' : name} ${year}`,
})

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

/** Times that have passed, the more particular first. */
const past: readonly (readonly [RegExp, Reader])[] = [
  [
    /\b(?:the )?same (?<unit>month|quarter|week) (?:of |in )?last year\b|\bthis (?:time|month) last year\b/g,
    ({ unit = 'month' }, today) => unitSpan(unit as Unit, monthsAfter(today, -12)),
  ],
  [
    new RegExp(
      String.raw`(?<!\b(?:would|will|could|can|to|we|it|us|me|money|cash|should|must) )\b(?:last|past|previous|trailing) (?:couple of |few )?${COUNT} (?:full )?${UNIT}s?\b|\b(?:over|in|during|within) the (?:last|past) (?<bare>week|month|quarter|year)\b`,
      'g',
    ),
    ({ count, unit, bare }, today) => {
      const [many, of] = [bare ? 1 : countOf(count), (bare ?? unit) as Unit]
      if (many < 1) return undefined
      return {
        from: addDays(daysBack(of, many, today), 1),
        to: today,
        label: `in the last ${many === 1 ? '' : `${many} `}${of}${many === 1 ? '' : 's'}`,
      }
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:(?<half>half a year)|(?<more>a year and a half|one and a half years)|${COUNT} ${UNIT}s?) (?:ago|back|earlier)\b`,
      'g',
    ),
    ({ half, more, count, unit = 'month' }, today) => {
      const many = half ? 6 : more ? 18 : countOf(count)
      const on = daysBack(unit as Unit, many, today)
      const label = half
        ? 'half a year ago'
        : more
          ? 'a year and a half ago'
          : `${many} ${unit}${many === 1 ? '' : 's'} ago`
      return unit === 'day'
        ? daySpan(on, label)
        : { ...unitSpan(unit === 'year' ? 'month' : (unit as Unit), on), label, on }
    },
  ],
  [
    /\b(?:since )?(?:the )?(?:start|beginning|first day) of (?:the |this )?(?<unit>week|month|quarter|year)\b|\bsince the (?<begun>week|month|quarter|year) (?:start|beg[au]n)\w*|\b(?<unitToDate>week|month|quarter|year)[- ]to[- ]date\b|\b(?<ytd>ytd)\b/g,
    ({ unit, begun, unitToDate, ytd }, today) =>
      sinceSpan(unitSpan((unit ?? begun ?? unitToDate ?? (ytd && 'year') ?? 'month') as Unit, today).from, today),
  ],
  [/\b(?:the )?week before last\b/g, (_, today) => unitSpan('week', today, -2)],
  [/\bthe day before yesterday\b/g, (_, today) => daySpan(addDays(today, -2), 'the day before yesterday')],
  [/\byesterday\b/g, (_, today) => daySpan(addDays(today, -1), 'yesterday')],
  [
    /\b(?:(?:the )?(?<nth>first|second) half of |h(?<half>[12]) (?:of )?)(?:(?<which>this|last) year|(?:the year )?(?<year>20\d\d)|(?:the )?year)(?!\d)|\bh(?<bare>[12])\b/g,
    ({ nth, half, bare, which, year }, today) => {
      const number = Number(half ?? bare ?? ordinalOf(nth))
      return monthsSpan(
        latest(yearWord(year, which, today), today, (of) => isoDate(of, (number - 1) * 6, 1)),
        6,
      )
    },
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(?<which>first|second|last)(?<word> day)? (?<preposition>of|in) ${MONTH}(?:,? (?:of )?(?<year>20\d\d))?`,
      'g',
    ),
    ({ which, word, preposition, month = '', year }, today) => {
      // "The last of October" and "the first in November" may be of anything.
      if (!word && (which === 'last' || preposition === 'in')) return undefined
      const { from, to } = monthNamed(month, year, today)
      return daySpan(which === 'last' ? to : addDays(from, ordinalOf(which) - 1))
    },
  ],
  [
    new RegExp(String.raw`\b(?<half>first|second|last) half of ${MONTH}(?:,? (?<year>20\d\d))?`, 'g'),
    ({ half, month = '', year }, today) => {
      const { from, to, label } = monthNamed(month, year, today)
      const part = half === 'first' ? { from, to: addDays(from, 14) } : { from: addDays(from, 15), to }
      return { ...part, label: label.replace('in ', `in the ${half === 'first' ? 'first' : 'second'} half of `) }
    },
  ],
  [
    new RegExp(
      String.raw`\b(?<which>first|second|third|fourth|last) week (?:of|in) ${MONTH}(?:,? (?<year>20\d\d))?`,
      'g',
    ),
    ({ which = '', month = '', year }, today) => {
      const { from, to } = monthNamed(month, year, today)
      // A week belongs to the month that has its Thursday (as in ISO 8601).
      const [first, last] = [mondayOf(addDays(from, 3)), mondayOf(addDays(to, -3))]
      return weekSpan(which === 'last' ? last : addDays(first, 7 * (ordinalOf(which) - 1)))
    },
  ],
  [
    /\b(?:in )?(?:q(?<quarter>[1-4])|(?:the )?(?<nth>first|second|third|fourth) quarter)(?:,? (?:of )?(?:(?<which>this|last) year|(?<year>20\d\d)))?\b/g,
    ({ quarter, nth, which, year }, today) => {
      const number = quarter ? Number(quarter) : ordinalOf(nth)
      return monthsSpan(
        latest(yearWord(year, which, today), today, (of) => isoDate(of, (number - 1) * 3, 1)),
        3,
      )
    },
  ],
  [
    /\b(?:in|of|for|during|since) (?:calendar )?week (?<week>\d{1,2})(?: (?:of )?(?<year>20\d\d))?\b(?! (?:days|weeks|months))|\b[ck]w ?(?<short>\d{1,2})\b/g,
    ({ week, short, year }, today) => {
      const number = Number(week ?? short)
      if (number < 1 || number > (year ? weeksOf(Number(year)) : MOST_WEEKS)) return undefined
      let of = Number(year ?? yearOf(today))
      while (!year && (number > weeksOf(of) || mondayOfWeek(number, of) > today)) of--
      return weekSpan(mondayOfWeek(number, of))
    },
  ],
  [
    // A month without a day; a day of a month is read by chrono.
    new RegExp(
      String.raw`(?<!\d\s|\d(?:st|nd|rd|th)\s(?:of\s)?)\b${MONTH}\b\.?(?!\s\d{1,2}(?:st|nd|rd|th)?\b(?!\d))(?:,? (?:of )?(?:(?<year>20\d\d)|(?<which>last|this) year))?`,
      'g',
    ),
    ({ month = '', year, which }, today) => monthNamed(month, yearWord(year, which, today), today),
  ],
  [
    // "The last week with mood 4" is any week.
    /\b(?<which>this|current|last|previous|past) (?:(?<full>full|whole|entire) )?(?<unit>week(?!(?:'s|s)? (?:with|without|when|where|that|in which|i (?:was|had|felt))\b)|month|quarter|year)(?: so far)?/g,
    ({ which = '', unit = '' }, today) => {
      const isPresent = which === 'this' || which === 'current'
      return { ...unitSpan(unit as Unit, today, isPresent ? 0 : -1), label: `${isPresent ? 'this' : 'last'} ${unit}` }
    },
  ],
  // A bare number like 2025 is a year, unless it counts something or is money.
  [
    /(?<![\d.,$€£-]|[$€£] )\b(?<year>20[12]\d)\b(?![\d.,%-]?\d|[%k]|\s*(?:k|messages?|mails?|demos?|customers?|people|dollars?|usd|bucks|more|less|a|per|each|\/)\b)/g,
    ({ year }) => monthsSpan(isoDate(Number(year), 0, 1), 12),
  ],
  [/\btoday\b/g, (_, today) => daySpan(today, 'today')],
]

/** Seasons: in a question on what to do, "in spring" is the next one, which is no span of records. */
const SEASON_PAST = new RegExp(
  String.raw`(?:(?<=\b(?:since|after|from) (?:the |this )?)|\b(?:(?<which>this|last)|in|during|over)(?: the| this)? )${SEASON}(?: (?:of )?(?<year>20\d\d))?`,
  'g',
)
const INTENDED = /\b(?:should|shd|shall|will|gonna|going to|plan|another|lets|let's|want)\b/
const seasonPast: Reader = ({ which, season = '', year }, today) => {
  const begun = latest(year, today, (of) => isoDate(of, SEASONS[season] ?? 0, 1))
  const of = seasonIn(season, yearOf(begun))
  return which === 'last' && of.to >= today ? seasonIn(season, yearOf(begun) - 1) : of
}

const aheadDay = (day: IsoDate, label = `until ${formatDate(day)}`): Span => daySpan(day, label)

/** Times to come. */
const ahead: readonly (readonly [RegExp, Reader])[] = [
  [
    new RegExp(
      String.raw`\b(?:(?:in|within|after) (?:the next )?${COUNT} ${UNIT}s?(?: time)?(?! ago)|(?<many>\d{1,3}|two|three|four|six|a) (?<later>day|week|month|quarter|year)s? (?:from now|later|ahead|out))\b`,
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
  /\b(?:can|will|gonna|going to|make it|survive|lasts?(?! (?:year|quarter|month|week|day))|enough|(?:is|be|have|remains?) left|still (?:be|have|pay|alive))\b/
const PAST = /\b(?:did|was|were|had|have been|happened)\b/
const COMING = new RegExp(
  String.raw`\b(?:until|till|by|to|through|past|(?:the |at the )?end of|in|late)(?: the)?(?: end of)? ${MONTH}\b(?!\s\d)`,
  'g',
)
const coming: Reader = ({ month = '' }, today) => {
  const index = MONTHS.indexOf(month.slice(0, 3))
  const endIn = (year: number) => addDays(isoDate(year, index + 1, 1), -1)
  const end = endIn(yearOf(today))
  return aheadDay(end < today ? endIn(yearOf(today) + 1) : end)
}

/**
 * The times that a text names, in its order; where the year is not said, the latest that is not in the future.
 * @param text in lower case
 */
export function findSpans(text: string, today: IsoDate): FoundSpan[] {
  const found: FoundSpan[] = []
  const isFree = (start: number, end: number) => found.every((other) => end <= other.start || start >= other.end)
  const read = (readers: typeof past, isAhead: boolean) => {
    for (const [pattern, spanOf] of readers) {
      for (const { 0: words, index, groups = {} } of text.matchAll(pattern)) {
        const span = isFree(index, index + words.length) ? spanOf(groups, today) : undefined
        if (span) found.push({ start: index, end: index + words.length, span, isAhead: isAhead || span.from > today })
      }
    }
  }
  read(ahead, true)
  if (FUTURE.test(text) && !PAST.test(text)) read([[COMING, coming]], true)
  for (const day of daysIn(text, today)) if (isFree(day.start, day.end)) found.push(day)
  if (!INTENDED.test(text)) read([[SEASON_PAST, seasonPast]], false)
  read(past, false)
  return joined(
    text,
    found.toSorted((a, b) => a.start - b.start),
    today,
  )
}

/** "Last week 80 messages" and "week 60 since launch" name no week of a year. */
const WEEK_NAMED =
  /(?<!\b(?:this|last|next|past|each|every|per|a|one|the) )\b(?:week |[ck]w ?)(?<week>\d{1,2})(?: (?:of |in )?(?<year>20\d\d))?(?=\s*(?:$|[?.!,;]))/
const MONTH_NAMED = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
const YEAR_NAMED = String.raw`(?:,? (?<year>20\d\d))?`
/** "In april 31 demos" counts something. */
const DAYS_NAMED = [
  String.raw`\b(?<day>\d{1,2})(?:(?:st|nd|rd|th)(?: of)?| of) ${MONTH_NAMED}\b${YEAR_NAMED}`,
  String.raw`\bon (?:the )?(?<day>\d{1,2}) ${MONTH_NAMED}\b${YEAR_NAMED}`,
  String.raw`\b${MONTH_NAMED} (?<day>\d{1,2})(?:st|nd|rd|th)?${YEAR_NAMED}(?=\s*(?:$|[?.!,;)]|(?:to|and|or|until|till)\b))`,
].map((pattern) => new RegExp(pattern))

/**
 * A sentence about a week or a day that a text names and that does not exist: "week 53 of 2025", "on February 30".
 * @param text in lower case
 */
export function impossibleTime(text: string): string | undefined {
  const { week, year } = WEEK_NAMED.exec(text)?.groups ?? {}
  if (week !== undefined && (Number(week) === 0 || Number(week) > (year ? weeksOf(Number(year)) : MOST_WEEKS)))
    return `There is **no week ${Number(week)}${year ? ` of ${year}` : ''}**: ${year ?? 'a year'} has ${year ? weeksOf(Number(year)) : 'at most 53'} weeks.`
  for (const pattern of DAYS_NAMED) {
    const { day, month = '', year: of } = pattern.exec(text)?.groups ?? {}
    const index = MONTHS.indexOf(month.slice(0, 3))
    if (day === undefined || Number(day) > 31) continue
    // Without its year a February may be a leap one.
    const last = Number(isoDate(Number(of ?? 2024), index + 1, 0).slice(8))
    if (Number(day) <= last) continue
    const name = formatMonth(isoDate(Number(of ?? 2024), index, 1))
    return `There is **no day ${day}** in ${of ? name : name.replace(/ \d+$/, '')}: it has ${last} days.`
  }
  return undefined
}

/** "How much did demos grow from January to February?" compares its two times. */
const GROWTH =
  /\b(?:gr[eo]w|growth|chang|rise|rose|fall|fell|drop|increas|decreas|improv|declin|up or down|go(?:ne)? (?:up|down)|went (?:up|down))\w*(?: \S+){0,3} from(?: the)? $/

/** "August to October" is one span; "compare October to November" are two times. */
const isLong = (text: string, { to }: Span, next: Span | undefined): boolean =>
  next !== undefined && (addDays(to, 1) < next.from || !/\b(?:compar|versus|vs|better|worse|chang|differ)/.test(text))

/** "Since X" and "from X to Y" are one span. */
function joined(text: string, found: readonly FoundSpan[], today: IsoDate): FoundSpan[] {
  const spans: FoundSpan[] = []
  for (let at = 0; at < found.length; at++) {
    const [one, next] = [found[at], found[at + 1]]
    if (!one) break
    const before = text.slice(Math.max(0, one.start - 24), one.start)
    const opening = /\b(?:from|between)(?: the)? $/.exec(before)
    const between = next ? text.slice(one.end, next.start) : ''
    const isRange = opening
      ? /^ (?:to|and|until|till|through|-|–) (?:the )?$/.test(between)
      : /^(?: (?:to|until|till|thru|through|-|–) (?:the )?|[-–])$/.test(between) && isLong(text, one.span, next?.span)
    const since = /\b(?:since|after|from)(?: the)?(?: (?:end|start|beginning|middle) of)? $/.exec(before)
    if (isRange && GROWTH.test(text.slice(0, one.start))) {
      // Two times that are compared, not one span.
      spans.push(one)
    } else if (isRange && next && one.span.from < next.span.to) {
      const span = {
        from: one.span.from,
        to: next.span.to,
        label: `from ${formatDate(one.span.from)} to ${formatDate(next.span.to)}`,
      }
      spans.push({ start: one.start - (opening?.[0].length ?? 0), end: next.end, span, isAhead: false })
      at++
    } else if (
      since &&
      !one.isAhead &&
      (/since|after/.test(since[0]) || / (?:on|onwards?|until now|till now)\b/.test(text.slice(one.end, one.end + 12)))
    ) {
      const span = sinceSpan(
        since[0].startsWith('after') ? addDays(one.span.to, 1) : (one.span.on ?? one.span.from),
        today,
      )
      spans.push({ ...one, start: one.start - since[0].length, span })
    } else spans.push(one)
  }
  return spans
}

/** Single days: "on 3 November", "last Tuesday", "2026-09-14"; the week of one where it says so. */
function daysIn(text: string, today: IsoDate): FoundSpan[] {
  return chrono.parse(text, new Date(`${today}T12:00:00Z`)).flatMap(({ text: words, index, start }) => {
    // "5/5" is a mood, and "a second look" no time.
    if (
      /week|now|month|year|ago|second|\bdays?\b|^[1-5]\/5$/.test(words) ||
      !(start.isCertain('day') || start.isCertain('weekday'))
    )
      return []
    const [year = 0, month = 1, day = 1] = (['year', 'month', 'day'] as const).map(
      (part) => start.get(part) ?? undefined,
    )
    const written = isoDate(year, month - 1, day)
    const isAheadMeant =
      /\b(?:until|till|by|next|before|to)(?: the)? $/.test(text.slice(0, index)) || /^next\b/.test(words)
    const isAhead = written > today && (start.isCertain('year') || isAheadMeant)
    const past = written > today && !isAhead
    const from = !past ? written : start.isCertain('day') ? monthsAfter(written, -12) : addDays(written, -7)
    const week = /\b(?:the )?week(?: (?:of|from|starting|beginning|commencing))?(?: (?:on|the))? $/.exec(
      text.slice(0, index),
    )
    const span = week ? weekSpan(mondayOf(from)) : daySpan(from)
    return [{ start: index - (week?.[0].length ?? 0), end: index + words.length, span, isAhead }]
  })
}
