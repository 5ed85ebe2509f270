import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  daysIn,
  daysShown,
  eventsShown,
  lastDay,
  hourOnTop,
  nextEvent,
  sampleEvents,
  shownEvent,
  spanRead,
  takesWholeDays,
  turnPage,
  type FoundEvent,
} from './calendar.ts'

afterEach(() => vi.unstubAllEnvs())

const dayAndHour = (moment: Date) =>
  `${moment.getMonth() + 1}/${moment.getDate()} ${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`

test('the sample events are one to five days ahead, across the end of a month', () => {
  const starts = sampleEvents(new Date(2026, 0, 29, 23, 30)).map(({ start }) => dayAndHour(start))
  expect(starts).toEqual(['1/30 10:00', '1/31 14:00', '2/1 9:00', '2/2 15:00', '2/3 17:00'])
})

test('the launch deadline has no duration, the roadmap review ninety minutes', () => {
  const minutes = sampleEvents(new Date()).map(({ start, end }) => (end.getTime() - start.getTime()) / 60_000)
  expect(minutes).toEqual([60, 60, 30, 90, 0])
})

describe.each([
  { zone: 'America/New_York', changes: new Date(2026, 2, 8) },
  { zone: 'America/New_York', changes: new Date(2026, 10, 1) },
  { zone: 'Europe/Lisbon', changes: new Date(2026, 2, 29) },
  { zone: 'Europe/Lisbon', changes: new Date(2026, 9, 25) },
])('in $zone, around a daylight saving change', ({ zone, changes }) => {
  const [year, month, day] = [changes.getFullYear(), changes.getMonth(), changes.getDate()]

  test.each([1, 2, 3, 4, 5])('sample events keep their local hours when the clocks change %i days ahead', (ahead) => {
    vi.stubEnv('TZ', zone)
    const change = new Date(year, month, day)
    expect(change.getTimezoneOffset()).not.toBe(new Date(year, month, day + 1).getTimezoneOffset())
    const today = new Date(year, month, day - ahead, 23, 59)
    const found = sampleEvents(today).map(({ start, end }) => [dayAndHour(start), dayAndHour(end).split(' ')[1]])
    const date = (daysAhead: number) => {
      const utc = new Date(Date.UTC(year, month, day - ahead + daysAhead))
      return `${utc.getUTCMonth() + 1}/${utc.getUTCDate()}`
    }
    expect(found).toEqual([
      [`${date(1)} 10:00`, '11:00'],
      [`${date(2)} 14:00`, '15:00'],
      [`${date(3)} 9:00`, '9:30'],
      [`${date(4)} 15:00`, '16:30'],
      [`${date(5)} 17:00`, '17:00'],
    ])
  })

  test('the days of a week and of a month are midnights, on each date once', () => {
    vi.stubEnv('TZ', zone)
    for (const view of ['week', 'month'] as const) {
      const days = daysIn(spanRead(view, changes))
      expect(days.length % 7).toBe(0)
      expect(new Set(days.map((day) => day.toDateString())).size).toBe(days.length)
      expect(days.every((day) => day.getHours() === 0)).toBe(true)
    }
  })

  test('weeks are seven days from Monday midnight, and paging moves by whole days', () => {
    vi.stubEnv('TZ', zone)
    const change = new Date(year, month, day)
    const { first, last } = daysShown('week', change)
    expect([first.getDay(), first.getHours(), last.getDay(), last.getHours()]).toEqual([1, 0, 0, 0])
    expect(last).toEqual(change)
    expect(turnPage('day', change, 1)).toEqual(new Date(year, month, day + 1))
    expect(turnPage('week', change, -1)).toEqual(new Date(year, month, day - 7))
  })
})

test.each([
  { view: 'month', first: new Date(2026, 10, 1), last: new Date(2026, 10, 30) },
  { view: 'week', first: new Date(2026, 10, 16), last: new Date(2026, 10, 22) },
  { view: 'day', first: new Date(2026, 10, 22), last: new Date(2026, 10, 22) },
  { view: 'agenda', first: new Date(2026, 10, 22), last: new Date(2026, 11, 21) },
] as const)('$view of Sunday, November 22 shows whole days', ({ view, first, last }) => {
  expect(daysShown(view, new Date(2026, 10, 22, 17))).toEqual({ first, last })
})

test('months are paged in both directions, over the end of a year', () => {
  expect(turnPage('month', new Date(2026, 2, 31), -1)).toEqual(new Date(2026, 1, 28))
  expect(turnPage('month', new Date(2026, 11, 5), 1)).toEqual(new Date(2027, 0, 5))
})

test('an agenda pages by thirty days', () => {
  expect(turnPage('agenda', new Date(2026, 10, 22), 1)).toEqual(daysAfter(new Date(2026, 10, 22), 30))
})

test('a view shows only the events of its days, the last evening included', () => {
  const saturday = new Date(2026, 10, 21)
  const titles = (view: 'week' | 'agenda', date: Date) =>
    eventsShown(sampleEvents(saturday), view, date).map(({ title }) => title)
  expect(titles('week', saturday)).toEqual(['Customer Demo'])
  expect(titles('week', turnPage('week', saturday, 1))).toHaveLength(4)
  expect(titles('agenda', saturday).at(-1)).toBe('Feature Launch')
  expect(eventsShown(sampleEvents(saturday), 'day', daysAfter(saturday, 5)).map(({ type }) => type)).toEqual([
    'deadline',
  ])
})

const daysAfter = (day: Date, days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)

