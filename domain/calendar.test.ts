import { afterEach, describe, expect, test, vi } from 'vitest'
import { daysShown, eventsShown, nextEvent, sampleEvents, turnPage } from './calendar.ts'

afterEach(() => vi.unstubAllEnvs())

const dayAndHour = (moment: Date) =>
  `${moment.getMonth() + 1}/${moment.getDate()} ${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`

test('the samples lie one to five days ahead, across the end of a month', () => {
  const starts = sampleEvents(new Date(2026, 0, 29, 23, 30)).map(({ start }) => dayAndHour(start))
  expect(starts).toEqual(['1/30 10:00', '1/31 14:00', '2/1 9:00', '2/2 15:00', '2/3 17:00'])
})

test('the launch deadline has no length, the roadmap review ninety minutes', () => {
  const minutes = sampleEvents(new Date()).map(({ start, end }) => (end.getTime() - start.getTime()) / 60_000)
  expect(minutes).toEqual([60, 60, 30, 90, 0])
})

describe.each([
  { zone: 'America/New_York', changes: new Date(2026, 2, 8) },
  { zone: 'America/New_York', changes: new Date(2026, 10, 1) },
  { zone: 'Europe/Lisbon', changes: new Date(2026, 2, 29) },
  { zone: 'Europe/Lisbon', changes: new Date(2026, 9, 25) },
])('in $zone, around the change of the clocks', ({ zone, changes }) => {
  const [year, month, day] = [changes.getFullYear(), changes.getMonth(), changes.getDate()]

  test.each([1, 2, 3, 4, 5])('samples keep their local hours, the change %i days ahead', (ahead) => {
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

  test('weeks stay seven days from Monday midnight, and pages turn by whole days', () => {
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

test('a month turns to the last day of a shorter one', () => {
  expect(turnPage('month', new Date(2026, 0, 31), 1)).toEqual(new Date(2026, 1, 28))
  expect(turnPage('month', new Date(2026, 2, 31), -1)).toEqual(new Date(2026, 1, 28))
  expect(turnPage('month', new Date(2026, 11, 5), 1)).toEqual(new Date(2027, 0, 5))
})

test('an agenda turns by its thirty days', () => {
  expect(turnPage('agenda', new Date(2026, 10, 22), 1)).toEqual(daysAfter(new Date(2026, 10, 22), 30))
})

test('a view shows the events of its days only, the last evening included', () => {
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

test('days without an event lead to the next one; days with one, and days after the last, lead nowhere', () => {
  const sunday = new Date(2026, 10, 22)
  const events = sampleEvents(sunday)
  expect(nextEvent(events, 'week', sunday)?.title).toBe('Customer Demo')
  expect(nextEvent(events, 'week', new Date(2026, 10, 25))).toBeUndefined()
  expect(nextEvent(events, 'week', new Date(2026, 11, 9))).toBeUndefined()
})
