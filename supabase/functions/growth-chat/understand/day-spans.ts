import * as chrono from 'chrono-node/en'
import { addDays } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { daysSpan, daySpan, isoDate, mondayOf, monthsAfter, weekSpan, type FoundSpan } from './calendar-spans.ts'

type ParsedDay = chrono.ParsedResult['start']

/** A day that chrono has read, in its year or, where that is not said, the latest that is not to come. */
function dayOf(start: ParsedDay, today: IsoDate, isAheadMeant: boolean): { readonly day: IsoDate; readonly isAhead: boolean } {
  const [year = 0, month = 1, day = 1] = (['year', 'month', 'day'] as const).map((part) => start.get(part) ?? undefined)
  const written = isoDate(year, month - 1, day)
  const isAhead = written > today && (start.isCertain('year') || isAheadMeant)
  if (written <= today || isAhead) return { day: written, isAhead }
  return { day: start.isCertain('day') ? monthsAfter(written, -12) : addDays(written, -7), isAhead }
} // prettier-ignore

/** Single days: "on 3 November", "last Tuesday", "2026-09-14"; the week of one where it says so, and "Nov 3 to Nov 10". */
export function daysIn(text: string, today: IsoDate): FoundSpan[] {
  return chrono.parse(text, new Date(`${today}T12:00:00Z`)).flatMap(({ text: words, index, start, end }) => {
    // "5/5" is a mood, and "a second look" no time.
    if (
      /week|now|month|year|ago|second|\bdays?\b|^[1-5]\/5$/.test(words) ||
      !(start.isCertain('day') || start.isCertain('weekday'))
    )
      return []
    const before = text.slice(0, index)
    const weekday = /^this \p{L}+day$/u.test(words) ? (start.get('weekday') ?? undefined) : undefined
    if (weekday !== undefined) {
      // Sunday is the last day of a week.
      const day = addDays(mondayOf(today), (weekday + 6) % 7)
      return [{ start: index, end: index + words.length, span: daySpan(day), isAhead: day > today }]
    }
    const isAheadMeant = /\b(?:until|till|by|next|before|to)(?: the)? $/.test(before) || /^next\b/.test(words)
    const { day: from, isAhead } = dayOf(start, today, isAheadMeant)
    if (end?.isCertain('day') && !isAhead) {
      const opening = /\b(?:from|between)(?: the)? $/.exec(before)?.[0].length ?? 0
      const to = dayOf(end, today, false).day
      if (from < to)
        return [{ start: index - opening, end: index + words.length, span: daysSpan(from, to), isAhead: false }]
    }
    const week = /\b(?:the )?week(?: (?:of|from|starting|beginning|commencing))?(?: (?:on|the))? $/.exec(before)
    const span = week ? weekSpan(mondayOf(from)) : daySpan(from)
    return [{ start: index - (week?.[0].length ?? 0), end: index + words.length, span, isAhead }]
  })
}

/** "The 3rd" of no month, where it is a time and not the third of something. */
const BARE_DAY =
  /(?<=\b(?:on|since|by|until|till|from|between|and|to|of|after|before|through|[-–]) the |\bthe (?=\d+\p{L}+ (?:to|until|till|through|[-–]) the \d))(?<day>\d{1,2})(?:st|nd|rd|th)(?: of (?<which>this|last) month)?(?= (?:and|to|until|till|through|or|vs|versus|[-–])\b|\s*(?:$|[?.!,;)]))/gu

/** Days of this month, or of the last where they are still to come. */
export const bareDaysIn = (text: string, today: IsoDate): FoundSpan[] =>
  [...text.matchAll(BARE_DAY)].flatMap(({ 0: words, index, groups = {} }) => {
    const number = Number(groups['day'])
    const inMonth = (back: number) => isoDate(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - back, number)
    const day = inMonth(groups['which'] === 'last' || inMonth(0) > today ? 1 : 0)
    if (number < 1 || Number(day.slice(8)) !== number) return []
    return [
      { start: index, end: index + words.length, span: daySpan(day), isAhead: false, isBareDay: !groups['which'] },
    ]
  })