test('days without events lead to the next event; other days and days after the last event do not', () => {
  const sunday = new Date(2026, 10, 22)
  const events = sampleEvents(sunday)
  expect(nextEvent(events, 'week', sunday)?.title).toBe('Customer Demo')
  expect(nextEvent(events, 'week', new Date(2026, 10, 25))).toBeUndefined()
  expect(nextEvent(events, 'week', new Date(2026, 11, 9))).toBeUndefined()
})

test('a call is the next event before any sample', () => {
  const day = new Date(2026, 10, 22)
  const start = new Date(2026, 11, 2, 16)
  const call = { id: 'call', title: 'Call with Growth Expert', type: 'call', start, end: start } as const
  expect(nextEvent([...sampleEvents(day), call], 'day', day)?.title).toBe('Call with Growth Expert')
})

const found = (start: string, end: string, more: Partial<FoundEvent> = {}) =>
  shownEvent({ id: 'e', title: 'Event', type: 'meeting', start, end, all_day: !start.includes('T'), ...more })

test.each([
  { view: 'week', from: new Date(2026, 10, 16), to: new Date(2026, 10, 23) },
  { view: 'day', from: new Date(2026, 10, 21), to: new Date(2026, 10, 22) },
  { view: 'agenda', from: new Date(2026, 10, 21), to: new Date(2026, 11, 21) },
  // Six weeks include parts of the adjacent months.
  { view: 'month', from: new Date(2026, 9, 26), to: new Date(2026, 11, 7) },
] as const)('a $view reads whole days of events', ({ view, from, to }) => {
  expect(spanRead(view, new Date(2026, 10, 21, 17))).toEqual({ from, to })
})

describe.each([
  { zone: 'America/New_York', calls: ['10/23 9:00', '11/6 9:00'] },
  // The clocks of both zones change in between.
  { zone: 'Europe/Lisbon', calls: ['10/23 14:00', '11/6 14:00'] },
  { zone: 'Asia/Kolkata', calls: ['10/23 18:30', '11/6 19:30'] },
  { zone: 'Pacific/Kiritimati', calls: ['10/24 3:00', '11/7 4:00'] },
])('in $zone', ({ zone, calls }) => {
  beforeEach(() => vi.stubEnv('TZ', zone))

  test('a weekly call at nine in New York has its local hour before and after the clocks change there', () => {
    const shown = ['2026-10-23T13:00:00Z', '2026-11-06T14:00:00Z'].map((start) => dayAndHour(found(start, start).start))
    expect(shown).toEqual(calls)
  })

  test.each(['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-11-18'])(
    'the whole day %s is that date, from midnight to midnight',
    (date) => {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const next = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10)
      const event = found(date, next)
      expect([event.start, event.end]).toEqual([new Date(year, month - 1, day), new Date(year, month - 1, day + 1)])
      expect(lastDay(event)).toEqual(event.start)
      expect(eventsShown([event], 'day', new Date(year, month - 1, day))).toHaveLength(1)
      expect(eventsShown([event], 'day', new Date(year, month - 1, day + 1))).toEqual([])
      expect(eventsShown([event], 'day', new Date(year, month - 1, day - 1))).toEqual([])
    },
  )
})

test('an event over several days is shown on each of them, one that ends at midnight not on the next', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const days = (event: ReturnType<typeof found>) =>
    [17, 18, 19, 20, 21].filter((day) => eventsShown([event], 'day', new Date(2026, 10, day)).length > 0)
  expect(days(found('2026-11-18', '2026-11-21'))).toEqual([18, 19, 20])
  expect(days(found(at(18, 22), at(20, 2)))).toEqual([18, 19, 20])
  expect(days(found(at(18, 22), at(19, 0)))).toEqual([18])
  expect(days(found(at(18, 0), at(18, 0)))).toEqual([18])
  expect(lastDay(found(at(18, 22), at(20, 0)))).toEqual(new Date(2026, 10, 19))
  expect(lastDay(found(at(18, 0), at(18, 0)))).toEqual(new Date(2026, 10, 18))
})

test('all-day events have dates, or moments at midnight', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  expect(takesWholeDays(found('2026-11-18', '2026-11-19'))).toBe(true)
  expect(takesWholeDays(found(at(18, 0), at(20, 0)))).toBe(true)
  expect(takesWholeDays(found(at(18, 0), at(18, 0)))).toBe(false)
  expect(takesWholeDays(found(at(18, 0), at(18, 12)))).toBe(false)
})

test('all-day events come first among those with the same start', () => {
  const midnight = new Date(2026, 10, 18).toISOString()
  const events = [found(midnight, midnight, { title: 'Moment' }), found('2026-11-18', '2026-11-19', { title: 'Day' })]
  expect(eventsShown(events, 'day', new Date(2026, 10, 18)).map(({ title }) => title)).toEqual(['Day', 'Moment'])
})

test('a working day is in view, unless the first event would be outside', () => {
  const at = (hour: number, minutes = 0) => {
    const moment = new Date(2026, 10, 18, hour, minutes).toISOString()
    return found(moment, moment)
  }
  const day = new Date(2026, 10, 18)
  expect(hourOnTop([], day)).toBe(8.5)
  expect(hourOnTop([found('2026-11-18', '2026-11-19')], day)).toBe(8.5)
  expect(hourOnTop([at(21), at(9)], day)).toBe(8.5)
  expect(hourOnTop([at(9), at(7, 30)], day)).toBe(7)
  expect(hourOnTop([at(0, 15)], day)).toBe(0)
  expect(hourOnTop([at(21, 15)], day)).toBe(20.75)
  const overNight = found(new Date(2026, 10, 17, 22).toISOString(), new Date(2026, 10, 18, 2).toISOString())
  expect(hourOnTop([overNight], day)).toBe(0)
})
