import { afterEach, describe, expect, test, vi } from 'vitest'
import { shownEvent, type CalendarEvent } from '../../../../domain/calendar.ts'
import { layOutWeek, levelsOf, weeksOf } from './month-layout.ts'

afterEach(() => vi.unstubAllEnvs())

const LEVELS = 2

/** November 16 to 22, 2026. */
const days = Array.from({ length: 7 }, (_, index) => new Date(2026, 10, 16 + index))

/** All days from one to the other, both in November 2026; or moments. */
function event(title: string, first: number | string, last: number | string = first): CalendarEvent {
  const date = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
  return typeof first === 'number' && typeof last === 'number'
    ? shownEvent({ id: title, title, type: 'meeting', start: date(first), end: date(last + 1), all_day: true })
    : { id: title, title, type: 'meeting', start: new Date(first), end: new Date(last) }
}

/** "A 1-3 @0": the columns of each segment that is shown, and its level. */
const shownOf = (events: readonly CalendarEvent[], levels = LEVELS) =>
  layOutWeek(days, events, levels)
    .flatMap(({ segments }) => segments)
    .map(({ event: { title }, column, span, level }) => `${title} ${column}-${column + span - 1} @${level}`)

const moreOf = (events: readonly CalendarEvent[], levels = LEVELS) =>
  layOutWeek(days, events, levels).map(({ more }) => more)

describe('weeks', () => {
  test.each([
    { date: new Date(2026, 10, 21), weeks: 6, first: 'Mon Oct 26 2026', last: 'Sun Dec 06 2026' },
    { date: new Date(2026, 11, 1), weeks: 5, first: 'Mon Nov 30 2026', last: 'Sun Jan 03 2027' },
    { date: new Date(2027, 1, 28), weeks: 4, first: 'Mon Feb 01 2027', last: 'Sun Feb 28 2027' },
  ])('$date has $weeks, from Monday to Sunday', ({ date, weeks, first, last }) => {
    const shown = weeksOf(date)
    expect(shown.map((week) => week.length)).toEqual(Array.from({ length: weeks }, () => 7))
    expect([shown[0]?.[0]?.toDateString(), shown.at(-1)?.[6]?.toDateString()]).toEqual([first, last])
  })

  test('each day begins at midnight when clocks change', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const hours = [new Date(2026, 2, 1), new Date(2026, 10, 1)]
      .flatMap(weeksOf)
      .flat()
      .map((day) => day.getHours())
    expect(new Set(hours)).toEqual(new Set([0]))
  })

  test('fewer weeks have room for more events', () => {
    expect([6, 5, 4].map(levelsOf)).toEqual([2, 2, 3])
  })
})

describe('segments', () => {
  test('an event of several days is one segment on its first day', () => {
    expect(shownOf([event('A', 17, 19)])).toEqual(['A 1-3 @0'])
  })

  test('an event that begins before the week and ends after it fills it', () => {
    expect(shownOf([event('A', 10, 30)])).toEqual(['A 0-6 @0'])
  })

  test('an event over midnight takes both days, until midnight one', () => {
    expect(shownOf([event('A', '2026-11-19T22:00', '2026-11-20T02:00')])).toEqual(['A 3-4 @0'])
    expect(shownOf([event('A', '2026-11-19T22:00', '2026-11-20T00:00')])).toEqual(['A 3-3 @0'])
  })

  test('events of other weeks are left out', () => {
    expect(shownOf([event('A', 15), event('B', 23)])).toEqual([])
  })

  test('longer events are above shorter ones, and a line that is free again is used again', () => {
    expect(shownOf([event('short', 16), event('long', 16, 18), event('next', 17, 18)])).toEqual([
      'long 0-2 @0',
      'short 0-0 @1',
      'next 1-2 @1',
    ])
  })
})

describe('more', () => {
  const visits = Array.from({ length: 9 }, (_, hour) =>
    event(`Visit ${hour}`, `2026-11-18T1${hour}:00`, `2026-11-18T1${hour}:30`),
  )

  test('as many events as fit are all shown', () => {
    expect(shownOf(visits.slice(0, 2))).toEqual(['Visit 0 2-2 @0', 'Visit 1 2-2 @1'])
    expect(moreOf(visits.slice(0, 2))).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('of more the last line counts the others', () => {
    expect(shownOf(visits)).toEqual(['Visit 0 2-2 @0'])
    expect(moreOf(visits)).toEqual([0, 0, 8, 0, 0, 0, 0])
    expect(moreOf(visits, 3)).toEqual([0, 0, 7, 0, 0, 0, 0])
  })

  test('a full day takes nothing from the days beside it', () => {
    const events = [...visits, event('A', 20), event('B', 20)]
    expect(shownOf(events)).toEqual(['Visit 0 2-2 @0', 'A 4-4 @0', 'B 4-4 @1'])
  })

  test('an event that is hidden on a full day is counted on all of its days', () => {
    const events = [event('long', 16, 19), event('second', 17, 18), ...visits]
    expect(shownOf(events)).toEqual(['long 0-3 @0'])
    expect(moreOf(events)).toEqual([0, 1, 10, 0, 0, 0, 0])
  })

  test('shown and counted events of a day are all of its events', () => {
    const events = [...visits, event('A', 16, 22), event('B', 18, 21), event('C', 14, 17), event('D', 21)]
    const week = layOutWeek(days, events, LEVELS)
    const shown = week.flatMap(({ segments }) => segments)
    const totals = week.map(
      ({ more }, day) => more + shown.filter(({ column, span }) => column <= day && day < column + span).length,
    )
    expect(totals).toEqual([2, 2, 11, 2, 2, 3, 1])
  })
})
