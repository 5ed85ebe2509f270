import { addDays } from '../../../../domain/days.ts'
import {
  daysBack,
  daySpan,
  isoDate,
  mondayOf,
  mondayOfWeek,
  monthsAfter,
  monthsSpan,
  MOST_WEEKS,
  sinceSpan,
  unitSpan,
  weekSpan,
  weeksOf,
  yearOf,
  yearsAfter,
  type Unit,
} from './calendar-spans.ts'
import { COUNT, countOf, latest, MONTH, monthNamed, ordinalOf, UNIT, yearWord, type Readers } from './span-words.ts'

/** Times that have passed, the more particular first. */
export const past: Readers = [
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
  [
    /\b(?:the )?(?<unit>week|month|quarter|year) before last\b/g,
    ({ unit }, today) => unitSpan(unit as Unit, today, -2),
  ],
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
    // "Last November" in November is that of the year before.
    new RegExp(String.raw`\b(?<which>last|past|this) ${MONTH}\b(?!,? (?:\d|of|last|this))`, 'g'),
    ({ which, month = '' }, today) => {
      const latestOne = monthNamed(month, undefined, today)
      return which !== 'this' && latestOne.to >= today ? yearsAfter(latestOne, -1) : latestOne
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
