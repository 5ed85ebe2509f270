import type { IsoDate } from '../../../../domain/week.ts'
import type { FoundSpan } from './calendar-spans.ts'
import { bareDaysIn, daysIn } from './day-spans.ts'
import { ahead, coming, COMING, isAboutFuture } from './future-spans.ts'
import { joined } from './joined-spans.ts'
import { past } from './past-spans.ts'
import { INTENDED, SEASON_PAST, seasonPast } from './seasons.ts'
import type { Readers } from './span-words.ts'

/**
 * The times that a text names, in its order; where the year is not said, the latest that is not in the future.
 * @param text in lower case
 */
export function findSpans(text: string, today: IsoDate): FoundSpan[] {
  const found: FoundSpan[] = []
  const isFree = (start: number, end: number) => found.every((other) => end <= other.start || start >= other.end)
  const add = (days: readonly FoundSpan[]) => {
    for (const day of days) if (isFree(day.start, day.end)) found.push(day)
  }
  const read = (readers: Readers, isAhead: boolean) => {
    for (const [pattern, spanOf] of readers) {
      for (const { 0: words, index, groups = {} } of text.matchAll(pattern)) {
        const span = isFree(index, index + words.length) ? spanOf(groups, today) : undefined
        if (span) found.push({ start: index, end: index + words.length, span, isAhead: isAhead || span.from > today })
      }
    }
  }
  read(ahead, true)
  if (isAboutFuture(text)) read([[COMING, coming]], true)
  add(daysIn(text, today))
  add(bareDaysIn(text, today))
  if (!INTENDED.test(text)) read([[SEASON_PAST, seasonPast]], false)
  read(past, false)
  return joined(
    text,
    found.toSorted((a, b) => a.start - b.start),
    today,
  )
}
