import { formatDate } from '../../../../domain/dates.ts'
import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import {
  daysSpan,
  monthsAfter,
  sinceSpan,
  totalSpan,
  yearOf,
  yearsAfter,
  type Span,
  type FoundSpan,
} from './calendar-spans.ts'

/** "How much did demos grow from January to February?" compares its two times. */
const GROWTH =
  /\b(?:gr[eo]w|growth|chang|rise|rose|fall|fell|drop|increas|decreas|improv|declin|up or down|go(?:ne)? (?:up|down)|went (?:up|down))\w*(?: \S+){0,3} from(?: the)? $/

/** "August to October" is one span; "compare October to November" are two times. */
const isLong = (text: string, { to }: Span, next: Span | undefined): boolean =>
  next !== undefined && (addDays(to, 1) < next.from || !/\b(?:compar|versus|vs|better|worse|chang|differ)/.test(text))

const RECORD = String.raw`(?:entry|entries|record|reading|figures?|numbers?|value|count|one|update)`
/** What stands between a time and the year that it is of: "the June entry of last year". */
const OF_YEAR = new RegExp(String.raw`^,? ?(?:${RECORD} )?(?:(?:of|in|from) )?(?:the )?$`)
const YEAR_BEFORE = /^(?:,? \(?\p{L}+){0,3} (?:the year before(?! last)|a year (?:before|earlier))\b/u

/** Times whose year is said apart from them: "June 5 last year", "October and the year before". */
export function withYears(text: string, found: readonly FoundSpan[]): FoundSpan[] {
  const spans: FoundSpan[] = []
  for (const one of found) {
    const before = spans.at(-1)
    const year = /^(?:last|this) year$/.test(one.span.label) ? yearOf(one.span.from) : undefined
    if (before && year && OF_YEAR.test(text.slice(before.end, one.start)) && !/year|20\d\d/.test(text.slice(before.start, before.end)))
      spans[spans.length - 1] = { ...before, end: one.end, isAhead: false, span: yearsAfter(before.span, year - yearOf(before.span.from)) }
    // "A year earlier" than a time that is named is counted from it, and not from today.
    else if (!before || !YEAR_BEFORE.test(text.slice(before.end, one.end))) spans.push(one)
  }
  return spans.flatMap((one) => {
    const [words] = YEAR_BEFORE.exec(text.slice(one.end)) ?? []
    return words === undefined || one.isAhead
      ? [one]
      : [one, { start: one.end, end: one.end + words.length, span: yearsAfter(one.span, -1), isAhead: false }]
  })
} // prettier-ignore

/** "The 3rd" beside another day is in its month, and before the one that it reaches to. */
function inOneMonth(one: FoundSpan, next: FoundSpan): readonly [FoundSpan, FoundSpan] {
  const at = (day: FoundSpan, month: IsoDate) => `${month.slice(0, 8)}${day.span.from.slice(8)}` as IsoDate
  const put = (found: FoundSpan, day: IsoDate) => ({ ...found, span: { ...found.span, from: day, to: day } })
  if (one.isBareDay && !next.isBareDay) return [put(one, at(one, next.span.from)), next]
  if (next.isBareDay && !one.isBareDay) return [one, put(next, at(next, one.span.to))]
  return one.isBareDay && one.span.from > next.span.from
    ? [put(one, monthsAfter(one.span.from, -1)), next]
    : [one, next]
}

const OPENING = /\b(?:from|between)(?: the)? $/
const SINCE =
  /\b(?:since|after|from)(?: the)?(?: (?:end|start|beginning|middle) of)? $|\bsince (?:\p{L}+ ){1,4}(?:beg[au]n|start(?:ed)?|launch(?:ed)?|opened)(?: (?:on|in))?(?: the)? $/u
/** What is counted up to a time: "as of Oct 19", "by the end of September". */
const UP_TO =
  /\b(?:(?<surely>as (?:of|at|per)|up (?:to|until|till))|until|till|by|through)(?: the)?(?: (?:(?:very )?end|close|last day) of(?: the)?| (?<early>start|beginning) of(?: the)?)? $/
/** "Before this week", and not "the week before" it. */
const BEFORE = /(?<!\b(?:day|week|month|quarter|year|night|time|one|ones)s? )\bbefore(?: the)? $/
/** A plan, or a case that is supposed: it is done by then. */
const INTENDED =
  /\b(?:if|suppos\w+|assum\w+|say|should|must|need|want|wants|goal|aim|plan|to be|will|can|could|would|lets?|let's|have to|has to|going to|add|set|remind|cut|hire|sign(?= )|how (?:long|many (?:days|weeks|months|years)))\b/

/** The totals up to a time that has passed; undefined where another is meant. */
function upTo(text: string, { start, span, isAhead }: FoundSpan, today: IsoDate): { start: number; span: Span } | undefined {
  const earlier = BEFORE.exec(text.slice(Math.max(0, start - 32), start))
  if (earlier && !isAhead && !INTENDED.test(text))
    return { start: start - earlier[0].length, span: { ...totalSpan(addDays(span.from, -1)), label: `before ${formatDate(span.from)}` } }
  const found = UP_TO.exec(text.slice(Math.max(0, start - 32), start))
  if (!found || isAhead || span.isTotal) return undefined
  const { surely, early } = found.groups ?? {}
  if (INTENDED.test(text) && !(surely && !/\bif\b/.test(text))) return undefined
  const day = early ? span.from : span.to
  return { start: start - found[0].length, span: totalSpan(day < today ? day : today) }
} // prettier-ignore

/** "Since X", "from X to Y" and "up to X" are one span each. */
export function joined(text: string, all: readonly FoundSpan[], today: IsoDate): FoundSpan[] {
  const found = withYears(text, all)
  const spans: FoundSpan[] = []
  for (let at = 0; at < found.length; at++) {
    let [one, next] = [found[at], found[at + 1]]
    if (!one) break
    const before = text.slice(Math.max(0, one.start - 40), one.start)
    const opening = OPENING.exec(before)
    const between = next ? text.slice(one.end, next.start) : ''
    const isRange = opening
      ? /^ (?:to|and|until|till|through|-|–) (?:the )?$/.test(between)
      : /^(?: (?:to|until|till|thru|through|-|–) (?:the )?|[-–])$/.test(between) && isLong(text, one.span, next?.span)
    if (isRange && next) [one, next] = inOneMonth(one, next)
    const since = SINCE.exec(before)
    const total = upTo(text, one, today)
    if (isRange && GROWTH.test(text.slice(0, one.start))) {
      // Two times that are compared, not one span.
      spans.push(one)
    } else if (isRange && next && one.span.from < next.span.to) {
      const isOfDays = one.span.from === one.span.to && next.span.from === next.span.to
      const label = `from ${formatDate(one.span.from)} to ${formatDate(next.span.to)}`
      const span = isOfDays ? daysSpan(one.span.from, next.span.to) : { from: one.span.from, to: next.span.to, label }
      spans.push({ start: one.start - (opening?.[0].length ?? 0), end: next.end, span, isAhead: false })
      at++
    } else if (
      since &&
      !one.isAhead &&
      (/since|after/.test(since[0]) || / (?:on|onwards?|until now|till now)\b/.test(text.slice(one.end, one.end + 12)))
    ) {
      const isDay = one.span.from === one.span.to && !since[0].startsWith('after')
      const from = since[0].startsWith('after') ? addDays(one.span.to, 1) : (one.span.on ?? one.span.from)
      const { counted } = isDay ? daysSpan(from, today) : {}
      const span = { ...sinceSpan(from, today), ...(counted && { counted }) }
      spans.push({ ...one, start: one.start - since[0].length, span })
    } else if (total) spans.push({ ...one, ...total })
    else spans.push(one)
  }
  return spans
}
